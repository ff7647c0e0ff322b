import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { ChangePart } from '../state/file-changes.js';
import { type CodeWorkerClient, codeWorker } from '../worker/code-worker-client.js';

/** Lines that a change adds and takes away. */
export interface LineCount {
  readonly added: number;
  readonly removed: number;
}

interface Counted extends ChangePart {
  count: LineCount | null;
}

const MOST = 500;

/** Counts the lines of changes in the worker, and has its element draw again when a count is known. */
export class LineCounts implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #worker: CodeWorkerClient;
  #counted: Counted[] = [];

  constructor(host: ReactiveControllerHost, worker = codeWorker) {
    this.#host = host;
    this.#worker = worker;
    host.addController(this);
  }

  hostConnected(): void {}

  /** The sum over all parts, or null while some are not counted yet. */
  of(parts: readonly ChangePart[]): LineCount | null {
    const counts = parts.map((part) => this.#countOf(part));
    if (counts.includes(null)) return null;
    const sum = (key: keyof LineCount) => counts.reduce((total, count) => total + count![key], 0);
    return { added: sum('added'), removed: sum('removed') };
  }

  #countOf(part: ChangePart): LineCount | null {
    const known = this.#counted.find(({ oldText, newText }) => newText === part.newText && oldText === part.oldText);
    if (known) return known.count;
    const counted: Counted = { ...part, count: null };
    this.#counted = [...this.#counted.slice(1 - MOST), counted];
    void this.#count(counted);
    return null;
  }

  async #count(counted: Counted): Promise<void> {
    const texts = { oldText: counted.oldText ?? '', newText: counted.newText };
    const result = await this.#worker
      .ask('diff', texts)
      .catch(async () => (await import('../diff/compute-diff.js')).computeDiff(texts.oldText, texts.newText));
    counted.count = { added: result.added, removed: result.removed };
    this.#host.requestUpdate();
  }
}
