import type { AvailableCommand } from '@agentclientprotocol/sdk';
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { DraftChip } from '../../../server/protocol/api/draft.js';
import { promptWords } from '../../../server/protocol/transcript/reduce-turn.js';
import type { QueuedPrompt, Turn } from '../../../server/protocol/transcript/transcript.js';
import type { Command } from '../../commands/command.js';
import { sessionCommand, type UserAct } from '../../state/app/acts.js';
import type { PageAct } from '../../state/app/page-acts.js';
import { slashCommand } from './slash-command.js';
import { composerWords } from './words.js';

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
  pageAct(act: PageAct): void;
}

/** Decides what Enter means for what is in the composer, and what the arrows bring back into it. */
export class ComposeController implements ReactiveController {
  readonly #host: Composing;
  readonly #walk = new HistoryWalk();
  /** The queued message that is being changed, or null. */
  edited: string | null = null;
  /** Why Enter did nothing, if so. */
  hint = '';
  /** What was sent and still is there. */
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
    else if (isAttaching) this.#say(composerWords.stillUploading);
    else this.#send(isNow);
  }

  /** From an empty field: the last queued message to be changed, else what was sent before. */
  goBack(): boolean {
    const { value, chips, queue, past } = this.#host;
    const last = queue.at(-1);
    if (value === '' && chips.length === 0 && last && !this.edited) {
      this.edited = last.promptId;
      return this.#show(promptWords(last.content));
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
      this.#say(composerWords.unavailable(typed.command.slash ?? ''));
      return true;
    }
    this.#host.act({ type: 'write_draft', text: '' });
    this.#host.pageAct({ type: 'run_command', commandId: typed.command.id, argument: typed.argument });
    return true;
  }

  /** The words change; what else was attached stays. */
  #saveEdited(promptId: string, text: string): void {
    const prompt = this.#host.queue.find((queued) => queued.promptId === promptId);
    if (!prompt || !text) return;
    const rest = prompt.content.filter((block) => block.type !== 'text');
    this.edited = null;
    this.#host.act(sessionCommand('AcpBridge', 'edit_queued', promptId, [{ type: 'text', text }, ...rest]));
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

/** Goes back and forth in what a person has sent, from an empty field and back to it. */
class HistoryWalk {
  #past: readonly string[] = [];
  #at = -1;

  /** The next older words, or null if there are none or the person is in the middle of something. */
  older(now: string, past: () => readonly string[]): string | null {
    if (!this.#isAt(now)) this.#at = -1;
    if (this.#at < 0 && now !== '') return null;
    if (this.#at < 0) this.#past = past();
    if (this.#at + 1 >= this.#past.length) return null;
    this.#at += 1;
    return this.#past[this.#at]!;
  }

  /** The next newer words, the empty field at last; null if nobody is walking. */
  newer(now: string): string | null {
    if (this.#at < 0 || !this.#isAt(now)) return null;
    this.#at -= 1;
    return this.#past[this.#at] ?? '';
  }

  #isAt(now: string): boolean {
    return this.#at >= 0 && this.#past[this.#at] === now;
  }
}
