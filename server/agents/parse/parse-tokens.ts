import type { TurnTokens } from '../../protocol/events.js';
import { countOf, fieldsOf, present } from './read-fields.js';

/** The counts in a report of tokens; null if it has none. Agents write their names in two ways. */
export function parseTokens(report: unknown): TurnTokens | null {
  const fields = fieldsOf(report);
  const tokens = present({
    input: countOf(fields.inputTokens ?? fields.input_tokens),
    output: countOf(fields.outputTokens ?? fields.output_tokens),
    total: countOf(fields.totalTokens ?? fields.total_tokens),
    cached: sumOf(countOf(fields.cachedReadTokens), countOf(fields.cachedWriteTokens)),
  });
  return Object.keys(tokens).length > 0 ? tokens : null;
}

function sumOf(...counts: (number | null)[]): number | null {
  const known = counts.filter((count) => count !== null);
  return known.length > 0 ? known.reduce((sum, count) => sum + count, 0) : null;
}
