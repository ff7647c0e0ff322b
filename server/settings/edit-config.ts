import { isDeepStrictEqual } from 'node:util';
import {
  Document,
  isCollection,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parseDocument,
  visit,
} from 'yaml';
import { isFields } from '../protocol/fields.js';
import { own } from '../protocol/own.js';

/** A place in a settings file, by its keys. */
export type SettingPath = readonly [string, ...string[]];

/** What to set there; undefined takes it out. */
export interface Edit {
  readonly path: SettingPath;
  readonly value: unknown;
}

const MAX_ALIASES = 100;

/**
 * Makes one edit in a text that is valid YAML and leaves every other character as it is, if the text's form allows that;
 * else comments and order stay. Null if the text has no form in which this can be done, e.g. because of references.
 */
export function editConfig(text: string, { path, value }: Edit): string | null {
  const before = plain(parse(text));
  const wanted = withEdit(before, path, value);
  if (isDeepStrictEqual(before, wanted)) return text;
  for (const attempt of [splice, rewrite]) {
    try {
      const edited = attempt(text, path, value);
      const document = edited === null ? null : parse(edited);
      if (document && document.errors.length === 0 && isDeepStrictEqual(plain(document), wanted)) return edited;
    } catch {
      // A form that this attempt cannot handle; the other one may.
    }
  }
  return null;
}

function parse(text: string): Document {
  return parseDocument(text, { schema: 'core', merge: false, prettyErrors: false });
}

function plain(document: Document): Record<string, unknown> {
  return (document.toJS({ maxAliasCount: MAX_ALIASES }) as Record<string, unknown> | null) ?? {};
}

/** What the file should say afterwards. A map that would be left empty goes with its last entry. */
function withEdit(
  map: Record<string, unknown>,
  [key, ...rest]: readonly string[],
  value: unknown,
): Record<string, unknown> {
  const { [key!]: _before, ...others } = map;
  const before = own(map, key!);
  if (rest.length === 0) return value === undefined ? others : { ...others, [key!]: value };
  const inner = withEdit(isFields(before) ? before : {}, rest, value);
  return Object.keys(inner).length === 0 ? others : { ...others, [key!]: inner };
}

/** Changes only the characters of the entry itself; null where a map is written in braces. */
function splice(text: string, path: SettingPath, value: unknown): string | null {
  const contents = parse(text).contents as Node | null;
  const isNothing = contents === null || (isScalar(contents) && contents.value === null);
  if (isNothing) return value === undefined ? text : append(text, renderAt(path, value, 0));
  let map = contents;
  let owner: Pair | null = null;
  for (const [depth, key] of path.entries()) {
    if (!isMap(map) || map.flow) return null;
    const pair: Pair | undefined = map.items.find((item) => isScalar(item.key) && item.key.value === key);
    const rest = path.slice(depth) as unknown as SettingPath;
    if (!pair)
      return value === undefined ? text : insert(text, map.items as Pair[], { rest, value, isTop: depth === 0 });
    const isLast = depth === path.length - 1;
    // With its only entry gone, a map would hold nothing, which no setting means.
    if (value === undefined && (isLast || map.items.length === 1) && leavesNothing(pair, rest)) {
      return cut(text, map.items.length === 1 && owner ? owner : pair);
    }
    if (isLast) return replace(text, pair, value);
    if (map.items.length > 1 || !owner) owner = pair;
    map = pair.value as Node;
  }
  return null;
}

/** Whether taking out the rest of the path takes out all of this entry. */
function leavesNothing(pair: Pair, [, ...rest]: readonly string[]): boolean {
  let value = pair.value;
  for (const key of rest) {
    if (!isMap(value) || value.items.length !== 1) return false;
    const [only] = value.items;
    if (!isScalar(only?.key) || only.key.value !== key) return false;
    value = only.value;
  }
  return true;
}

function append(text: string, entry: string): string | null {
  if (/^\.\.\./m.test(text)) return null;
  return `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${entry}\n`;
}

/** After the last entry of its map, in the same column. */
function insert(
  text: string,
  items: readonly Pair[],
  { rest, value, isTop }: { rest: SettingPath; value: unknown; isTop: boolean },
): string | null {
  const first = items[0];
  const last = items.at(-1);
  if (!first || !last) return null;
  const column = columnOf(text, startOf(first));
  if (isTop && column === 0) return append(text, renderAt(rest, value, 0));
  const at = lineEnd(text, endOf(last));
  return `${text.slice(0, at)}\n${renderAt(rest, value, column)}${text.slice(at)}`;
}

function replace(text: string, pair: Pair, value: unknown): string | null {
  const { value: old } = pair;
  if (isScalar(old) && old.range && old.range[1] > old.range[0] && !isCollection(value) && typeof value !== 'object') {
    return text.slice(0, old.range[0]) + renderScalar(value) + text.slice(old.range[1]);
  }
  const column = columnOf(text, startOf(pair));
  const key = isScalar(pair.key) ? String(pair.key.value) : '';
  return text.slice(0, startOf(pair)) + renderAt([key], value, column).trimStart() + text.slice(endOf(pair));
}

/** The whole lines of an entry. */
function cut(text: string, pair: Pair): string {
  const from = text.lastIndexOf('\n', startOf(pair) - 1) + 1;
  return text.slice(0, from) + text.slice(Math.min(text.length, lineEnd(text, endOf(pair)) + 1));
}

function startOf({ key }: Pair): number {
  return (isNode(key) && key.range?.[0]) || 0;
}

/** Where the last character of an entry is; what follows on its line is a comment. */
function endOf(pair: Pair): number {
  let node: unknown = pair.value;
  while (isCollection(node) && !node.flow && node.items.length > 0) {
    const last = node.items.at(-1);
    node = isNode(last) ? last : ((last as Pair).value ?? (last as Pair).key);
  }
  const end = isNode(node) ? (node.range?.[1] ?? 0) : 0;
  return Math.max(end, isNode(pair.key) ? (pair.key.range?.[1] ?? 0) : 0);
}

function lineEnd(text: string, from: number): number {
  // A block of text ends with its own line break.
  const at = text[from - 1] === '\n' ? from - 1 : text.indexOf('\n', from);
  return at < 0 ? text.length : at;
}

function columnOf(text: string, at: number): number {
  return at - (text.lastIndexOf('\n', at - 1) + 1);
}

function renderScalar(value: unknown): string {
  return new Document(value).toString({ lineWidth: 0 }).trimEnd();
}

/** An entry with all that is below it, in the given column; lists on one line, as people write commands. */
function renderAt(path: SettingPath, value: unknown, column: number): string {
  const entry = path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);
  const document = new Document(entry);
  flowLists(document);
  const lines = document.toString({ lineWidth: 0, flowCollectionPadding: false }).trimEnd().split('\n');
  return lines.map((line) => (line === '' ? '' : ' '.repeat(column) + line)).join('\n');
}

function flowLists(document: Document): void {
  visit(document, {
    Seq(_, seq) {
      if (isSeq(seq)) seq.flow = true;
    },
  });
}

/** By the library, which keeps comments and order but may write spaces and quotes its own way. */
function rewrite(text: string, path: SettingPath, value: unknown): string {
  const document = parse(text);
  if (value === undefined) {
    let end = path.length;
    document.deleteIn(path);
    while (--end > 0) {
      const parent = document.getIn(path.slice(0, end));
      if (!isMap(parent) || parent.items.length > 0) break;
      document.deleteIn(path.slice(0, end));
    }
  } else if (!isMap(document.contents)) {
    document.contents = document.createNode(
      path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value),
    ) as never;
  } else {
    document.setIn(path, document.createNode(value));
  }
  return document.toString({ lineWidth: 0 });
}
