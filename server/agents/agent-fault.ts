/** ACP's code for "sign in first"; whatever the text beside it says. */
export const AUTH_REQUIRED = -32000;

/** ACP's code for a session or file that is not there. */
export const NOT_FOUND = -32002;

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
