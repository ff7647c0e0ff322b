/** What went wrong with an agent: a sentence for a person, and ACP's code where there is one. */
export class AgentFault extends Error {
  readonly code?: number;
  /** All that the agent said, where the sentence is only a part of it. */
  readonly details?: string;

  constructor(message: string, code?: number, details?: string) {
    super(message);
    this.name = 'AgentFault';
    if (code !== undefined) this.code = code;
    if (details !== undefined) this.details = details;
  }
}
