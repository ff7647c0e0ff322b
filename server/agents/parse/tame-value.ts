import { TOO_DEEP } from '../../protocol/transcript/left-out.js';
import { cutText } from '../../text/cut-text.js';

const MOST_DEPTH = 48;

/** Whether a JSON value nests deeper than anything reasonable; deeper ones break what writes them again. */
export function isTooDeep(value: unknown, depth = MOST_DEPTH): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (depth === 0) return true;
  return Object.values(value).some((item) => isTooDeep(item, depth - 1));
}

/** A JSON value with every text cut to `limit` characters and nothing nested too deeply. */
export function tameValue(value: unknown, limit: number, depth = MOST_DEPTH): unknown {
  if (typeof value === 'string') return cutText(value, limit);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === 0) return TOO_DEEP;
  if (Array.isArray(value)) return value.map((item) => tameValue(item, limit, depth - 1));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, tameValue(item, limit, depth - 1)]));
}
