/** A file as the checks of this folder see it: its path from the project's root, with `/`, and its text. */
export interface SourceFile {
  path: string;
  text: string;
}

/** A rule as a page states it. */
export interface StatedRule {
  id: string;
  path: string;
  /** It ends with _(measured by `npm run bench`)_: no test can show it. */
  isMeasured: boolean;
  /** It ends with _(shown on Linux)_, say: elsewhere it cannot be shown. */
  place: string | null;
}

/**
 * Every way in which the texts of rules and tests are out of step, as sentences; none when they agree. It is quick and
 * proves nothing: whether a test that carries an id ran, and asserted anything, is known only from a run.
 */
export function checkRules(specs: readonly SourceFile[], tests: readonly SourceFile[]): string[] {
  const stated = specs.flatMap(statedRules);
  const named = tests.flatMap((file) => testNames(file).map((name) => ({ name, ids: idsIn(name), path: file.path })));
  const known = new Set(stated.map(({ id }) => id));
  const tested = new Set(named.flatMap(({ ids }) => ids));
  return [
    ...stated.filter(({ id }, i) => stated.findIndex((other) => other.id === id) < i).map(twice),
    ...stated
      .filter(({ id, isMeasured }) => !isMeasured && !tested.has(id))
      .map(({ id, path }) => `${path}: rule ${id} has no test`),
    ...named.flatMap(({ ids, name, path }) =>
      ids.filter((id) => !known.has(id)).map((id) => `${path}: "${name}" names ${id}, which is no rule`),
    ),
    ...named.filter(({ ids }) => ids.length === 0).map(({ name, path }) => `${path}: "${name}" names no rule`),
  ];
}

/** Every way in which the pages are out of order, or the table of their prefixes is not complete. */
export function checkPages(specs: readonly SourceFile[], table: string): string[] {
  const stated = specs.flatMap(statedRules);
  const pages = new Map<string, string>();
  const last = new Map<string, number>();
  const troubles: string[] = [];
  for (const { id, path } of stated) {
    const [, prefix, digits] = /^([A-Z]+)(\d+)$/.exec(id)!;
    const first = pages.get(prefix!) ?? path;
    if (first !== path) troubles.push(`${path}: rule ${id} belongs in ${first}`);
    else if (Number(digits) < (last.get(prefix!) ?? 0)) troubles.push(`${path}: rule ${id} is out of order`);
    pages.set(prefix!, first);
    last.set(prefix!, Math.max(Number(digits), last.get(prefix!) ?? 0));
  }
  const listed = [...table.matchAll(/^\| `([A-Z]+)` *\| \[([\w-]+\.md)\]\(\2\) *\|/gm)].map(
    ([, prefix, page]) => [prefix!, `specs/${page}`] as const,
  );
  const names = listed.map(([prefix]) => prefix);
  return [
    ...troubles,
    ...[...pages].filter(([prefix]) => !names.includes(prefix)).map(([prefix]) => `the table lacks ${prefix}`),
    ...listed
      .filter(([prefix, page], i) => pages.get(prefix) !== page || names.indexOf(prefix) < i)
      .map(([prefix, page]) => `the table has ${prefix} in ${page}`),
  ];
}

function twice({ id, path }: { id: string; path: string }): string {
  return `${path}: rule ${id} is stated twice`;
}

/** A rule is a list item that begins with its id and may end with a mark; what stands in a fenced block is an example. */
export function statedRules({ path, text }: SourceFile): StatedRule[] {
  const prose = text.replace(/^```[\s\S]*?^```/gm, '');
  return [...prose.matchAll(/^- \*\*([A-Z]+\d+)\*\* (.*(?:\n {2,}\S.*)*)/gm)].map(([, id, sentence]) => {
    const mark = / _\((?:shown on ([^)]+)|measured by `npm run bench`)\)_$/.exec(sentence!);
    const place = mark?.[1] ?? null;
    return { id: id!, path, isMeasured: mark !== null && place === null, place };
  });
}

/** The names of what looks like a test, whether or not it ever runs. */
function testNames({ text }: SourceFile): string[] {
  const calls = /(?<![\w.'"`$])(?:it|test)\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g;
  return [...text.matchAll(calls)].map((match) => match[2]!);
}

/** The ids of rules that a test's name carries. */
export function idsIn(name: string): string[] {
  return [...name.matchAll(/\[([A-Z]+\d+)\]/g)].map((match) => match[1]!);
}
