import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { type AuthMethod, RequestError } from '@agentclientprotocol/sdk';

/** What follows the agent's own arguments when it is started to sign somebody in. */
const SIGN_IN_ARGUMENT = '--sign-in';

/**
 * An account for the demo agent, to try out how signing in looks: with `ACDECK_DEMO_LOGIN` set to a method of ACP (or
 * several, with commas) it refuses that until somebody has signed in. Without it there is no account at all.
 */
export class DemoSignIn {
  readonly #refused: readonly string[];
  readonly #file: string | null;

  constructor(env: NodeJS.ProcessEnv) {
    this.#refused = (env.ACDECK_DEMO_LOGIN ?? '').split(',').filter(Boolean);
    this.#file = env.ACDECK_DEMO_DIR ? join(env.ACDECK_DEMO_DIR, 'signed-in') : null;
  }

  static get isWanted(): boolean {
    return process.argv.includes(SIGN_IN_ARGUMENT);
  }

  get isOffered(): boolean {
    return this.#refused.length > 0 && this.#file !== null;
  }

  methods(hasTerminal: boolean): AuthMethod[] {
    if (!this.isOffered) return [];
    const description = 'Asks for a word and takes any but "no"';
    const terminal: AuthMethod = {
      id: 'terminal',
      name: 'In a terminal',
      type: 'terminal',
      args: [SIGN_IN_ARGUMENT],
      description,
    };
    const picked = {
      command: process.execPath,
      args: [...process.argv.slice(1), SIGN_IN_ARGUMENT],
      label: 'Demo sign-in',
    };
    return [
      { id: 'agent', name: 'At once', description: 'The demo agent believes you' },
      ...(hasTerminal ? [terminal] : []),
      { id: 'picked', name: 'With a command of its own', _meta: { 'terminal-auth': picked } },
    ];
  }

  /** Throws what agents throw while nobody is signed in. */
  check(method: string): void {
    const isIn = this.#file !== null && existsSync(this.#file);
    if (this.isOffered && this.#refused.includes(method) && !isIn) throw RequestError.authRequired();
  }

  enter(): void {
    if (!this.#file) return;
    mkdirSync(join(this.#file, '..'), { recursive: true, mode: 0o700 });
    writeFileSync(this.#file, '');
  }

  leave(): void {
    if (this.#file) rmSync(this.#file, { force: true });
  }

  /** The sign-in itself, in a terminal; gives back the exit code. */
  async ask(): Promise<number> {
    const terminal = createInterface({ input: process.stdin, output: process.stdout });
    const word = await terminal.question(
      '\u001b[1mDemo agent\u001b[0m: what is the word? (\u001b[32many\u001b[0m but "no") ',
    );
    terminal.close();
    if (word.trim() === 'no') {
      process.stdout.write('\u001b[31mThat is not the word.\u001b[0m\n');
      return 1;
    }
    this.enter();
    process.stdout.write('Welcome.\n');
    return 0;
  }
}
