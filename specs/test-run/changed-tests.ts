import { dirname } from 'node:path/posix';
import { idsIn, type SourceFile } from '../spec-rules.js';
import type { ImportGraph } from './import-graph.js';
import { suiteOf } from './test-files.js';

/** A test file that can notice a change, and why it is thought so. */
export interface Choice {
  file: string;
  why: string;
  /** It changed, or imports what changed itself: it most likely notices. */
  isNear: boolean;
}

/** What everything is made with. */
const GROUND = /^(package(-lock)?\.json|tsconfig\.json|vite\.config\.ts|specs\/wtr\.config\.mjs)$/;
/** Reads every source, so it may notice any change. */
const READER = 'specs/read-sources.ts';
/** The runner reads them too, to choose and to order tests; what they say makes no difference to it. */
const RUNNER = 'specs/test-run/';
/** A message through the whole app. */
const ALWAYS = 'specs/e2e/journey.test.ts';

/**
 * The tests that can notice that these files changed: those that import them, also by way of others, and those that read all
 * sources. End-to-end tests import nothing of the app. They are joined to it by the rules: a story is chosen if it shows a rule of
 * the same page as a test that belongs to the changed file.
 */
export function testsFor(changed: readonly string[], tests: readonly SourceFile[], graph: ImportGraph): Choice[] {
  const ground = changed.find((file) => GROUND.test(file));
  if (ground) return tests.map(({ path }) => ({ file: path, why: `everything is made with ${ground}`, isNear: false }));
  const chosen = new Map<string, string>();
  const choose = (file: string, why: string) => {
    if (!chosen.has(file)) chosen.set(file, why);
  };
  const paths = new Set(tests.map(({ path }) => path));
  for (const file of changed) {
    if (paths.has(file)) choose(file, 'it changed');
    for (const test of testsAmong(graph.dependents([file]))) choose(test, `it imports ${file}`);
  }
  for (const test of testsAmong(graph.dependents([READER]))) {
    if (!test.startsWith(RUNNER)) choose(test, 'it reads all sources');
  }
  const shipped = changed.filter((file) => isShipped(file));
  for (const file of shipped) {
    for (const [prefix, near] of prefixesNear(file)) {
      for (const story of tests.filter(({ path }) => suiteOf(path) === 'e2e')) {
        if (prefixesOf(story).has(prefix)) choose(story.path, `it shows ${prefix} rules, as ${near} does for ${file}`);
      }
    }
    choose(ALWAYS, 'a message goes through the whole app');
  }
  const near = new Set(changed.flatMap((file) => [file, ...graph.importers(file)]));
  return tests.flatMap(({ path: file }) => {
    const why = chosen.get(file);
    return why === undefined ? [] : [{ file, why, isNear: near.has(file) }];
  });

  function testsAmong(files: Iterable<string>): string[] {
    return [...files].filter((file) => paths.has(file));
  }

  /** The prefixes of the rules that tests beside a file, or that import it themselves, show. */
  function prefixesNear(file: string): Map<string, string> {
    const own = tests.filter(({ path }) => suiteOf(path) !== 'e2e');
    const direct = new Set(graph.importers(file));
    const beside = own.filter(({ path }) => dirname(path) === dirname(file) && graph.closure(path).has(file));
    const near = [...beside, ...own.filter(({ path }) => direct.has(path))];
    const found = near.length > 0 ? near : own.filter(({ path }) => graph.closure(path).has(file));
    return new Map(
      found.flatMap((test) => [...prefixesOf(test)].map((prefix): [string, string] => [prefix, test.path])),
    );
  }
}

function prefixesOf({ text }: SourceFile): Set<string> {
  return new Set(idsIn(text).map((id) => id.replace(/\d+$/, '')));
}

function isShipped(file: string): boolean {
  return /^(server|webapp)\//.test(file) && !/\.(test|browser-test|rig)\.ts$|^server\/testing\//.test(file);
}
