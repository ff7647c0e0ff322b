import { trustedScriptUrl } from '../ui/trusted-types.js';
import type { TaskName, WorkerAnswer, WorkerQuestion, WorkerTasks } from './worker-messages.js';

interface Pending {
  question: WorkerQuestion;
  resolve(answer: unknown): void;
  reject(reason: Error): void;
}

/** A task that takes longer is taken for hostile input: the worker is replaced and the task given up. */
const LONGEST_TASK_MS = 20_000;

/** Asks the worker. It is started by the first question and started anew when a task hangs or breaks it. */
export class CodeWorkerClient {
  readonly #findScript: () => Promise<string | undefined>;
  readonly #longestTask: number;
  #worker: Promise<Worker> | null = null;
  /** In the order of asking, which is the order of answering. */
  readonly #pending = new Map<number, Pending>();
  #watchdog: ReturnType<typeof setTimeout> | null = null;
  #lastId = 0;

  constructor(findScript: () => Promise<string | undefined>, longestTask = LONGEST_TASK_MS) {
    this.#findScript = findScript;
    this.#longestTask = longestTask;
  }

  /** Rejects when the worker cannot be had or the task fails; callers then show plain text. */
  async ask<T extends TaskName>(task: T, ask: WorkerTasks[T]['ask']): Promise<WorkerTasks[T]['answer']> {
    const worker = await this.#start();
    this.#lastId += 1;
    const question = { id: this.#lastId, task, ask };
    return new Promise((resolve, reject) => {
      this.#pending.set(question.id, { question, resolve: resolve as Pending['resolve'], reject });
      worker.postMessage(question);
      if (this.#pending.size === 1) this.#watch();
    });
  }

  #start(): Promise<Worker> {
    this.#worker ??= this.#open();
    return this.#worker;
  }

  async #open(): Promise<Worker> {
    const url = await this.#findScript();
    if (!url) throw new Error('The script of the code worker was not found.');
    const worker = new Worker(trustedScriptUrl(url), { type: 'module', name: 'code' });
    worker.addEventListener('message', ({ data }: MessageEvent<WorkerAnswer>) => this.#onAnswer(data));
    worker.addEventListener('error', () => this.#restart('The code worker failed.'));
    return worker;
  }

  #onAnswer(answer: WorkerAnswer): void {
    const pending = this.#pending.get(answer.id);
    if (!pending) return;
    this.#pending.delete(answer.id);
    this.#watch();
    if ('failure' in answer) pending.reject(new Error(answer.failure));
    else pending.resolve(answer.answer);
  }

  #watch(): void {
    if (this.#watchdog !== null) clearTimeout(this.#watchdog);
    this.#watchdog = null;
    if (this.#pending.size === 0) return;
    this.#watchdog = setTimeout(() => this.#restart('The task took too long.'), this.#longestTask);
  }

  /** The first task in the line is to blame; the others are asked again. */
  async #restart(reason: string): Promise<void> {
    const [culprit, ...others] = [...this.#pending.values()];
    this.#pending.clear();
    this.#watch();
    const broken = this.#worker;
    this.#worker = null;
    (await broken)?.terminate();
    culprit?.reject(new Error(reason));
    for (const { question, resolve, reject } of others) this.ask(question.task, question.ask).then(resolve, reject);
  }
}

const findScript = async () => (await import('./code-worker.ts?worker&url')).default;

/** The one worker of the page. */
export const codeWorker = new CodeWorkerClient(findScript);

/** Another one for what a person looks for: colours do not wait for it, and it is not waited for long. */
export const findWorker = new CodeWorkerClient(findScript, 2_000);
