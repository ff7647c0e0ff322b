import { GUARDED_PACKAGES, LAYERS, layerOf } from './layers.js';
import { importsOf, type SourceImport } from './source-imports.js';
import type { SourceFile } from './spec-rules.js';

const LONGEST_FILE = 300;

/** Every breach of the project's shape, as a sentence that begins with the file; none when all is well. */
export function checkArchitecture(files: readonly SourceFile[]): string[] {
  const shipped = files.filter(({ path }) => layerOf(path) !== null && !isTest(path));
  const breaches = [
    ...files.flatMap(checkShape),
    ...shipped.flatMap((file) => importsOf(file).flatMap((found) => checkImport(file.path, found))),
    ...shipped.flatMap(checkElementName),
    ...shipped.flatMap(checkAgentNames),
    ...findCycles(shipped).map((cycle) => `${cycle[0]}: imports itself by way of ${cycle.slice(1).join(', ')}`),
  ];
  return [...new Set(breaches)];
}

/** Tests and rigs may reach for whatever they test. */
function isTest(path: string): boolean {
  return /\.(test|browser-test|rig)\.ts$/.test(path);
}

function checkShape({ path, text }: SourceFile): string[] {
  const lines = text.replace(/\n$/, '').split('\n').length;
  const name = path.split('/').at(-1)!;
  const breaches = [
    lines > LONGEST_FILE && `has ${lines} lines, more than ${LONGEST_FILE}`,
    /^export default\b/m.test(text) && 'has a default export',
    (name === 'index.ts' || importsOf({ path, text }).some(({ isReexport }) => isReexport)) &&
      'passes on what another file exports',
    !/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z-]+)*\.ts$/.test(name) && 'is not named in kebab-case',
  ];
  return breaches.filter((breach) => breach !== false).map((breach) => `${path}: ${breach}`);
}

function checkImport(path: string, found: SourceImport): string[] {
  const layer = layerOf(path)!;
  if (!(layer in LAYERS)) return [`${path}: ${layer} is no folder of the design`];
  if (!found.isOurs) return checkPackage(path, found);
  const { target } = found;
  const other = layerOf(target);
  if (other === layer || (other !== null && LAYERS[layer]!.includes(other))) return [];
  return [`${path}: ${layer} may not import ${target}`];
}

function checkPackage(path: string, { target, isTypeOnly }: SourceImport): string[] {
  const guard = GUARDED_PACKAGES.find(({ name }) => name.test(target));
  if (!guard || guard.folders.includes(layerOf(path)!) || (guard.typesAreFree && isTypeOnly)) return [];
  return [`${path}: only ${guard.folders.join(' and ')} may import ${target}`];
}

function checkElementName({ path, text }: SourceFile): string[] {
  const tags = [...text.matchAll(/^@customElement\('([^']+)'\)/gm)].map((match) => match[1]!);
  const name = path.split('/').at(-1)!.replace(/\.ts$/, '');
  return tags.filter((tag) => tag !== name).map((tag) => `${path}: holds <${tag}>, which belongs in ${tag}.ts`);
}

/** The catalog is the only place that knows agents by name. */
const CATALOG_ENTRIES = 'server/agents/catalog-entries.ts';
const AGENT_ID = /(['"`])(copilot|claude|gemini|codex|opencode|qwen|cline|goose|kimi|pi|demo)\1/;

/** What agents can do is what they say or are seen to do; what they get wrong is a quirk of the catalog. */
function checkAgentNames({ path, text }: SourceFile): string[] {
  // The demo agent may call itself what it is.
  const isFree = path === CATALOG_ENTRIES || layerOf(path) === 'server/testing';
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
