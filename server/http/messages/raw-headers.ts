/** Every value that a header was sent with; Node's own table would hide or join doubles. */
export function valuesOf(rawHeaders: readonly string[], name: string): string[] {
  const wanted = name.toLowerCase();
  const values: string[] = [];
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    if (rawHeaders[i]!.toLowerCase() === wanted) values.push(rawHeaders[i + 1]!);
  }
  return values;
}

/** The value of a header that was sent exactly once. */
export function onlyValue(rawHeaders: readonly string[], name: string): string | null {
  const values = valuesOf(rawHeaders, name);
  return values.length === 1 ? values[0]! : null;
}
