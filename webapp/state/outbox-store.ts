import type { ContentBlock } from '@agentclientprotocol/sdk';
import type { ServerApi } from '../../server/protocol/rpc.js';
import { RpcError } from '../../server/protocol/rpc-error.js';
import type { Clock } from '../rpc/clock.js';
import { Store } from './store.js';

/** An act of a person on its way to the server. */
export interface Command {
  readonly cmdId: string;
  readonly className: keyof ServerApi;
  readonly method: string;
  /** Without the cmdId. A prompt of before there was a session begins with null. */
  readonly args: readonly unknown[];
  readonly at: number;
  /** Why the server did not take it, or null while it is on its way. */
  readonly failure: string | null;
  /** Whether it has been on its way for so long that a person should see it waiting. */
  readonly isLate: boolean;
}

/** The methods of a class that are commands, and what they take and give. */
type CommandOf<C extends keyof ServerApi, M extends keyof ServerApi[C]> = ServerApi[C][M] extends (
  cmdId: string,
  ...args: infer A
) => Promise<infer R>
  ? { args: A; result: R }
  : never;

export interface OutboxPorts {
  server: ServerApi;
  storage: Pick<Storage, 'getItem' | 'setItem'>;
  newId(): string;
  clock: Clock;
  /** The session for a prompt that was written before one was known; `cmdId` is the prompt's. */
  findSession(cmdId: string): Promise<string>;
  /** The server refused a command that is not shown anywhere by itself. */
  onRefused(command: Command, error: RpcError): void;
}

interface Waiter {
  resolve(result: unknown): void;
  reject(error: RpcError): void;
}

const KEY = 'acdeck.outbox';
const LATE_MS = 400;

/**
 * What a person did and the server has not acknowledged. Kept across reloads, sent again, in order,
 * after every reconnect; the id makes the server do each once.
 */
export class OutboxStore extends Store<readonly Command[]> {
  readonly #ports: OutboxPorts;
  readonly #waiters = new Map<string, Waiter>();
  /** What is on the wire of the present connection. */
  readonly #sent = new Set<string>();
  #isPumping = false;
  #isConnected = false;

  constructor(ports: OutboxPorts) {
    super(readCommands(ports.storage));
    this.#ports = ports;
  }

  /** Sends a command, now or as soon as there is a connection. Rejects only if the server refuses it. */
  send<C extends keyof ServerApi, M extends keyof ServerApi[C] & string>(
    className: C,
    method: M,
    ...args: CommandOf<C, M>['args']
  ): Promise<CommandOf<C, M>['result']> {
    return this.#add(className, method, args).outcome as Promise<CommandOf<C, M>['result']>;
  }

  /** Sends a command whose answer nobody waits for; a refusal is told by `onRefused`. */
  post<C extends keyof ServerApi, M extends keyof ServerApi[C] & string>(
    className: C,
    method: M,
    ...args: CommandOf<C, M>['args']
  ): void {
    this.#add(className, method, args).outcome.catch(() => {});
  }

  /**
   * Sends a prompt to a session or, if none is known yet, to the one that will be there. Resolves when
   * it needs no other place on screen: the server has it, or it is shown as late or refused.
   */
  sendPrompt(sessionId: string | null, content: ContentBlock[], isNow = false): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.#ports.clock.after(LATE_MS, resolve);
      const prompt = this.#add('AcpBridge', 'prompt', [sessionId, content]);
      prompt.outcome.then(
        () => resolve(cancel()),
        () => resolve(cancel()),
      );
      // A prompt bears the id of the command that sent it.
      if (isNow && sessionId !== null) this.post('AcpBridge', 'send_now', sessionId, prompt.cmdId);
    });
  }

  /** There is a fresh connection: everything that was not acknowledged goes out again. */
  resume(): void {
    this.#isConnected = true;
    this.#sent.clear();
    void this.#pump();
  }

  /** Sends a refused prompt again, as the same act. */
  retry(cmdId: string): void {
    this.#change(cmdId, { failure: null });
    void this.#pump();
  }

  discard(cmdId: string): void {
    this.#keep(this.value.filter((command) => command.cmdId !== cmdId));
  }

  #add(className: keyof ServerApi, method: string, args: readonly unknown[]) {
    const { newId, clock } = this.#ports;
    const cmdId = newId();
    const command: Command = { cmdId, className, method, args, at: clock.now(), failure: null, isLate: false };
    clock.after(LATE_MS, () => this.#change(cmdId, { isLate: true }));
    const outcome = new Promise((resolve, reject) => this.#waiters.set(cmdId, { resolve, reject }));
    this.#keep([...this.value, command]);
    void this.#pump();
    return { cmdId, outcome };
  }

  /** One at a time into the socket, none awaited: order is kept and nothing waits for an answer. */
  async #pump(): Promise<void> {
    if (this.#isPumping) return;
    this.#isPumping = true;
    for (let next = this.#next(); next; next = this.#next()) {
      this.#sent.add(next.cmdId);
      await this.#transmit(next);
    }
    this.#isPumping = false;
  }

  #next(): Command | undefined {
    if (!this.#isConnected) return undefined;
    return this.value.find(({ cmdId, failure }) => failure === null && !this.#sent.has(cmdId));
  }

  async #transmit(command: Command): Promise<void> {
    const { cmdId, className, method, args } = command;
    try {
      const [first, ...rest] = args;
      const whole = isPrompt(command) && first === null ? [await this.#ports.findSession(cmdId), ...rest] : args;
      const methods = this.#ports.server[className] as unknown as Record<string, (...a: unknown[]) => Promise<unknown>>;
      methods[method]!(cmdId, ...whole).then(
        (result) => this.#acknowledge(cmdId, result),
        (error) => this.#refuse(command, RpcError.from(error)),
      );
    } catch (error) {
      this.#refuse(command, RpcError.from(error));
    }
  }

  #acknowledge(cmdId: string, result: unknown): void {
    this.discard(cmdId);
    this.#waiters.get(cmdId)?.resolve(result);
    this.#waiters.delete(cmdId);
  }

  #refuse(command: Command, error: RpcError): void {
    this.#sent.delete(command.cmdId);
    if (error.code === 'disconnected') {
      this.#isConnected = false;
      return;
    }
    if (isPrompt(command)) this.#change(command.cmdId, { failure: error.message });
    else {
      this.discard(command.cmdId);
      this.#ports.onRefused(command, error);
    }
    this.#waiters.get(command.cmdId)?.reject(error);
    this.#waiters.delete(command.cmdId);
  }

  #change(cmdId: string, change: Partial<Command>): void {
    const at = this.value.findIndex((command) => command.cmdId === cmdId);
    if (at >= 0) this.#keep(this.value.with(at, { ...this.value[at]!, ...change }));
  }

  #keep(commands: readonly Command[]): void {
    this.set(commands);
    try {
      this.#ports.storage.setItem(KEY, JSON.stringify(commands));
    } catch {
      // A full storage only costs the survival of a reload.
    }
  }
}

/** Whether a command is a prompt, which stays on screen until it is taken. */
export function isPrompt(command: Command): boolean {
  return command.className === 'AcpBridge' && command.method === 'prompt';
}

function readCommands(storage: Pick<Storage, 'getItem'>): readonly Command[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.map((command: Command) => ({ ...command, isLate: true })) : [];
  } catch {
    return [];
  }
}
