/** What replies have used, added up. Numbers that no agent has reported are not there; they are never taken for zero. */
export interface UsageSum {
  readonly replies: number;
  /** How long they took, in milliseconds. */
  readonly ms: number;
  readonly calls: number;
  readonly input?: number;
  readonly output?: number;
  readonly total?: number;
  /** By currency, or by another unit such as credits. */
  readonly costs?: Readonly<Record<string, number>>;
}
