import type { SourceFile } from './spec-rules.js';

/** How a test would wait by itself. */
const WAYS: readonly [way: RegExp, what: string][] = [
  [/(?<!['"`])\bawait (?:sleep|delay|setTimeout|aTimeout)\((?!0?\))/, 'sleeps'],
  [/\bsetTimeout\(\s*(?:resolve|done)\s*,(?!\s*0\))/, 'sleeps'],
  [/\bsetTimeout as \w+|\bwaitForTimeout\(/, 'sleeps'],
  [/\b(?:deadline|giveUpAt)\b|\b(?:while|for) \(.*\b(?:Date|performance)\.now\(\) *[<>]/, 'watches the clock'],
  [/\bfor \(let (?:tries|tried|attempts?)\b|\bfor \(.*\) await (?:sleep|setTimeout|settled)\(/, 'counts its tries'],
  [/\b[tT]imeout: *[1-9]|\bsetDefaultTimeout\(\d|\bLIMIT_MS\b|\bAbortSignal\.timeout\(/, 'sets a limit'],
];

/** Files that may, and why. Benchmarks and trials of real agents measure time, so they are not looked at. */
const MAY: Readonly<Record<string, string>> = {
  'server/rules/rule-judge.test.ts': 'its limit is the input of a tool',
  'server/testing/patience.rig.ts': 'decides how long all others wait',
  'specs/e2e/app.rig.ts': 'a page that hangs is not waited for to say what it shows',
  'specs/e2e/eventually.rig.ts': 'one try of many is short',
  'specs/e2e/refresh.test.ts': 'pages are left at random moments',
  'specs/e2e/slow-line.rig.ts': 'is a slow line',
  'specs/rigs/crash-run.rig.ts': 'servers are killed at random moments',
  'specs/rigs/test-tab.rig.ts': 'connects again after a while, as a page does',
  'specs/test-run/fresh-build.test.ts': 'it is a builder that hangs',
};

/** Tests and rigs that wait by themselves instead of by `until`, `inTime` or `eventually`. */
export function checkWaits(files: readonly SourceFile[], may = MAY): string[] {
  return files
    .filter(({ path }) => isLookedAt(path) && may[path] === undefined)
    .flatMap(({ path, text }) =>
      text.split('\n').flatMap((line, n) => {
        const found = WAYS.find(([way]) => way.test(line));
        return found ? [`${path}:${n + 1}: ${found[1]} by itself: ${line.trim()}`] : [];
      }),
    );
}

/** Files that may wait by themselves and don't. */
export function unusedLeave(files: readonly SourceFile[]): string[] {
  const found = checkWaits(files, {});
  return Object.keys(MAY).filter((path) => !found.some((breach) => breach.startsWith(`${path}:`)));
}

function isLookedAt(path: string): boolean {
  return /\.(test|browser-test|rig)\.ts$/.test(path) && !/^specs\/(bench|try-agents)\//.test(path);
}
