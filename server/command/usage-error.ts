/** A start that cannot be: one sentence for the person who typed the command, who gets exit code 2. */
export class UsageError extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = 'UsageError';
  }
}
