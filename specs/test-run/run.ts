import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { serveBrowser } from '../browser.js';
import { bundleTests } from './bundle-tests.js';
import { beginRun, cleanUp } from './clean-up.js';
import { runComponentTests } from './component-tests.js';
import { type Costs, readCosts, shareOf } from './costs.js';
import { freshBuild } from './fresh-build.js';
import { ImportGraph } from './import-graph.js';
import { runNodeTests } from './node-tests.js';
import { type Plan, planRun } from './plan.js';
import { Processes } from './processes.js';
import { Progress } from './progress.js';
import { type Job, runJobs } from './schedule.js';
import { cacheFolder, suiteOf } from './test-files.js';
import type { RunRecord, TestFailure } from './test-record.js';

export interface RunOptions {
  root: string;
  files: readonly string[];
  /** Those of them that run before others. */
  urgent?: ReadonlySet<string>;
  pattern?: string | undefined;
  /** So long a process may take. */
  limitMs: number;
  /** Whether end-to-end tests run from the sources. */
  isDev: boolean;
  /** Whether types, lint and format are looked at beside the tests. */
  withCheck: boolean;
}

/** Who imports this runs what was built. */
const BUILDER = 'specs/test-run/fresh-build.ts';
const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/** Runs test files of all suites, as many at a time as the machine has room for. */
export async function runTests(options: RunOptions): Promise<RunRecord> {
  for (const sentence of await cleanUp()) console.log(sentence);
  const own = await beginRun();
  await removeOldBundles(options.root);
  const bundles = cacheFolder(options.root, basename(own.folder));
  const processes = new Processes();
  const leave = async () => {
    processes.endAll();
    await own.end();
    await rm(bundles, { recursive: true, force: true, maxRetries: 5 });
  };
  let interrupted: Promise<never> | null = null;
  const interrupt = (signal: keyof typeof SIGNALS) => {
    interrupted ??= leave().then(() => process.exit(SIGNALS[signal]));
  };
  const signals = Object.keys(SIGNALS) as (keyof typeof SIGNALS)[];
  for (const signal of signals) process.on(signal, interrupt);
  try {
    return await new Run(options, bundles, processes).record();
  } finally {
    // With its processes gone a run is over, but it hasn't come to its end.
    await interrupted;
    await leave();
    for (const signal of signals) process.off(signal, interrupt);
  }
}

/** What was compiled for a run that was killed is of no use; packages are found only from within the project. */
async function removeOldBundles(root: string): Promise<void> {
  const names = await readdir(cacheFolder(root, '.')).catch(() => []);
  const old = names.filter((name) => name.startsWith('acdeck-') && !existsSync(join(tmpdir(), '..', name)));
  await Promise.all(old.map((name) => rm(cacheFolder(root, name), { recursive: true, force: true })));
}

class Run {
  readonly #options: RunOptions;
  readonly #folder: string;
  readonly #processes: Processes;
  readonly #progress: Progress;
  readonly #record: RunRecord = { tests: [], failures: [], files: [] };
  readonly #env: NodeJS.ProcessEnv = { ...process.env, NODE_TEST_CONTEXT: undefined };
  #costs: Costs = {};
  #build: Promise<unknown> = Promise.resolve();
  #needsBuild: (file: string) => boolean = () => false;

  constructor(options: RunOptions, folder: string, processes: Processes) {
    this.#options = options;
    this.#folder = folder;
    this.#processes = processes;
    this.#progress = new Progress(options.files.length);
  }

  async record(): Promise<RunRecord> {
    const { root, files, isDev, withCheck } = this.#options;
    const cores = availableParallelism();
    this.#costs = await readCosts(root);
    const graph = await ImportGraph.read(root);
    const plan = planRun(files, this.#costs, graph, 2 * cores);
    const isStory = (file: string) => suiteOf(file) === 'e2e';
    if (isDev) this.#env.TEST_DEV = '1';
    this.#needsBuild = (file) => (isStory(file) && !isDev) || (!isStory(file) && graph.closure(file).has(BUILDER));
    if (files.some(this.#needsBuild)) this.#build = this.#makeBuild();
    // Who waits for it hears of its failure; until then there may be nobody.
    this.#build.catch(() => {});
    const browser = files.some(isStory) ? await serveBrowser() : null;
    this.#env.TEST_BROWSER = browser?.endpoint;
    const jobs = [
      ...(withCheck ? [this.#job('npm run check', [], () => this.#check())] : []),
      // The runner orders its files itself, so those that others wait for have one of their own.
      ...[true, false].flatMap((isUrgent) => {
        const files = plan.components.filter((file) => this.#isUrgent(file) === isUrgent);
        return files.length > 0 ? [this.#componentJob(files)] : [];
      }),
      ...(await this.#nodeJobs(plan)),
    ];
    await runJobs(jobs, cores).finally(() => browser?.close());
    return this.#record;
  }

  #job(name: string, files: readonly string[], run: () => Promise<RunRecord>): Job {
    return {
      name,
      ...expected(files, this.#costs),
      isUrgent: files.some((file) => this.#isUrgent(file)),
      ...(files.some(this.#needsBuild) ? { after: this.#build } : {}),
      run: async () => {
        this.#progress.start(name);
        const record = await run();
        this.#add(record);
        this.#progress.end(name, record);
      },
    };
  }

  #isUrgent(file: string): boolean {
    return this.#options.urgent?.has(file) === true;
  }

  #add({ tests, failures, files }: RunRecord): void {
    this.#record.tests.push(...tests);
    this.#record.failures.push(...failures);
    this.#record.files.push(...files);
  }

  /** What is built now needs not be looked at by each process of the run. */
  async #makeBuild(): Promise<void> {
    await freshBuild();
    this.#env.ACDECK_TEST_FRESH = '1';
  }

  #componentJob(files: readonly string[]): Job {
    const recordFile = join(this.#folder, `${basename(files[0]!)}.json`);
    const { root, pattern } = this.#options;
    const [env, processes] = [this.#env, this.#processes];
    const onFailed = (failures: readonly TestFailure[]) => this.#progress.fail(failures);
    const name = files.length > 1 ? `${files.length} component files` : files[0]!;
    return this.#job(name, files, () =>
      runComponentTests({ root, files, pattern, recordFile, onFailed, env, processes }),
    );
  }

  async #nodeJobs({ shared, alone }: Plan): Promise<Job[]> {
    const groups = [...shared, ...alone.map((file) => [file])];
    if (groups.length === 0) return [];
    const { root, pattern, limitMs } = this.#options;
    const [env, processes] = [this.#env, this.#processes];
    const note = (file: string, message: string) => console.log(`ℹ ${file}: ${message}`);
    const bundle = await bundleTests(root, groups.flat(), join(this.#folder, 'node')).catch((error: Error) => {
      const failure = { file: 'the tests', name: 'cannot be compiled', why: stripVTControlCharacters(error.message) };
      this.#add({ tests: [], failures: [failure], files: [] });
      return null;
    });
    if (!bundle) return [];
    return groups.map((files) => {
      const name = files.length > 1 ? `${files.length} files in one process` : files[0]!;
      return this.#job(name, files, () => {
        return runNodeTests({ files, bundle, env, pattern, limitMs, note, processes });
      });
    });
  }

  async #check(): Promise<RunRecord> {
    const { output, ended } = this.#processes.start('npm', ['run', '--silent', 'check'], { cwd: this.#options.root });
    const { code } = await ended;
    const failure = { file: 'npm run check', name: 'types, lint and format', why: output() };
    return { tests: [], failures: code === 0 ? [] : [failure], files: [] };
  }
}

/** What is known of a job from the files that it runs. */
function expected(files: readonly string[], costs: Costs): Pick<Job, 'expectedMs' | 'share'> {
  const known = files.map((file) => costs[file]);
  if (known.some((cost) => cost === undefined)) return { expectedMs: null, share: 1 };
  const sum = (of: 'wallMs' | 'cpuMs') => known.reduce((all, cost) => all + cost![of], 0);
  const whole = { wallMs: sum('wallMs'), cpuMs: sum('cpuMs') };
  // What its pages do is done by the browser, which no process of its own counts.
  const share = files.some((file) => suiteOf(file) === 'e2e') ? 1 : shareOf(whole);
  return { expectedMs: whole.wallMs, share };
}
