/** A commit in a list. */
export interface CommitLine {
  oid: string;
  subject: string;
  author: string;
  /** When it was written. */
  at: number;
}
