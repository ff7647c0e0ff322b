import { GUARDED_PACKAGES, ROOMS, type Room, roomOf } from './layers.js';
import { importsOf, type SourceImport } from './source-imports.js';
import type { SourceFile } from './spec-rules.js';

const EXPORT =
  /^export\s+(?:declare\s+)?(?:abstract\s+)?(?:async\s+)?(class|function\*?|const|let|interface|type|enum)\s+(\w+)/gm;

/** Every breach of the project's shape, as a sentence that begins with the file; none when all is well. */
export function checkArchitecture(files: readonly SourceFile[]): string[] {
  const shipped = files.filter(({ path }) => roomOf(path) !== null && !isTest(path));
  const breaches = [
    ...files.flatMap(checkShape),
    ...shipped.flatMap((file) => importsOf(file).flatMap((found) => checkImport(file.path, found))),
    ...shipped.flatMap(checkElementName),
    ...shipped.flatMap(checkAgentNames),
    ...shipped.flatMap(checkPorts),
    ...shipped.flatMap(checkPlumbing),
    ...checkTrees(shipped),
    ...checkSizes(shipped),
    ...checkExports(shipped),
    ...checkTwins(shipped),
    ...findCycles(shipped).map((cycle) => `${cycle[0]}: imports itself by way of ${cycle.slice(1).join(', ')}`),
  ];
  return [...new Set(breaches)];
}

/** Tests and rigs may reach for whatever they test. */
function isTest(path: string): boolean {
  return /\.(test|browser-test|rig)\.ts$/.test(path);
}

function checkShape({ path, text }: SourceFile): string[] {
  const name = path.split('/').at(-1)!;
  const breaches = [
    /^export default\b/m.test(text) && 'has a default export',
    (name === 'index.ts' || importsOf({ path, text }).some(({ isReexport }) => isReexport)) &&
      'passes on what another file exports',
    !/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z-]+)*\.ts$/.test(name) && 'is not named in kebab-case',
  ];
  return breaches.filter((breach) => breach !== false).map((breach) => `${path}: ${breach}`);
}

function checkImport(path: string, found: SourceImport): string[] {
  const room = roomOf(path)!;
  if (!(room in ROOMS)) return [`${path}: ${room} is no room of the design`];
  if (!found.isOurs) return checkPackage(path, found);
  const { target } = found;
  if (isTest(target)) return [`${path}: ships, and may not import ${target}, which is for tests`];
  const other = roomOf(target);
  if (other === room || (other !== null && ROOMS[room]!.imports.includes(other))) return [];
  return [`${path}: ${room} may not import ${target}`];
}

function checkPackage(path: string, { target, isTypeOnly }: SourceImport): string[] {
  const guard = GUARDED_PACKAGES.find(({ name }) => name.test(target));
  const isKnownHere = guard?.rooms.some((room) => path.startsWith(`${room}/`));
  if (!guard || isKnownHere || (guard.typesAreFree && isTypeOnly)) return [];
  const who = guard.rooms.length > 0 ? `only ${guard.rooms.join(' and ')}` : 'nothing';
  return [`${path}: ${who} may import ${target}`];
}

/** What the table allows and nothing does: a door that nobody uses is walled up. */
export function unusedDoors(files: readonly SourceFile[]): string[] {
  const used = new Set(
    files
      .filter(({ path }) => roomOf(path) !== null && !isTest(path))
      .flatMap((file) => importsOf(file).map(({ target }) => `${roomOf(file.path)} ${roomOf(target)}`)),
  );
  return Object.entries(ROOMS).flatMap(([room, { imports }]) =>
    imports.filter((other) => !used.has(`${room} ${other}`)).map((other) => `${room} does not use ${other}`),
  );
}

/** Ways from a room back to itself, `a > b > a`. */
export function roomCycles(rooms: Readonly<Record<string, Room>>): string[] {
  const cycles: string[] = [];
  const done = new Set<string>();
  const visit = (room: string, trail: readonly string[]): void => {
    if (trail.includes(room)) cycles.push([...trail.slice(trail.indexOf(room)), room].join(' > '));
    if (done.has(room) || trail.includes(room)) return;
    for (const other of rooms[room]?.imports ?? []) visit(other, [...trail, room]);
    done.add(room);
  };
  for (const room of Object.keys(rooms)) visit(room, []);
  return cycles;
}

/** What is only a contract costs nothing when the program runs. */
function checkPorts({ path, text }: SourceFile): string[] {
  if (roomOf(path) !== 'server/ports') return [];
  const values = [...text.matchAll(EXPORT)].filter(([, kind]) => kind !== 'interface' && kind !== 'type');
  return values.map(([, , name]) => `${path}: exports ${name}, which is no type`);
}

/** In a larger room nothing is found. */
const MOST_FILES = 30;

function checkSizes(files: readonly SourceFile[]): string[] {
  const rooms = groupBy(files, ({ path }) => roomOf(path)!);
  return [...rooms].flatMap(([room, inside]) =>
    inside.length > MOST_FILES ? [`${room}: holds ${inside.length} files, more than ${MOST_FILES}`] : [],
  );
}

/** A name means one thing, wherever it is met. */
function checkExports(files: readonly SourceFile[]): string[] {
  const exported = files.flatMap(({ path, text }) =>
    [...new Set([...text.matchAll(EXPORT)].map((match) => match[2]!))].map((name) => ({ name, path })),
  );
  return [...groupBy(exported, ({ name }) => name)].flatMap(([name, found]) =>
    found.slice(1).map(({ path }) => `${path}: exports ${name}, as ${found[0]!.path} does`),
  );
}

/** The code of a function that is worth sharing is longer than this; `(n) => n + 1` may be written twice. */
const SHORTEST_TWIN = 60;
const FUNCTION = /^(?:export )?(?:async )?function\*? (\w+)([\s\S]*?^\})/gm;
const TIME_SPAN = /^(?:export )?const ((?:MINUTE|HOUR|DAY|WEEK)(?:_MS)?)\b/gm;
const CLOCK = 'server/protocol/clock.ts';

/** A private copy escapes the check of exports, also under another name. */
function checkTwins(files: readonly SourceFile[]): string[] {
  const functions = files.flatMap(({ path, text }) =>
    [...text.matchAll(FUNCTION)].map(([, name, code]) => ({ path, name: name!, code: code!.replace(/\s+/g, ' ') })),
  );
  const copies = groupBy(
    functions.filter(({ code }) => code.length >= SHORTEST_TWIN),
    ({ code }) => code,
  );
  const twins = [...copies.values()].flatMap(([first, ...others]) =>
    others
      .filter(({ path }) => path !== first!.path)
      .map(({ path, name }) => `${path}: has a copy of ${first!.name} of ${first!.path}, named ${name}`),
  );
  const spans = files
    .filter(({ path }) => path !== CLOCK)
    .flatMap(({ path, text }) => [...text.matchAll(TIME_SPAN)].map(([, name]) => `${path}: has its own ${name}`));
  return [...twins, ...spans];
}

function checkElementName({ path, text }: SourceFile): string[] {
  const tags = [...text.matchAll(/^@customElement\('([^']+)'\)/gm)].map((match) => match[1]!);
  const name = path.split('/').at(-1)!.replace(/\.ts$/, '');
  return tags.filter((tag) => tag !== name).map((tag) => `${path}: holds <${tag}>, which belongs in ${tag}.ts`);
}

const ELEMENT = /^@customElement\('([^']+)'\)\nexport class \w+ extends (\w+)/m;
/** Where what an agent wrote is shown. */
const READING_ROOMS = ['content', 'tools', 'request', 'conversation', 'files', 'work-panel'].map(
  (room) => `webapp/components/${room}`,
);
/** A field names the lines of its menu by ids, which do not reach into another root. */
const SHARES_ROOT_WITH = new Map([['composer-menu', 'prompt-composer']]);

/** What is read stands in the page's own tree, up to the root; whatever else is drawn has a tree of its own. */
function checkTrees(files: readonly SourceFile[]): string[] {
  const elements = files.flatMap((file) => {
    const [, tag, base] = ELEMENT.exec(file.text) ?? [];
    return tag ? [{ ...file, tag, isLight: base === 'LightElement' }] : [];
  });
  const light = new Set(elements.filter(({ isLight }) => isLight).map(({ tag }) => tag));
  const drawn = drawnTags(files);
  return elements.flatMap(({ path, tag, isLight }) => {
    const inside = [...(drawn.get(path) ?? [])].filter((other) => other !== tag && light.has(other));
    if (!isLight) {
      const cut = inside.filter((other) => SHARES_ROOT_WITH.get(other) !== tag);
      return cut.map((other) => `${path}: has a shadow root and draws <${other}>, which is light`);
    }
    const hasReason = READING_ROOMS.includes(roomOf(path)!) || inside.length > 0 || SHARES_ROOT_WITH.has(tag);
    return hasReason ? [] : [`${path}: is light, and neither shows nor frames what an agent wrote`];
  });
}

/** The elements that each file draws, by itself or by the functions that it imports. */
function drawnTags(files: readonly SourceFile[]): Map<string, Set<string>> {
  const own = new Map(files.map(({ path, text }) => [path, [...text.matchAll(/<([a-z]+(?:-[a-z]+)+)[\s>]/g)]]));
  const helpers = new Map(
    files.map((file) => [
      file.path,
      importsOf(file)
        .map(({ target }) => target)
        .filter((target) => /\/(render-[^/]*|content-block|registry|line-counts)\.ts$/.test(target)),
    ]),
  );
  const collect = (path: string, seen: Set<string>): string[] => {
    if (seen.has(path)) return [];
    seen.add(path);
    const mine = (own.get(path) ?? []).map((match) => match[1]!);
    return [...mine, ...(helpers.get(path) ?? []).flatMap((helper) => collect(helper, seen))];
  };
  return new Map(files.map(({ path }) => [path, new Set(collect(path, new Set()))]));
}

/** How an element gets its styles, its stores and what they hold: each in one way. */
function checkPlumbing({ path, text }: SourceFile): string[] {
  if (!path.startsWith('webapp/components/')) return [];
  const name = path.split('/').at(-1)!;
  const breaches = [
    /\badoptedStyleSheets\b|\bcreateRenderRoot\b/.test(text) &&
      name !== 'adopted-style.ts' &&
      'sets styles by itself instead of listing them in `static styles`',
    /\.subscribe\(/.test(text) && 'subscribes to a store by itself instead of by `follow`',
    /^\s*@property\([^\n]*\b(?:\w+Api|OutboxStore)\b/m.test(text) &&
      'is given the server as a property instead of asking its concern',
    /\bAppContext\b/.test(text) && name !== 'ac-app.ts' && 'knows the whole app instead of the concerns that it draws',
  ];
  return breaches.filter((breach) => breach !== false).map((breach) => `${path}: ${breach}`);
}

/** The catalog is the only place that knows agents by name. */
const CATALOG_ENTRIES = 'server/agents/catalog/catalog-entries.ts';
const AGENT_ID = /(['"`])(copilot|claude|gemini|codex|opencode|qwen|cline|goose|kimi|pi|demo)\1/;

/** What agents can do is what they say or are seen to do; what they get wrong is a quirk of the catalog. */
function checkAgentNames({ path, text }: SourceFile): string[] {
  // The demo agent may call itself what it is.
  const isFree = path === CATALOG_ENTRIES || /^server\/(demo|testing)\//.test(path);
  const named = isFree ? null : AGENT_ID.exec(text);
  return named ? [`${path}: names the agent ${named[0]}, which only the catalog may`] : [];
}

/** One way round for each knot of files that import each other, types not counted: nothing of those runs. */
function findCycles(files: readonly SourceFile[]): string[][] {
  const graph = new Map(
    files.map((file) => [file.path, importsOf(file).filter((found) => found.isOurs && !found.isTypeOnly)]),
  );
  const cycles: string[][] = [];
  const done = new Set<string>();
  const visit = (path: string, trail: string[]): void => {
    if (trail.includes(path)) cycles.push([...trail.slice(trail.indexOf(path)), path]);
    if (done.has(path) || trail.includes(path)) return;
    for (const { target } of graph.get(path) ?? []) visit(target, [...trail, path]);
    done.add(path);
  };
  for (const path of graph.keys()) visit(path, []);
  return cycles;
}

function groupBy<T>(all: readonly T[], keyOf: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
  return groups;
}
