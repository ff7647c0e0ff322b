import type { TurnTokens } from '../../protocol/events.js';
import { fieldsOf } from '../../protocol/fields.js';
import { countOf, present } from './read-fields.js';

/** The counts in a report of tokens; null if it has none. Agents write their names in two ways. */
export function parseTokens(report: unknown): TurnTokens | null {
  const fields = fieldsOf(report);
  const tokens = present({
    input: countOf(fields.inputTokens ?? fields.input_tokens),
    output: countOf(fields.outputTokens ?? fields.output_tokens),
    total: countOf(fields.totalTokens ?? fields.total_tokens),
    cached: sumOfCounts(countOf(fields.cachedReadTokens), countOf(fields.cachedWriteTokens)),
  });
  return Object.keys(tokens).length > 0 ? tokens : null;
}

/** The sum of those counts that are known; undefined if none is. */
export function sumOfCounts(...counts: (number | null | undefined)[]): number | undefined {
  const known = counts.filter((count) => count != null);
  return known.length > 0 ? known.reduce((sum, count) => sum + count, 0) : undefined;
}
