import type { AvailableCommand } from '@agentclientprotocol/sdk';
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { DraftChip } from '../../server/protocol/draft.js';
import { textOf } from '../../server/protocol/reduce-turn.js';
import type { QueuedPrompt, Turn } from '../../server/protocol/transcript.js';
import type { Command } from '../commands/command.js';
import type { UserAct } from '../state/acts.js';
import { HistoryWalk } from './history-walk.js';
import { slashCommand } from './slash-command.js';

/** What is being written, and what it could become. */
export interface Composing extends ReactiveControllerHost {
  readonly value: string;
  readonly chips: readonly DraftChip[];
  readonly queue: readonly QueuedPrompt[];
  readonly commands: readonly AvailableCommand[];
  readonly status: Turn['status'];
  readonly past: () => readonly string[];
  /** Whether something is still on its way to the server. */
  readonly isAttaching: boolean;
  canRun(command: Command): boolean;
  /** Puts words into the field, with the caret at their end. */
  show(text: string): void;
  act(act: UserAct): void;
}

/** Decides what Enter means for what stands in the composer, and what the arrows bring back into it. */
export class ComposeController implements ReactiveController {
  readonly #host: Composing;
  readonly #walk = new HistoryWalk();
  /** The queued message that is being changed, or null. */
  edited: string | null = null;
  /** Why Enter did nothing, if so. */
  hint = '';
  /** What was sent and still stands there. */
  #sent: string | null = null;

  constructor(host: Composing) {
    this.#host = host;
    host.addController(this);
  }

  hostUpdate(): void {
    const { queue } = this.#host;
    if (this.edited && !queue.some(({ promptId }) => promptId === this.edited)) this.edited = null;
  }

  /** The words or what hangs on them have changed. */
  changed(): void {
    this.#sent = null;
    this.hint = '';
  }

  get isReady(): boolean {
    return this.#host.value.trim() !== '' || this.#host.chips.length > 0;
  }

  submit(isNow: boolean): void {
    const { value: text, isAttaching } = this.#host;
    if (text.startsWith('!')) this.#host.act({ type: 'run_shell', line: text });
    else if (this.edited) this.#saveEdited(this.edited, text.trim());
    else if (this.#runCommand(text)) return;
    else if (isAttaching) this.#say('Something is still being attached: wait for it, or remove it');
    else this.#send(isNow);
  }

  /** From an empty field: the last queued message to be changed, else what was sent before. */
  goBack(): boolean {
    const { value, chips, queue, past } = this.#host;
    const last = queue.at(-1);
    if (value === '' && chips.length === 0 && last && !this.edited) {
      this.edited = last.promptId;
      return this.#show(textOf(last.content));
    }
    return !this.edited && this.#show(this.#walk.older(value, past));
  }

  goForth(): boolean {
    return this.#show(this.#walk.newer(this.#host.value));
  }

  /** Leaves a queued message as it was; false if none is being changed. */
  leaveEdited(): boolean {
    if (!this.edited) return false;
    this.edited = null;
    return this.#show('');
  }

  /** Once for the same words: they stay here until the server has them. */
  #send(isNow: boolean): void {
    const { value, chips, status } = this.#host;
    const what = [value, ...chips.map(({ key }) => key)].join('\n');
    if (!this.isReady || what === this.#sent) return;
    this.#sent = what;
    const text = value.trim();
    const extras = { ...(chips.length > 0 && { chips }), ...(isNow && status !== 'idle' && { isNow }) };
    this.#host.act({ type: 'send_prompt', content: text ? [{ type: 'text', text }] : [], ...extras });
  }

  #runCommand(text: string): boolean {
    const typed = slashCommand(text, this.#host.commands);
    if (!typed) return false;
    if (!this.#host.canRun(typed.command)) {
      this.#say(`/${typed.command.slash} cannot be used here: “${typed.command.title}” is not possible now`);
      return true;
    }
    this.#host.act({ type: 'write_draft', text: '' });
    this.#host.act({ type: 'run_command', commandId: typed.command.id, argument: typed.argument });
    return true;
  }

  /** The words change; what else was attached stays. */
  #saveEdited(promptId: string, text: string): void {
    const prompt = this.#host.queue.find((queued) => queued.promptId === promptId);
    if (!prompt || !text) return;
    const rest = prompt.content.filter((block) => block.type !== 'text');
    this.edited = null;
    this.#host.act({ type: 'edit_queued', promptId, content: [{ type: 'text', text }, ...rest] });
    this.#host.act({ type: 'write_draft', text: '' });
  }

  #say(hint: string): void {
    this.hint = hint;
    this.#host.requestUpdate();
  }

  #show(text: string | null): boolean {
    if (text === null) return false;
    this.#host.show(text);
    this.#host.requestUpdate();
    return true;
  }
}
