import { z } from 'zod';
import type { Delegations } from '../../delegation/delegations.js';
import type { PersonQuestions } from '../../delegation/person-questions.js';
import { DELEGATION_LIMITS } from '../../protocol/delegation-limits.js';
import type { AppLog } from '../../sessions/log/app-log.js';
import type { SessionTree } from '../../sessions/registry/session-tree.js';

/** What tools work with. */
export interface ToolParts {
  readonly delegations: Delegations;
  readonly questions: PersonQuestions;
  readonly tree: SessionTree;
  readonly app: AppLog;
}

/** One call of a tool: whose it is, and how long anybody waits for it. */
export interface ToolCall extends ToolParts {
  readonly sessionId: string;
  readonly meta: Readonly<Record<string, unknown>>;
  /** Aborted when the agent no longer waits. */
  readonly signal: AbortSignal;
}

export interface Tool<S extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  /** Begins with the words by which an agent would look for it. */
  readonly description: string;
  readonly input: S;
  /** It sets others to work: left out where the session may not. */
  readonly makesWork: boolean;
  readonly isReadOnly: boolean;
  /** Gives the text that the agent reads. */
  run(input: z.infer<S>, call: ToolCall): Promise<string> | string;
}

/** Keeps the input's type where the tool is written, and forgets it where tools are listed. */
export function defineTool<S extends z.ZodObject>(tool: Tool<S>): Tool {
  return tool as unknown as Tool;
}

export const nameField = z
  .string()
  .regex(DELEGATION_LIMITS.name)
  .describe('Your name for this work. The same name again is a follow-up in the same session.');

export const waitField = z
  .int()
  .min(0)
  .max(DELEGATION_LIMITS.waitSeconds)
  .default(DELEGATION_LIMITS.waitSeconds)
  .describe(
    `How long to wait for it, at most ${DELEGATION_LIMITS.waitSeconds} s. The work goes on afterwards; use wait to wait again.`,
  );
