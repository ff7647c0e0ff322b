import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { INVALID_PARAMS, NOT_FOUND } from '../protocol/acp-codes.js';
import { AgentFault } from './agent-fault.js';
import { countOf, fieldsOf, listOf, textOf } from './read-fields.js';
import { Terminal, type TerminalSurroundings } from './terminal.js';

const DEFAULT_BYTES = 1024 * 1024;
const MOST_BYTES = 16 * 1024 * 1024;
const MOST_TERMINALS = 64;

/** The commands that one session of an agent runs through us. */
export class Terminals {
  readonly #terminals = new Map<string, Terminal>();
  readonly #around: TerminalSurroundings;
  readonly #cwd: string;
  readonly #env: Readonly<Record<string, string>>;

  constructor(around: TerminalSurroundings, cwd: string, env: Readonly<Record<string, string>>) {
    this.#around = around;
    this.#cwd = cwd;
    this.#env = env;
  }

  /** Starts a command and gives back its terminal's id at once. */
  create(params: unknown): string {
    const { command, args, env, cwd, outputByteLimit } = fieldsOf(params);
    const words = listOf(args, textOf) ?? [];
    if (typeof command !== 'string' || command === '' || [command, ...words].some((word) => word.includes('\0'))) {
      throw new AgentFault('A terminal needs a command without control characters.', INVALID_PARAMS);
    }
    if (this.#terminals.size >= MOST_TERMINALS) {
      throw new AgentFault(`This session has ${MOST_TERMINALS} terminals already; release one first.`, INVALID_PARAMS);
    }
    const terminalId = randomUUID();
    const plan = {
      terminalId,
      ...commandOf(command, words),
      cwd: this.#folderOf(cwd),
      env: { ...this.#env, ...variablesOf(env) },
      byteLimit: Math.min(countOf(outputByteLimit) ?? DEFAULT_BYTES, MOST_BYTES),
    };
    this.#terminals.set(terminalId, new Terminal(plan, this.#around));
    return terminalId;
  }

  find(terminalId: unknown): Terminal {
    const terminal = this.#terminals.get(String(terminalId));
    if (!terminal) throw new AgentFault(`There is no terminal "${String(terminalId)}".`, NOT_FOUND);
    return terminal;
  }

  /** Ends a terminal; its id is of no more use, what it wrote stays in the log. */
  async release(terminalId: unknown): Promise<void> {
    const terminal = this.find(terminalId);
    this.#terminals.delete(String(terminalId));
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
    throw new AgentFault('The folder of a terminal must be absolute and exist.', INVALID_PARAMS);
  }
}

/** Some agents send a whole command line as the command; no program has such a name, so a shell is meant. */
function commandOf(command: string, args: string[]): { command: string; args: string[] } {
  const isLine = args.length === 0 && /\s/.test(command) && !existsSync(command);
  return isLine ? { command: '/bin/sh', args: ['-c', command] } : { command, args };
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
