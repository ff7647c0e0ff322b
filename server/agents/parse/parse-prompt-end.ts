import type { PromptEnd } from '../../ports/agent.js';
import { countOf, fieldsOf, present, stringField } from './read-fields.js';

/** How a turn has ended. The counts are not part of ACP 1, but agents send them. */
export function parsePromptEnd(result: unknown): PromptEnd {
  const { stopReason, usage } = fieldsOf(result);
  const { inputTokens, outputTokens, totalTokens } = fieldsOf(usage);
  const tokens = present({ input: countOf(inputTokens), output: countOf(outputTokens), total: countOf(totalTokens) });
  const end = { stopReason: stringField(stopReason) ?? 'end_turn' };
  return Object.keys(tokens).length > 0 ? { ...end, tokens } : end;
}
