import { PathIndex } from '../../server/repo/path-index.js';
import { type Bench, median } from './figure.js';
import { cpuMs } from './reference.js';

const QUERIES = [
  '',
  'a',
  'se',
  'sess',
  'session store',
  'cmpbtn',
  'src/components/dialog-77',
  'tsx zzz',
  'resolve-path-4321.ts',
];
const NAMES = [
  'button',
  'dialog',
  'session-store',
  'resolve-path',
  'README',
  'useCallbackRef',
  'gate.test',
  'auth-guard',
];
const FOLDERS = ['src/components', 'server/protocol', 'lib/internal/deeply/nested', 'docs'];

/** Paths as a large project has them. */
export function manyPaths(count: number): string[] {
  return Array.from({ length: count }, (_, n) => {
    const folder = FOLDERS[n % FOLDERS.length];
    return `packages/module-${n % 331}/${folder}/${NAMES[n % NAMES.length]}-${n}.ts`;
  });
}

/** How long a search takes in large folders; the cost should grow with the files and no faster. */
export const measure: Bench = async () => {
  const [small, large] = [50_000, 200_000].map((count) => new PathIndex(manyPaths(count)));
  const costs = QUERIES.map((query) =>
    [small!, large!].map((index) => medianMs(() => index.find(query, { limit: 50 }))),
  );
  const of = (column: number) => costs.map((pair) => pair[column]!);
  return {
    'find-files': Math.max(...of(0)),
    'find-growth': median(of(1)) / median(of(0)),
  };
};

function medianMs(run: () => void): number {
  const took = Array.from({ length: 9 }, () => {
    const begun = cpuMs();
    run();
    return cpuMs() - begun;
  });
  return median(took);
}
