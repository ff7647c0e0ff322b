/** A value with only the members that an earlier one has: a newer version may know more, never less or otherwise. */
export function asFarAs(value: unknown, earlier: unknown): unknown {
  if (Array.isArray(value) && Array.isArray(earlier) && value.length === earlier.length)
    return value.map((item, i) => asFarAs(item, earlier[i]));
  if (!isObject(value) || !isObject(earlier)) return value;
  return Object.fromEntries(Object.keys(earlier).map((key) => [key, asFarAs(value[key], earlier[key])]));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
