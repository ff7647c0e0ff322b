import type { TerminalTab } from '../ports/terminal-tab.js';
import type { ProcessGuard } from '../processes/process-guard.js';
import { MAIN_ROOT } from '../protocol/api/changes.js';
import type { OwnTerminal, OwnTerminalOutput, TerminalSize } from '../protocol/api/own-terminal.js';
import type { Done } from '../protocol/api/rpc.js';
import { RpcError } from '../protocol/api/rpc-error.js';
import type { TerminalPort } from '../rpc/services.js';
import type { Act } from '../sessions/log/act.js';
import type { AppLog } from '../sessions/log/app-log.js';
import type { SettingsFile } from '../settings/settings-file.js';
import type { OwnTerminals } from '../terminals/own-terminals.js';
import { shellRefusal } from './late-shell.js';

export interface LateTerminalsParts {
  readonly guard: ProcessGuard;
  readonly settings: Pick<SettingsFile, 'config' | 'path'>;
  readonly app: Pick<AppLog, 'append' | 'current' | 'head'>;
}

/** The terminals of people; what they take is loaded with the first one. */
export class LateTerminals implements TerminalPort {
  readonly #parts: LateTerminalsParts;
  #loading: Promise<OwnTerminals> | null = null;
  #terminals: OwnTerminals | null = null;
  #isStopped = false;

  constructor(parts: LateTerminalsParts) {
    this.#parts = parts;
  }

  async open(act: Act, size: TerminalSize, rootId: string = MAIN_ROOT): Promise<OwnTerminal> {
    const { settings, app } = this.#parts;
    const reason = shellRefusal(settings, act);
    if (reason) throw new RpcError('forbidden', 'Terminals are turned off here.', reason);
    const root = app.current.roots?.find(({ id }) => id === rootId);
    if (!root) throw new RpcError('not_found', 'There is no such folder.', { code: 'unknown_root', rootId });
    if (this.#isStopped) throw new RpcError('unavailable', 'The server is stopping.', { code: 'no_terminal' });
    this.#loading ??= this.#load();
    const terminals = await this.#loading;
    return terminals.open({ rootId, path: root.path }, size);
  }

  close(terminalId: string): Done {
    // It is gone from the tabs at once; that its processes end takes a moment.
    void this.#terminals?.close(terminalId);
    return { seq: this.#parts.app.head };
  }

  watch(tab: TerminalTab, terminalId: string, from: number): OwnTerminalOutput {
    return this.#loaded().watch(tab, terminalId, from);
  }

  leave(tab: TerminalTab, terminalId: string): void {
    this.#terminals?.leave(tab, terminalId);
  }

  confirm(tab: TerminalTab, terminalId: string, offset: number): void {
    this.#terminals?.confirm(tab, terminalId, offset);
  }

  type(tab: TerminalTab, terminalId: string, text: string): void {
    this.#loaded().type(tab, terminalId, text);
  }

  resize(tab: TerminalTab, terminalId: string, size: TerminalSize): void {
    this.#loaded().resize(tab, terminalId, size);
  }

  dropTab(tab: Pick<TerminalTab, 'id'>): void {
    this.#terminals?.dropTab(tab);
  }

  /** Ends all terminals; settles when no process is left. */
  async stopAll(): Promise<void> {
    this.#isStopped = true;
    await (await this.#loading)?.stopAll();
  }

  async #load(): Promise<OwnTerminals> {
    const { guard, app } = this.#parts;
    const { OwnTerminals: Terminals } = await import('../terminals/own-terminals.js');
    this.#terminals = new Terminals({
      guard,
      env: process.env,
      onChange: (terminal) => app.append({ type: 'terminal_changed', terminal }),
      onGone: (terminalId) => app.append({ type: 'terminal_gone', terminalId }),
    });
    return this.#terminals;
  }

  #loaded(): OwnTerminals {
    if (this.#terminals) return this.#terminals;
    throw new RpcError('not_found', 'There is no such terminal.', { code: 'no_terminal' });
  }
}
