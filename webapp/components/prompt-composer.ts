import type { AvailableCommand, SessionConfigOption, SessionModeState } from '@agentclientprotocol/sdk';
import { ContextConsumer } from '@lit/context';
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, query } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import type { AgentSummary } from '../../server/protocol/app-state.js';
import type { DraftChip } from '../../server/protocol/draft.js';
import type { QueuedPrompt, Turn, Usage } from '../../server/protocol/transcript.js';
import type { Command } from '../commands/command.js';
import { commandsContext } from '../commands/commands-context.js';
import { isAvailable } from '../commands/registry.js';
import { type UserAct, UserActEvent } from '../state/acts.js';
import { appContext } from '../state/app-context.js';
import { StoreController } from '../state/store-controller.js';
import { controls } from '../styles/controls.js';
import { renderAttachMenu } from './attach-menu.js';
import { attachMenuStyles } from './attach-menu.styles.js';
import type { ChooseEvent } from './choose-event.js';
import { ComposeController, type Composing } from './compose-controller.js';
import { EDIT_NOTE, SHELL_NOTE } from './composer-notes.js';
import { DropController } from './drop-controller.js';
import { growField } from './grow-field.js';
import { icon } from './icon.js';
import { insertSign, insertText } from './insert-text.js';
import { needElement } from './late-elements.js';
import type { PasteBackEvent } from './paste-back-event.js';
import { promptComposerStyles } from './prompt-composer.styles.js';
import { renderComposerBar } from './render-composer-bar.js';
import { StopController } from './stop-controller.js';
import { SuggestController } from './suggest-controller.js';
import { takePaste } from './take-paste.js';
import { isTouch } from './touch.js';

/**
 * Where a person writes: a native text field that grows, what hangs on the words, what the agent lets them choose,
 * Send and Stop.
 * @fires user-act - The person wrote, attached, sent, stopped or chose.
 */
@customElement('prompt-composer')
export class PromptComposer extends LitElement implements Composing {
  static override styles = [controls, promptComposerStyles, attachMenuStyles];

  /** What stands in the field; the store of drafts holds it, and what hangs on it. */
  @property({ attribute: false }) value = '';
  @property({ attribute: false }) chips: readonly DraftChip[] = [];
  @property({ attribute: false }) sessionId: string | null = null;
  @property() status: Turn['status'] = 'idle';
  @property({ attribute: false }) modes: SessionModeState | null = null;
  @property({ attribute: false }) options: readonly SessionConfigOption[] = [];
  @property({ attribute: false }) usage: Usage | null = null;
  /** The agent's own commands, its name, and what it takes besides text; null while that is not known. */
  @property({ attribute: false }) commands: readonly AvailableCommand[] = [];
  @property({ attribute: false }) agentName = '';
  @property({ attribute: false }) can: AgentSummary['prompt'] | null = null;
  @property({ attribute: false }) queue: readonly QueuedPrompt[] = [];
  /** What was sent before, the newest first. */
  @property({ attribute: false }) past: () => readonly string[] = () => [];
  /** Whether the agent waits for a permission. */
  @property({ type: Boolean }) asking = false;
  @property() placeholder = 'Ask anything';
  /** Why nobody can write here, if so. */
  @property() locked = '';

  @query('textarea') private field!: HTMLTextAreaElement | null;

  readonly #app = new ContextConsumer(this, { context: appContext, subscribe: true });
  readonly #commands = new ContextConsumer(this, { context: commandsContext, subscribe: true });
  readonly #uploads = new StoreController(
    this,
    () => this.#app.value?.uploads,
    (pending) => pending,
  );
  readonly #stopping = new StopController(this);
  readonly #suggest = new SuggestController(this);
  readonly #drop = new DropController(this, (files) => this.#attach(files));
  readonly #compose = new ComposeController(this);
  /** Whether the caret has yet to go where it was before. */
  #isCaretLost = true;

  override focus(): void {
    this.field?.focus();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('value') || changed.has('chips')) this.#compose.changed();
    if (changed.has('sessionId')) {
      this.#isCaretLost = true;
      this.#compose.edited = null;
      this.#suggest.close();
    }
    if (changed.has('status')) this.#stopping.follow(this.status);
    if (this.#hasStrip) needElement('composer-strip');
  }

  protected override updated(): void {
    growField(this.field);
    this.#findCaret();
    const drop = this.shadowRoot?.querySelector<HTMLElement>('.drop');
    if (drop && this.isConnected) drop.togglePopover(this.#drop.isOver && !this.locked);
  }

  protected override render(): TemplateResult {
    if (this.locked) return html`<div class="box readonly">${icon('info')} ${this.locked}</div>`;
    const isShell = this.value.startsWith('!');
    return html`<div class="box ${isShell ? 'shell' : ''}">
        ${isShell ? SHELL_NOTE : nothing} ${this.#compose.edited ? EDIT_NOTE : nothing} ${this.#renderMenu()} ${this.#renderStrip()}
        ${this.#renderField()}
        <div class="bar">
          ${renderAttachMenu({ take: (files) => this.#attach(files), begin: (sign) => this.field && insertSign(this.field, sign), isTouch: isTouch() })}
          ${renderComposerBar({
            ...{ modes: this.modes, options: this.options, usage: this.usage, commands: this.commands },
            ...{
              status: this.status,
              canForce: this.#stopping.canForce,
              isShell,
              isEditing: this.#compose.edited !== null,
            },
            isReady: this.#compose.isReady,
            act: (act) => this.act(act),
            stop: () => this.#stop(),
            submit: (isNow) => this.#compose.submit(isNow),
          })}
        </div>
      </div>
      ${this.#renderHint()}
      <div class="drop" popover="manual"><p>${icon('plus')} Drop to attach</p></div>`;
  }

  #renderField(): TemplateResult {
    const { trigger, activeId } = this.#suggest;
    return html`<textarea
      aria-label="Message"
      aria-autocomplete="list"
      aria-haspopup="listbox"
      aria-controls=${trigger && activeId ? 'suggestions' : nothing}
      aria-activedescendant=${trigger && activeId ? activeId : nothing}
      rows="1"
      placeholder=${this.placeholder}
      enterkeyhint=${isTouch() ? 'enter' : 'send'}
      .value=${live(this.value)}
      @input=${this.#onInput}
      @keydown=${this.#onKeyDown}
      @keyup=${this.#onCaret}
      @compositionend=${this.#onComposed}
      @click=${this.#onCaret}
      @paste=${this.#onPaste}
      @blur=${this.#onBlur}
    ></textarea>`;
  }

  #renderMenu(): TemplateResult | typeof nothing {
    const { trigger, onActive } = this.#suggest;
    if (!trigger) return nothing;
    return html`<composer-menu
      .trigger=${trigger}
      .agentCommands=${this.commands}
      .agentName=${this.agentName || 'Agent'}
      @choose=${this.#onChoose}
      @active-line=${onActive}
    ></composer-menu>`;
  }

  #renderStrip(): TemplateResult | typeof nothing {
    if (!this.#hasStrip) return nothing;
    return html`<composer-strip
      .chips=${this.chips}
      .sessionId=${this.sessionId}
      .can=${this.can}
      .agentName=${this.agentName}
      @paste-back=${this.#onPasteBack}
    ></composer-strip>`;
  }

  #renderHint(): TemplateResult | typeof nothing {
    const text = this.#stopping.isEscaping ? 'Press Escape again to stop the agent' : this.#compose.hint;
    return text ? html`<div class="hint" role="status">${text}</div>` : nothing;
  }

  get isAttaching(): boolean {
    return (this.#uploads.value ?? []).some(({ sessionId }) => sessionId === this.sessionId);
  }

  get #hasStrip(): boolean {
    return this.chips.length > 0 || this.isAttaching;
  }

  /** After a reload the person goes on where they were. */
  #findCaret(): void {
    if (!this.#isCaretLost || !this.field || this.value === '') return;
    this.#isCaretLost = false;
    const at = this.#app.value?.drafts.caretFor(this.sessionId ?? 'new') ?? this.value.length;
    this.field.setSelectionRange(at, at);
  }

  /** From the first key until the person leaves, nobody else's words get in here. */
  #onInput(event: Event): void {
    const { value: text, selectionEnd } = event.target as HTMLTextAreaElement;
    this.#isCaretLost = false;
    this.act({ type: 'hold_draft', isHeld: true });
    this.act({ type: 'write_draft', text });
    this.act({ type: 'place_caret', at: selectionEnd });
    if (!(event as InputEvent).isComposing) this.#suggest.follow(text, selectionEnd);
  }

  /** The caret may leave a word that asks for something; only typing begins one. */
  #onCaret(): void {
    if (!this.field) return;
    this.act({ type: 'place_caret', at: this.field.selectionEnd });
    if (this.#suggest.trigger) this.#onComposed();
  }

  /** An input method has put its words in. */
  #onComposed(): void {
    if (this.field) this.#suggest.follow(this.field.value, this.field.selectionEnd);
  }

  #onBlur(): void {
    this.#suggest.close();
    this.act({ type: 'hold_draft', isHeld: false });
  }

  #onPaste(event: ClipboardEvent): void {
    const pasted = takePaste(event.clipboardData, () => crypto.randomUUID());
    if (!pasted) return;
    event.preventDefault();
    if ('files' in pasted) this.#attach(pasted.files);
    else this.act({ type: 'attach_chip', chip: pasted.chip });
  }

  #onPasteBack({ chip }: PasteBackEvent): void {
    this.act({ type: 'detach_chip', chip });
    if (this.field) insertText(this.field, chip.text, [this.field.selectionStart, this.field.selectionEnd]);
  }

  #onChoose({ choice, trigger }: ChooseEvent): void {
    this.#suggest.close();
    if (choice.kind === 'run') {
      this.act({ type: 'write_draft', text: '' });
      this.act({ type: 'run_command', commandId: choice.commandId });
      return;
    }
    if (this.field) insertText(this.field, `${choice.text} `, [trigger.start, trigger.end]);
    if (choice.chip) this.act({ type: 'attach_chip', chip: choice.chip });
  }

  #onKeyDown(event: KeyboardEvent): void {
    // The key that picks a word of an input method sends nothing; Safari says so only by the code 229.
    if (event.isComposing || event.keyCode === 229) return;
    const isTaken = this.#suggest.takeKey(event) || this.#takeKey(event);
    if (isTaken) event.preventDefault();
  }

  #takeKey(event: KeyboardEvent): boolean {
    const isMod = event.ctrlKey || event.metaKey;
    const isPlain = !event.shiftKey && !event.altKey && !isMod;
    if (event.key === 'Escape') return this.#compose.leaveEdited() || this.#onEscape();
    if (event.key === 'ArrowUp' && isPlain) return this.#compose.goBack();
    if (event.key === 'ArrowDown' && isPlain) return this.#compose.goForth();
    if (event.key !== 'Enter' || event.shiftKey || event.altKey || (isTouch() && !isMod)) return false;
    if (isMod && this.asking && !this.#compose.isReady) this.act({ type: 'allow_once' });
    else this.#compose.submit(isMod);
    return true;
  }

  #onEscape(): boolean {
    if (this.status !== 'running') return false;
    if (this.#stopping.escape()) this.#stop();
    return true;
  }

  #stop(): void {
    this.#stopping.calm();
    this.act({ type: 'stop' });
  }

  #attach(files: readonly File[]): void {
    if (files.length > 0 && !this.locked) this.act({ type: 'attach_files', files });
  }

  canRun(command: Command): boolean {
    return this.#commands.value !== undefined && isAvailable(command, this.#commands.value);
  }

  show(text: string): void {
    this.act({ type: 'write_draft', text });
    void this.updateComplete.then(() => this.field?.setSelectionRange(text.length, text.length));
  }

  act(act: UserAct): void {
    this.dispatchEvent(new UserActEvent(act));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'prompt-composer': PromptComposer;
  }
}
