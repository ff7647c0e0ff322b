import type { ContentBlock } from '@agentclientprotocol/sdk';
import type {
  AnyCommandName,
  ClassName,
  CommandArgs,
  CommandName,
  ResultOf,
  ServerMethods,
} from '../../../server/protocol/api/rpc.js';
import { RpcError } from '../../../server/protocol/api/rpc-error.js';
import type { Clock } from '../../../server/protocol/clock.js';
import { errorText } from '../../codes/error-words.js';
import type { Caller } from '../../rpc/server-link.js';
import { SharedStore } from '../base/store.js';

/** An act of a person on its way to the server. */
export interface OutboxCommand {
  readonly cmdId: string;
  readonly className: ClassName;
  readonly method: string;
  /** Without the cmdId. A prompt of before there was a session begins with null. */
  readonly args: readonly unknown[];
  readonly at: number;
  /** It may hold keys or passwords: it waits in memory only, and a refusal is shown where it was sent. */
  readonly isSecret: boolean;
  /** Why the server did not take it, or null while it is on its way. */
  readonly failure: string | null;
  /** Whether it has been on its way for so long that a person should see it waiting. */
  readonly isLate: boolean;
}

export interface OutboxPorts {
  call: Caller;
  storage: Pick<Storage, 'getItem' | 'setItem'>;
  newId(): string;
  clock: Clock;
  /** The session for a prompt that was written before one was known; `cmdId` is the prompt's. */
  findSession(cmdId: string): Promise<string>;
  /** The server refused a command, and nothing else shows that. */
  onRefused(command: OutboxCommand, error: RpcError): void;
}

interface Waiter {
  resolve(result: unknown): void;
  reject(error: RpcError): void;
}

const KEY = 'acdeck.outbox';
const LATE_MS = 400;

/**
 * What a person did and the server has not acknowledged. Kept across reloads, apart from secrets, and sent again, in
 * order, after every reconnect; the id makes the server do each once.
 */
export class OutboxStore extends SharedStore<readonly OutboxCommand[]> {
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
  send<C extends ClassName, M extends CommandName<C>>(
    className: C,
    method: M,
    ...args: CommandArgs<C, M>
  ): Promise<ResultOf<ServerMethods[C][M]>> {
    return this.#add(className, method, args).outcome as Promise<ResultOf<ServerMethods[C][M]>>;
  }

  /** The same for one that may hold keys or passwords. The sender shows a refusal in place. */
  sendSecret<C extends ClassName, M extends AnyCommandName<C>>(
    className: C,
    method: M,
    ...args: CommandArgs<C, M>
  ): Promise<ResultOf<ServerMethods[C][M]>> {
    return this.#add(className, method, args, true).outcome as Promise<ResultOf<ServerMethods[C][M]>>;
  }

  /** Sends a command whose answer nobody waits for; a refusal is passed to `onRefused`. */
  post<C extends ClassName, M extends CommandName<C>>(className: C, method: M, ...args: CommandArgs<C, M>): void {
    this.postAct({ className, method, args });
  }

  /** The same for an act, which had its types checked where it was made. */
  postAct({ className, method, args }: Pick<OutboxCommand, 'className' | 'method' | 'args'>): void {
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

  #add(className: ClassName, method: string, args: readonly unknown[], isSecret = false) {
    const { newId, clock } = this.#ports;
    const cmdId = newId();
    const at = clock.now();
    const command: OutboxCommand = { cmdId, className, method, args, at, isSecret, failure: null, isLate: false };
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

  #next(): OutboxCommand | undefined {
    if (!this.#isConnected) return undefined;
    return this.value.find(({ cmdId, failure }) => failure === null && !this.#sent.has(cmdId));
  }

  async #transmit(command: OutboxCommand): Promise<void> {
    const { cmdId, className, method, args } = command;
    try {
      const [first, ...rest] = args;
      const whole = isPrompt(command) && first === null ? [await this.#ports.findSession(cmdId), ...rest] : args;
      this.#ports.call(`${className}.${method}`, [cmdId, ...whole]).then(
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

  #refuse(command: OutboxCommand, error: RpcError): void {
    this.#sent.delete(command.cmdId);
    if (error.name === 'disconnected') {
      this.#isConnected = false;
      return;
    }
    // Silence says nothing about what the server did: a computer that sleeps right after Enter wakes up to it.
    if (error.name === 'timeout') {
      void this.#pump();
      return;
    }
    if (isPrompt(command)) this.#change(command.cmdId, { failure: errorText(error) });
    else {
      this.discard(command.cmdId);
      if (!command.isSecret) this.#ports.onRefused(command, error);
    }
    this.#waiters.get(command.cmdId)?.reject(error);
    this.#waiters.delete(command.cmdId);
  }

  #change(cmdId: string, change: Partial<OutboxCommand>): void {
    const at = this.value.findIndex((command) => command.cmdId === cmdId);
    if (at >= 0) this.#keep(this.value.with(at, { ...this.value[at]!, ...change }));
  }

  #keep(commands: readonly OutboxCommand[]): void {
    this.set(commands);
    try {
      this.#ports.storage.setItem(KEY, JSON.stringify(commands.filter(({ isSecret }) => !isSecret)));
    } catch {
      // A full storage only costs the survival of a reload.
    }
  }
}

/** Selects the prompts on their way: the same list again while none of them has changed. */
export function outboxPrompts(): (commands: readonly OutboxCommand[]) => readonly OutboxCommand[] {
  let before: readonly OutboxCommand[] = [];
  return (commands) => {
    const prompts = commands.filter(isPrompt);
    const isSame = prompts.length === before.length && prompts.every((prompt, n) => prompt === before[n]);
    if (!isSame) before = prompts;
    return before;
  };
}

/** Whether a command is a prompt, which stays on screen until it is taken. */
export function isPrompt(command: OutboxCommand): boolean {
  return command.className === 'AcpBridge' && command.method === 'prompt';
}

function readCommands(storage: Pick<Storage, 'getItem'>): readonly OutboxCommand[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(KEY) ?? '[]');
    return Array.isArray(kept)
      ? kept.map((command: OutboxCommand) => ({ ...command, isSecret: false, isLate: true }))
      : [];
  } catch {
    return [];
  }
}
