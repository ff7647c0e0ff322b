import { type ChildProcess, fork } from 'node:child_process';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { RpcError } from '../protocol/api/rpc-error.js';
import { backgroundClock, type Clock } from '../protocol/clock.js';
import type { CopyEnd, CopyPiece } from '../sessions/list/copy-writer.js';
import type { ImportAnswer, ImportQuestion } from './import-process.js';

const LIMITS = { memoryMb: 1024, ms: 5 * 60_000 };

/** From source or built. */
const SOURCE = extname(import.meta.url);
const SCRIPT = fileURLToPath(new URL(`./import-process${SOURCE}`, import.meta.url));

/**
 * Reads a file of a conversation apart from the server, which goes on with anything else. The parts are handed over one by
 * one, and none is kept here.
 */
export async function* readApart(
  parts: string[],
  { memoryMb = LIMITS.memoryMb, clock = backgroundClock }: { memoryMb?: number; clock?: Clock } = {},
): AsyncGenerator<CopyPiece, CopyEnd> {
  const reader = new ImportReader(memoryMb);
  const cancel = clock.after(LIMITS.ms, () => reader.end());
  try {
    for (let part = parts.shift(); part !== undefined; part = parts.shift()) await reader.ask({ part });
    for (;;) {
      const answer = await reader.ask({ next: true });
      if ('refused' in answer) throw refused(answer.refused);
      if ('end' in answer) return answer.end;
      if ('piece' in answer) yield answer.piece;
    }
  } finally {
    cancel();
    reader.end();
  }
}

/** A process that answers each question once. A thread would not do: where JSON needs too much memory, all of ours ends. */
class ImportReader {
  readonly #child: ChildProcess;
  #waiting: { resolve(answer: ImportAnswer): void; reject(error: RpcError): void } | null = null;
  #hasEnded = false;

  constructor(memoryMb: number) {
    // From source the script is TypeScript and needs the loader that we run under ourselves.
    const loader = SOURCE === '.ts' ? ['--import', import.meta.resolve('tsx')] : [];
    this.#child = fork(SCRIPT, [], {
      execArgv: [`--max-old-space-size=${memoryMb}`, ...loader],
      // It must not hold on to a folder that someone wants to remove, and has no use for secrets.
      ...{ cwd: '/', env: { PATH: '/usr/bin:/bin' } },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#child.on('message', (answer) => this.#waiting?.resolve(answer as ImportAnswer));
    this.#child.on('error', () => this.#onGone());
    this.#child.on('exit', () => this.#onGone());
  }

  ask(question: ImportQuestion): Promise<ImportAnswer> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      if (this.#hasEnded) this.#onGone();
      else this.#child.send(question, (error) => error && this.#onGone());
    });
  }

  end(): void {
    this.#onGone();
    this.#child.kill('SIGKILL');
  }

  #onGone(): void {
    this.#hasEnded = true;
    this.#waiting?.reject(new RpcError('too_large', 'The file takes too much to read.', { code: 'import_too_heavy' }));
  }
}

function refused(code: 'not_a_conversation' | 'too_many_events'): RpcError {
  return new RpcError('bad_request', 'This file is not a conversation that can be imported.', { code });
}
