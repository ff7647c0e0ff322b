import { Worker } from 'node:worker_threads';
import type { FoundFiles } from '../protocol/api/repo.js';
import { RpcError } from '../protocol/api/rpc-error.js';
import type { CLOSE, IndexQuestion } from './index-worker.js';
import type { FindRequest } from './live-index.js';
import { workerScript } from './worker-script.js';

/** A worker that fails this often is not started again. */
const MOST_STARTS = 5;
const MEMORY_MB = 512;
/** A worker that is asked to end may be in the middle of a long search. */
const CLOSE_MS = 5_000;

interface Answer {
  id: number;
  found?: FoundFiles;
  problem?: string;
}

interface Waiting {
  resolve(found: FoundFiles): void;
  reject(error: RpcError): void;
}

/** The search for files, in a thread of its own that starts with the first question. */
export class FileIndex {
  readonly #folder: string;
  readonly #script: URL;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | null = null;
  #starts = 0;
  #lastId = 0;

  constructor(folder: string, script: URL = workerScript('index-worker')) {
    this.#folder = folder;
    this.#script = script;
  }

  find(request: FindRequest): Promise<FoundFiles> {
    return new Promise((resolve, reject) => {
      const id = ++this.#lastId;
      this.#waiting.set(id, { resolve, reject });
      try {
        this.#worker ??= this.#start();
        this.#worker.postMessage({ id, ...request } satisfies IndexQuestion);
      } catch (error) {
        this.#waiting.delete(id);
        reject(RpcError.from(error));
      }
    });
  }

  /** Lets the worker end its git first: a thread that is cut off may have just started one that nobody watches yet. */
  async close(): Promise<void> {
    this.#starts = MOST_STARTS;
    const worker = this.#worker;
    if (!worker) return;
    const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
    const late = setTimeout(() => void worker.terminate(), CLOSE_MS);
    worker.postMessage('close' satisfies typeof CLOSE);
    await exited;
    clearTimeout(late);
  }

  #start(): Worker {
    if (this.#starts++ >= MOST_STARTS) throw failed('it ended too often');
    const worker = new Worker(this.#script, {
      workerData: { folder: this.#folder },
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    });
    // It must not keep a process running that has nothing else to do.
    worker.unref();
    worker.on('message', (answer: Answer) => this.#onAnswer(answer));
    worker.on('error', (error) => this.#onGone(worker, error.message));
    worker.on('exit', () => this.#onGone(worker, 'it ended'));
    return worker;
  }

  #onAnswer({ id, found, problem }: Answer): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (found) waiting?.resolve(found);
    else waiting?.reject(failed(problem ?? 'no reason was given'));
  }

  #onGone(worker: Worker, reason: string): void {
    if (this.#worker !== worker) return;
    this.#worker = null;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(failed(reason));
  }
}

function failed(reason: string): RpcError {
  return new RpcError('unavailable', `The search for files failed: ${reason}.`, { code: 'file_search_failed' });
}
