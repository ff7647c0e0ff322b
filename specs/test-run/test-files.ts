import { join, relative, resolve, sep } from 'node:path';
import { findFiles } from '../find-files.js';

/** The suites of `npm test`, in the order in which they are told. */
export const SUITES = ['server', 'components', 'e2e'] as const;
export type Suite = (typeof SUITES)[number];

/** Where sources and their tests are. */
export const SOURCES = ['server', 'webapp', 'specs'];
export const IS_TEST = /\.(browser-)?test\.ts$/;

/** A test file, by its path from the project's root, with `/`. */
export function suiteOf(file: string): Suite {
  if (file.endsWith('.browser-test.ts')) return 'components';
  return file.startsWith('specs/e2e/') ? 'e2e' : 'server';
}

/** The test files at or below these places of a project; without any, all that it has. */
export async function findTests(root: string, places: readonly string[] = []): Promise<string[]> {
  const from = (places.length > 0 ? places : SOURCES).map((place) => resolve(root, place));
  const found = await Promise.all(from.map((place) => findFiles(place, (path) => IS_TEST.test(path))));
  return [...new Set(found.flat().map((path) => fromRoot(root, path)))];
}

export function fromRoot(root: string, path: string): string {
  return relative(root, path).split(sep).join('/');
}

/** Where runs of tests keep what they make, below the project's root. */
export function cacheFolder(root: string, name: string): string {
  return join(root, 'node_modules/.cache/test-run', name);
}
