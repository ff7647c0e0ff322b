import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { FoundFiles } from '../protocol/repo.js';
import { RpcError } from '../protocol/rpc-error.js';
import type { IndexQuestion } from './index-worker.js';
import type { FindRequest } from './live-index.js';

const SOURCE = extname(import.meta.url);
/** A worker that fails this often is not started again. */
const MOST_STARTS = 5;
const MEMORY_MB = 512;

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

  constructor(folder: string, script: URL = workerScript()) {
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

  async close(): Promise<void> {
    this.#starts = MOST_STARTS;
    await this.#worker?.terminate();
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

function workerScript(): URL {
  const script = new URL(`./index-worker${SOURCE}`, import.meta.url);
  if (SOURCE !== '.ts') return script;
  // From source the worker is TypeScript, and a worker does not take over the loader that we run under.
  const names = JSON.stringify([script, import.meta.url]).slice(1, -1);
  const code = `import { tsImport } from ${JSON.stringify(import.meta.resolve('tsx/esm/api'))}; await tsImport(${names});`;
  return new URL(`data:text/javascript,${encodeURIComponent(code)}`);
}

function failed(reason: string): RpcError {
  return new RpcError('unavailable', `The search for files failed: ${reason}. Try again in a moment.`);
}
