/** The end of a switch that knows every case: a new case does not compile until it is there too. */
export function unreachable(value: never): never {
  throw new Error(`There is no case for ${JSON.stringify(value)}.`);
}

/** The same at the edge, where a newer server or an agent may send a kind that we do not know: it is survived. */
export function unknownKind<T>(_kind: never, otherwise: T): T {
  return otherwise;
}
