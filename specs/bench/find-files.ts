import { PathIndex } from '../../server/repo/path-index.js';

/**
 * `tsx specs/bench/find-files.ts`: how long a search for a file takes in large folders. The budget is 50 ms for
 * 50,000 files; a ratio near 4 from 50,000 to 200,000 means that the time grows with the files and no faster.
 */
const BUDGET_MS = 50;
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
const NAMES = ['button', 'dialog', 'session-store', 'resolve-path', 'README', 'useCallbackRef', 'gate.test'];
const FOLDERS = ['src/components', 'server/protocol', 'lib/internal/deeply/nested', 'docs'];

const pathsOf = (count: number) =>
  Array.from({ length: count }, (_, n) => {
    const folder = FOLDERS[n % FOLDERS.length];
    return `packages/module-${n % 331}/${folder}/${NAMES[n % NAMES.length]}-${n}.ts`;
  });

function medianMs(run: () => void): number {
  const took = Array.from({ length: 9 }, () => {
    const begun = performance.now();
    run();
    return performance.now() - begun;
  });
  return took.sort((a, b) => a - b)[4]!;
}

const sizes = [50_000, 200_000];
const indexes = sizes.map((size) => {
  const paths = pathsOf(size);
  const begun = performance.now();
  const index = new PathIndex(paths);
  console.log(`${size.toLocaleString('en')} paths made ready in ${(performance.now() - begun).toFixed(0)} ms`);
  return index;
});

let worst = 0;
for (const query of QUERIES) {
  const [small, large] = indexes.map((index) => medianMs(() => index.find(query, 50)));
  worst = Math.max(worst, small!);
  console.log(
    `${JSON.stringify(query).padEnd(28)} ${small!.toFixed(1).padStart(6)} ms  ${large!.toFixed(1).padStart(6)} ms  ratio ${(large! / small!).toFixed(1)}`,
  );
}
console.log(`slowest among 50,000: ${worst.toFixed(1)} ms of a budget of ${BUDGET_MS} ms`);
if (worst > BUDGET_MS) process.exitCode = 1;
