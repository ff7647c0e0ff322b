import { StringDecoder } from 'node:string_decoder';
import type { AgentLog, Direction } from './agent-log.js';
import { debug } from './debug.js';

/** A line without an end is not waited for longer than this. */
const LONGEST_LINE = 64 * 1024;

/** What one process of an agent adds to the agent's log. */
export class LifeLog {
  readonly #log: AgentLog;
  readonly #life: number;
  readonly #name: string;
  readonly #decoder = new StringDecoder('utf8');
  #half = '';

  constructor(log: AgentLog, life: number, name: string) {
    this.#log = log;
    this.#life = life;
    this.#name = name;
  }

  /** Takes what came on stderr and makes lines of it. */
  stderr(data: Uint8Array): void {
    const parts = (this.#half + this.#decoder.write(Buffer.from(data))).split('\n');
    this.#half = parts.pop()!;
    for (const part of parts) if (part.trim() !== '') this.#line('stderr', part);
    if (this.#half.length <= LONGEST_LINE) return;
    this.#line('stderr', this.#half);
    this.#half = '';
  }

  /** A line on stdout that isn't a message. */
  garbage(text: string): void {
    this.#line('garbage', text);
  }

  /** Something that we have to say about it. */
  note(text: string): void {
    this.#line('note', text);
  }

  message(direction: Direction, message: unknown, bytes: number): void {
    this.#log.message({ life: this.#life, direction, message, bytes });
  }

  /** The process is over: what it had not ended with a line break is its last line. */
  end(what: string): void {
    if (this.#half.trim() !== '') this.#line('stderr', this.#half);
    this.#half = '';
    this.#log.line('life', what);
  }

  #line(kind: 'stderr' | 'garbage' | 'note', text: string): void {
    this.#log.line(kind, text);
    debug.agent?.(kind === 'note' ? `${this.#name}: ${text}` : `${this.#name} ${kind}: ${text}`);
  }
}
