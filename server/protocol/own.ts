/** What a record of this type may hold under such a key. */
type Held<T, K> = [keyof T] extends [never] ? unknown : K extends keyof T ? T[K] : T[keyof T];

/**
 * What a record itself holds under a key. A key that comes from an agent, a file or a person (`constructor`, `__proto__`)
 * would otherwise find what every object inherits. A test lets no other way to look up such a key pass.
 */
export function own<T extends object, K extends string>(record: T | null | undefined, key: K): Held<T, K> | undefined {
  return record && Object.hasOwn(record, key) ? (record as Record<string, Held<T, K>>)[key] : undefined;
}

/** Puts a value into a record that isn't ours; our own are made by `{ [key]: value }`, or are a `Map`. */
export function setOwn<V>(record: Record<string, V>, key: string, value: NoInfer<V>): void {
  Object.defineProperty(record, key, { value, writable: true, enumerable: true, configurable: true });
}
