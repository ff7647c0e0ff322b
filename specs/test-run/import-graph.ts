import { posix } from 'node:path';
import { readSources } from '../read-sources.js';
import { importsOf } from '../source-imports.js';
import type { SourceFile } from '../spec-rules.js';
import { SOURCES } from './test-files.js';

/** Which file of a project imports which, also by way of others. */
export class ImportGraph {
  readonly #imports = new Map<string, string[]>();
  readonly #packages = new Map<string, string[]>();
  readonly #importers = new Map<string, string[]>();

  constructor(sources: readonly SourceFile[]) {
    for (const source of sources) {
      // What is needed for its types alone has nothing to do with how it runs.
      const imports = importsOf(source).filter(({ isTypeOnly }) => !isTypeOnly);
      const ours = [...imports.filter(({ isOurs }) => isOurs).map(({ target }) => target), ...placesNamed(source)];
      this.#imports.set(source.path, ours);
      this.#packages.set(
        source.path,
        imports.filter(({ isOurs }) => !isOurs).map(({ target }) => target),
      );
      for (const target of ours) this.#importers.set(target, [...(this.#importers.get(target) ?? []), source.path]);
    }
  }

  static async read(root: string): Promise<ImportGraph> {
    return new ImportGraph(await readSources(SOURCES, (path) => /\.(ts|mjs|js)$/.test(path), root));
  }

  /** A file and all that it brings with it. */
  closure(file: string): Set<string> {
    return follow([file], this.#imports);
  }

  /** These files and all that would notice if they changed. */
  dependents(files: readonly string[]): Set<string> {
    return follow(files, this.#importers);
  }

  /** The files that import one themselves. */
  importers(file: string): readonly string[] {
    return this.#importers.get(file) ?? [];
  }

  /** The packages that a file or what it brings imports. */
  packages(file: string): Set<string> {
    return new Set([...this.closure(file)].flatMap((path) => this.#packages.get(path) ?? []));
  }
}

/** Files that a source names to read or run them, as `new URL('./agent.mjs', import.meta.url)`. */
function placesNamed({ path, text }: SourceFile): string[] {
  const names = [...text.matchAll(/\bnew URL\(\s*['"](\.[^'"]+)['"],\s*import\.meta\.url\s*\)/g)];
  return names.map(([, name]) => posix.join(posix.dirname(path), name!));
}

function follow(from: readonly string[], ways: ReadonlyMap<string, readonly string[]>): Set<string> {
  const reached = new Set(from);
  // A set is walked to its end, also over what is added meanwhile.
  for (const file of reached) for (const next of ways.get(file) ?? []) reached.add(next);
  return reached;
}
