import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { INVALID_PARAMS, NOT_FOUND } from '../../protocol/acp-codes.js';
import { fieldsOf } from '../../protocol/fields.js';
import { countOf, listOf, stringField } from '../parse/read-fields.js';
import { RefusedRequest } from '../process/agent-fault.js';
import { Terminal, type TerminalPlan, type TerminalSurroundings } from './terminal.js';

const DEFAULT_BYTES = 1024 * 1024;
const MOST_BYTES = 16 * 1024 * 1024;
const MOST_TERMINALS = 64;

/** The commands that one session of an agent runs through us. */
export class Terminals {
  readonly #terminals = new Map<string, Terminal>();
  /** Those that were begun in the turn that runs, or ran last. */
  readonly #ofTurn = new Set<Terminal>();
  readonly #around: TerminalSurroundings;
  readonly #cwd: string;
  readonly #env: Readonly<Record<string, string>>;

  constructor(around: TerminalSurroundings, cwd: string, env: Readonly<Record<string, string>>) {
    this.#around = around;
    this.#cwd = cwd;
    this.#env = env;
  }

  /** What runs from earlier turns was left running on purpose. */
  beginTurn(): void {
    this.#ofTurn.clear();
  }

  /** Ends what the turn has begun; it can still be read. */
  async stopTurn(): Promise<void> {
    await Promise.all([...this.#ofTurn].map((terminal) => terminal.stop()));
  }

  /** Starts a command and gives back its terminal's id at once. */
  create(params: unknown): string {
    const { command, args, env, cwd, outputByteLimit } = fieldsOf(params);
    const words = listOf(args, stringField) ?? [];
    if (typeof command !== 'string' || command === '' || [command, ...words].some((word) => word.includes('\0'))) {
      throw new RefusedRequest('A terminal needs a command without control characters.', INVALID_PARAMS);
    }
    if (this.#terminals.size >= MOST_TERMINALS) {
      throw new RefusedRequest(
        `This session has ${MOST_TERMINALS} terminals already; release one first.`,
        INVALID_PARAMS,
      );
    }
    const terminalId = randomUUID();
    const plan = {
      terminalId,
      ...commandOf(command, words),
      cwd: this.#folderOf(cwd),
      env: { ...this.#env, ...variablesOf(env) },
      byteLimit: Math.min(countOf(outputByteLimit) ?? DEFAULT_BYTES, MOST_BYTES),
    };
    const terminal = new Terminal(plan, this.#around);
    this.#terminals.set(terminalId, terminal);
    this.#ofTurn.add(terminal);
    return terminalId;
  }

  find(terminalId: unknown): Terminal {
    const terminal = this.#terminals.get(String(terminalId));
    if (!terminal) throw new RefusedRequest(`There is no terminal "${String(terminalId)}".`, NOT_FOUND);
    return terminal;
  }

  /** Ends a terminal; its id is of no more use, what it wrote stays in the log. */
  async release(terminalId: unknown): Promise<void> {
    const terminal = this.find(terminalId);
    this.#terminals.delete(String(terminalId));
    this.#ofTurn.delete(terminal);
    await terminal.release();
  }

  async releaseAll(): Promise<void> {
    const all = [...this.#terminals.values()];
    this.#terminals.clear();
    await Promise.all(all.map((terminal) => terminal.release()));
  }

  #folderOf(cwd: unknown): string {
    if (cwd === undefined || cwd === null || cwd === '') return this.#cwd;
    if (typeof cwd === 'string' && isAbsolute(cwd) && existsSync(cwd)) return cwd;
    throw new RefusedRequest('The folder of a terminal must be absolute and exist.', INVALID_PARAMS);
  }
}

/** Some agents send a whole command line as the command; no program has such a name, so a shell is meant. */
function commandOf(command: string, args: string[]): Pick<TerminalPlan, 'command' | 'args' | 'shown'> {
  const isLine = args.length === 0 && /\s/.test(command) && !existsSync(command);
  if (isLine) return { command: '/bin/sh', args: ['-c', command], shown: command };
  return { command, args, shown: [command, ...args].map(quoted).join(' ') };
}

/** As a shell would want it, so that what a person reads is what runs. */
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

function variablesOf(env: unknown): Record<string, string> {
  const pairs = listOf(env, (item) => {
    const { name, value } = fieldsOf(item);
    const isGood =
      typeof name === 'string' && /^[^=\0]+$/.test(name) && typeof value === 'string' && !value.includes('\0');
    return isGood ? ([name, value] as const) : null;
  });
  return Object.fromEntries(pairs ?? []);
}
