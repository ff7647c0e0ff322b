import { SUITES } from './test-files.js';
import type { FileCost, RunRecord, TestFailure, TestOutcome } from './test-record.js';

const MOST_FAILURES = 12;
const MOST_CHARS = 3_000;
const MOST_CALLS = 6;
const EVERY_MS = 30_000;
const SLOWEST = 10;

/** Tells people how a run gets on: what failed at once, and now and then how far it is. */
export class Progress {
  readonly #files: number;
  readonly #begun = performance.now();
  readonly #running = new Map<string, number>();
  readonly #shown = new Set<string>();
  #done = 0;
  #passed = 0;
  #failed = 0;
  #toldAt = performance.now();

  constructor(files: number) {
    this.#files = files;
  }

  start(name: string): void {
    this.#running.set(name, performance.now());
  }

  end(name: string, { tests, failures, files }: RunRecord): void {
    this.#running.delete(name);
    this.#done += files.length;
    this.#passed += countOf(tests, 'passed');
    this.fail(failures);
    if (performance.now() - this.#toldAt > EVERY_MS) this.#tell();
  }

  /** Shows failures, each once: those of many files in one process are known before its end. */
  fail(failures: readonly TestFailure[]): void {
    for (const text of failures.map(failureText)) {
      if (this.#shown.has(text)) continue;
      this.#shown.add(text);
      this.#failed += 1;
      console.log(text);
    }
  }

  #tell(): void {
    this.#toldAt = performance.now();
    const running = [...this.#running].map(([name, since]) => `${name} ${seconds(this.#toldAt - since)}`);
    const count = `${this.#done} of ${this.#files} files, ${this.#passed} passed, ${this.#failed} failed`;
    console.log(`${seconds(this.#toldAt - this.#begun)}: ${count}; running: ${running.join(', ') || 'nothing'}`);
  }
}

/** What failed, where and why, and how to run it alone. */
export function failureText({ file, name, why, calls = [] }: TestFailure): string {
  const lines = [...why.slice(0, MOST_CHARS).trim().split('\n'), ...calls.slice(0, MOST_CALLS)];
  const ids = /^(\[\w+\]\s*)+/.exec(name)?.[0].trim();
  const pattern = (ids ?? '').replace(/[[\]]/g, '\\$&').replaceAll("'", '.');
  const alone = `npm test -- ${file}${ids ? ` -t '${pattern}'` : ''}`;
  return [`✖ ${file}: ${name}`, ...lines.map((line) => `    ${line}`), `    alone: ${alone}`].join('\n');
}

/** The end of a run: what failed, in short, since often only the end is kept; what took longest; and a line for each suite. */
export function summary({ tests, failures, files }: RunRecord, wallMs: number): string[] {
  const suites = SUITES.filter((suite) => files.some((file) => file.suite === suite));
  return [
    ...suites.flatMap((suite) => slowest(suite, files)),
    ...suites.map((suite) => suiteLine(suite, files, tests)),
    `all: ${counts(tests)}`,
    `${files.length} files in ${seconds(wallMs)}`,
    ...(failures.length > 0 ? ['failed tests:', ...failures.slice(0, MOST_FAILURES).map(failureText)] : []),
    ...(failures.length > MOST_FAILURES ? [`and ${failures.length - MOST_FAILURES} more`] : []),
  ];
}

function slowest(suite: string, files: readonly FileCost[]): string[] {
  const own = files.filter((file) => file.suite === suite).toSorted((a, b) => b.wallMs - a.wallMs);
  const lines = own.slice(0, SLOWEST).map(({ file, wallMs, cpuMs }) => {
    return `  ${seconds(wallMs).padStart(7)}${seconds(cpuMs).padStart(9)} of a processor  ${file}`;
  });
  return own.length > SLOWEST ? [`slowest ${SLOWEST} of ${suite}:`, ...lines] : [];
}

function suiteLine(suite: string, files: readonly FileCost[], tests: readonly TestOutcome[]): string {
  const own = files.filter((file) => file.suite === suite);
  const names = new Set(own.map(({ file }) => file));
  const ran = tests.filter(({ file }) => names.has(file));
  const assertions = ran.reduce((sum, test) => sum + test.assertions, 0);
  const cpuMs = own.reduce((sum, file) => sum + file.cpuMs, 0);
  return `${suite}: ${counts(ran)} in ${own.length} files, ${assertions} assertions, ${seconds(cpuMs)} of a processor`;
}

function counts(tests: readonly TestOutcome[]): string {
  const kinds = ['passed', 'failed', 'skipped', 'todo'] as const;
  const counted = kinds.map((kind) => [countOf(tests, kind), kind] as const);
  return counted
    .filter(([count, kind]) => count > 0 || kind !== 'todo')
    .map(([count, kind]) => `${count} ${kind}`)
    .join(', ');
}

export function countOf(tests: readonly TestOutcome[], outcome: TestOutcome['outcome']): number {
  return tests.filter((test) => test.outcome === outcome && !test.isSuite).length;
}

function seconds(ms: number): string {
  return ms < 60_000
    ? `${(ms / 1000).toFixed(1)} s`
    : `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`;
}
