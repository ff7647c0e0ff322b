import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { noteUnlucky } from './luck-files.js';
import type { RunRecord, TestFailure } from './test-record.js';

/** A test that failed: how often, in which run first, and why then. */
interface Unlucky extends TestFailure {
  times: number;
  firstRun: number;
}

const RUNNER = ['--import', import.meta.resolve('tsx'), fileURLToPath(new URL('../run-tests.ts', import.meta.url))];
const MOST_CHARS = 3_000;

/** Runs of the same test files, one after the other. */
export class LuckTrial {
  readonly #root: string;
  readonly #files: readonly string[];
  readonly #runs: number;
  readonly #unlucky = new Map<string, Unlucky>();
  #running: ChildProcess | null = null;
  #done = 0;
  #isStopped = false;

  constructor(root: string, files: readonly string[], runs: number) {
    this.#root = root;
    this.#files = files;
    this.#runs = runs;
  }

  /** Says whether nothing has failed. */
  async run(): Promise<boolean> {
    const folder = await mkdtemp(join(tmpdir(), 'acdeck-luck-'));
    try {
      while (this.#done < this.#runs && !this.#isStopped) await this.#once(join(folder, `${this.#done}.json`));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
    if (!this.#isStopped) this.#tell();
    return this.#unlucky.size === 0;
  }

  /** Ends the run of now, which cleans up after itself, and tells what was seen so far. */
  async stop(signal: NodeJS.Signals): Promise<void> {
    this.#isStopped = true;
    const running = this.#running;
    if (running && running.exitCode === null && running.signalCode === null) {
      const ended = once(running, 'exit');
      running.kill(signal);
      await ended;
    }
    this.#tell();
  }

  async #once(record: string): Promise<void> {
    const begun = performance.now();
    const { code, output } = await this.#spawn(record);
    if (this.#isStopped) return;
    this.#done += 1;
    const failures = await failuresIn(record, code, output);
    for (const failure of failures) this.#note(failure);
    await noteUnlucky(this.#root, [...new Set(failures.map(({ file }) => file))]);
    const seconds = Math.round((performance.now() - begun) / 1000);
    const how = failures.length === 0 ? 'green' : `${failures.length} failed`;
    console.log(`run ${this.#done} of ${this.#runs}: ${how}, ${seconds} s`);
  }

  async #spawn(record: string): Promise<{ code: number | null; output: string }> {
    const words = [...RUNNER, ...this.#files, '--record', record];
    const child = spawn(process.execPath, words, { cwd: this.#root, stdio: ['ignore', 'pipe', 'pipe'] });
    this.#running = child;
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output = (output + text).slice(-MOST_CHARS);
      });
    }
    const [code] = (await once(child, 'exit')) as [number | null];
    // Something that a test left behind may hold the other end of the pipes.
    for (const stream of [child.stdout, child.stderr]) stream.destroy();
    return { code, output };
  }

  #note(failure: TestFailure): void {
    const id = `${failure.file}: ${failure.name}`;
    const known = this.#unlucky.get(id) ?? { ...failure, times: 0, firstRun: this.#done };
    this.#unlucky.set(id, { ...known, times: known.times + 1 });
  }

  /** What failed most often first. */
  #tell(): void {
    const unlucky = [...this.#unlucky.values()].toSorted((a, b) => b.times - a.times);
    for (const { file, name, why, times, firstRun } of unlucky) {
      console.log(`✖ failed in ${times} of ${this.#done} runs: ${file}: ${name}`);
      console.log(`    first in run ${firstRun}: ${why.slice(0, MOST_CHARS).trim().replaceAll('\n', '\n    ')}`);
    }
    const verdict = unlucky.length === 0 ? 'nothing failed' : `failed: ${unlucky.length}`;
    console.log(`${this.#done} of ${this.#runs} runs, ${verdict}`);
  }
}

/** What failed in a run. One that left no record, or is red without a failed test, has failed as a whole. */
async function failuresIn(record: string, code: number | null, output: string): Promise<TestFailure[]> {
  const text = await readFile(record, 'utf8').catch(() => '{}');
  const { failures = [] } = JSON.parse(text) as Partial<RunRecord>;
  return code === 0 || failures.length > 0 ? failures : [{ file: 'the run', name: `exit code ${code}`, why: output }];
}
