import type { AgentExit } from '../../ports/agent.js';
import { INTERNAL_ERROR } from '../../protocol/acp-codes.js';
import type { AgentTrouble } from '../../protocol/agent-trouble.js';
import { describeTrouble } from './describe-trouble.js';

/** What went wrong with an agent, and ACP's code where there is one. Its message is for the terminal and for logs. */
export class AgentFault extends Error {
  readonly trouble: AgentTrouble;
  readonly code?: number;
  /** All that the agent said, where the trouble holds only a part of it. */
  readonly details?: string;

  constructor(trouble: AgentTrouble, code?: number, details?: string) {
    super(describeTrouble(trouble));
    this.name = 'AgentFault';
    this.trouble = trouble;
    if (code !== undefined) this.code = code;
    if (details !== undefined) this.details = details;
  }
}

/** A start that came to nothing, with what the process left to say. */
export class StartFault extends AgentFault {
  readonly exit: AgentExit;

  constructor(trouble: AgentTrouble, exit: AgentExit) {
    super(trouble);
    this.exit = exit;
  }
}

/** What is wrong with an agent, of anything that was thrown; sessions have faults of their own that carry a trouble. */
export function troubleIn(error: unknown): AgentTrouble {
  if (error instanceof Error && 'trouble' in error) return error.trouble as AgentTrouble;
  return { code: 'failed', text: error instanceof Error ? error.message : String(error) };
}

/** A request of the agent's that is not done: what it is told of that, by ACP. */
export class RefusedRequest extends Error {
  readonly code: number;

  constructor(message: string, code: number = INTERNAL_ERROR) {
    super(message);
    this.name = 'RefusedRequest';
    this.code = code;
  }
}
