import type { TurnTokens } from '../../protocol/events.js';
import { fieldsOf } from '../../protocol/fields.js';
import { parseTokens } from './parse-tokens.js';
import { stringField } from './read-fields.js';

/** An agent's answer to a prompt. */
export interface PromptAnswer {
  stopReason: string;
  /** What it says of tokens, whatever it counts them by; null if it says nothing. */
  tokens: TurnTokens | null;
}

/** How a turn has ended. The counts are not part of ACP 1, but agents send them, some under a name of their own. */
export function parsePromptEnd(result: unknown): PromptAnswer {
  const { stopReason, usage, _meta } = fieldsOf(result);
  const quota = fieldsOf(fieldsOf(_meta).quota);
  return {
    stopReason: stringField(stopReason) ?? 'end_turn',
    tokens: parseTokens(usage) ?? parseTokens(quota.token_count),
  };
}
