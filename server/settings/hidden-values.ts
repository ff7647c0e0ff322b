import { isMap, isScalar, type Node, parseDocument, visit } from 'yaml';
import { HIDDEN_VALUE } from '../protocol/api/config.js';
import { ConfigError } from './config.js';

/** What may hold a key or a password: variables of programs and headers of requests. */
const SECRET_MAPS: ReadonlySet<unknown> = new Set(['env', 'headers']);

/** Where a value stands in the text, and how it is reached. */
interface Place {
  readonly path: readonly string[];
  readonly from: number;
  readonly to: number;
  readonly value: unknown;
}

/** The text without what variables and headers hold. A text with mistakes is searched as far as it can be read. */
export function hideValues(text: string): string {
  return splicePlaces(text, secretPlaces(text), () => `"${HIDDEN_VALUE}"`);
}

/** Puts the values of `before` back into a text in which they were hidden; one that was not there is an error. */
export function restoreValues(text: string, before: string, file: string): string {
  const kept = new Map(secretPlaces(before).map((place) => [keyOf(place.path), before.slice(place.from, place.to)]));
  const hidden = secretPlaces(text).filter(({ value }) => value === HIDDEN_VALUE);
  return splicePlaces(text, hidden, ({ path, from }) => {
    const value = kept.get(keyOf(path));
    if (value !== undefined) return value;
    const line = text.slice(0, from).split('\n').length;
    throw new ConfigError(file, { code: 'nothing_hidden', key: path.join('.') }, line);
  });
}

function splicePlaces(text: string, places: readonly Place[], put: (place: Place) => string): string {
  let result = '';
  let at = 0;
  for (const place of places.toSorted((a, b) => a.from - b.from)) {
    if (place.from < at) continue;
    result += text.slice(at, place.from) + put(place);
    at = place.to;
  }
  return result + text.slice(at);
}

function keyOf(path: readonly string[]): string {
  return JSON.stringify(path);
}

function secretPlaces(text: string): Place[] {
  const document = parseDocument(text, { schema: 'core', merge: false, prettyErrors: false });
  const places: Place[] = [];
  visit(document, {
    Pair(_, { key, value }, above) {
      const inside = above.flatMap((node) => ('key' in node && isScalar(node.key) ? [node.key.value] : []));
      if (!inside.some((name) => SECRET_MAPS.has(name)) || isMap(value)) return;
      const [from, end] = (value as Node | null)?.range ?? [0, 0];
      // The line break after a block of text belongs to the file.
      const to = from + text.slice(from, end).trimEnd().length;
      if (to <= from || !isScalar(key)) return;
      const path = [...inside, key.value].map(String);
      places.push({ path, from, to, value: isScalar(value) ? value.value : null });
    },
  });
  return places;
}
