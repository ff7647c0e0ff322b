/** A file as the checks of this folder see it: its path from the project's root, with `/`, and its text. */
export interface SourceFile {
  path: string;
  text: string;
}

/** Every way in which rules and tests are out of step, as sentences; none when they agree. */
export function checkRules(specs: readonly SourceFile[], tests: readonly SourceFile[]): string[] {
  const stated = specs.flatMap((file) => statedRules(file).map((id) => ({ id, path: file.path })));
  const named = tests.flatMap((file) => testNames(file).map((name) => ({ name, ids: idsIn(name), path: file.path })));
  const known = new Set(stated.map(({ id }) => id));
  const tested = new Set(named.flatMap(({ ids }) => ids));
  return [
    ...stated.filter(({ id }, i) => stated.findIndex((other) => other.id === id) < i).map(twice),
    ...stated.filter(({ id }) => !tested.has(id)).map(({ id, path }) => `${path}: rule ${id} has no test`),
    ...named.flatMap(({ ids, name, path }) =>
      ids.filter((id) => !known.has(id)).map((id) => `${path}: "${name}" names ${id}, which is no rule`),
    ),
    ...named.filter(({ ids }) => ids.length === 0).map(({ name, path }) => `${path}: "${name}" names no rule`),
  ];
}

function twice({ id, path }: { id: string; path: string }): string {
  return `${path}: rule ${id} is stated twice`;
}

/** A rule is a list item that begins with its id; what stands in a fenced block is an example. */
function statedRules({ text }: SourceFile): string[] {
  const prose = text.replace(/^```[\s\S]*?^```/gm, '');
  return [...prose.matchAll(/^- \*\*([A-Z]+\d+)\*\* /gm)].map((match) => match[1]!);
}

/** The names of tests that run; a skipped one shows nothing. */
function testNames({ text }: SourceFile): string[] {
  const calls = /(?<![\w.'"`$])(?:it|test)\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g;
  return [...text.matchAll(calls)].map((match) => match[2]!);
}

function idsIn(name: string): string[] {
  return [...name.matchAll(/\[([A-Z]+\d+)\]/g)].map((match) => match[1]!);
}
