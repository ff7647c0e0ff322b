import type { AvailableCommand, SessionConfigOption, SessionModeState } from '@agentclientprotocol/sdk';
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import type { AgentSummary } from '../../../server/protocol/api/app-state.js';
import type { DraftChip } from '../../../server/protocol/api/draft.js';
import type { QueuedPrompt, Turn, Usage } from '../../../server/protocol/transcript/transcript.js';
import type { Costs } from '../../../server/protocol/usage-sum.js';
import { type Command, commandsContext } from '../../commands/command.js';
import { isAvailable } from '../../commands/registry.js';
import { sessionCommand, type UserAct, UserActEvent } from '../../state/app/acts.js';
import { composerContext, consume } from '../../state/app/contexts.js';
import { type PageAct, PageActEvent } from '../../state/app/page-acts.js';
import { follow } from '../../state/base/follow.js';
import { isMention, mentionText } from '../../state/composer/chip-blocks.js';
import { controls } from '../../styles/controls.js';
import { icon } from '../../ui/icon.js';
import { lateElement } from '../../ui/late-element.js';
import { isTouch } from '../../ui/media-controller.js';
import { holdKeys, typeInto } from '../../ui/typing.js';
import { WidthController } from '../../ui/width-controller.js';
import { renderAttachMenu } from './attach-menu.js';
import { attachMenuStyles } from './attach-menu.styles.js';
import { ComposeController, type Composing } from './compose-controller.js';
import type { ChooseEvent, PasteBackEvent } from './composer-events.js';
import { DropController } from './drop-controller.js';
import { promptComposerStyles } from './prompt-composer.styles.js';
import { renderComposerBar } from './render-composer-bar.js';
import { optionMenus } from './render-options.js';
import { StopController } from './stop-controller.js';
import { SuggestController } from './suggest-controller.js';
import { takePaste } from './take-paste.js';
import { composerWords } from './words.js';

/** What the composer says while a line begins with `!`. */
const SHELL_NOTE = html`<div class="shell-note" role="status">
  ${icon('terminal')} <b>${composerWords.shell}</b> <span>${composerWords.shellNote}</span>
</div>`;

/** What the composer says while a queued message is changed. */
const EDIT_NOTE = html`<div class="shell-note" role="status">
  ${icon('pencil')} <b>${composerWords.editing}</b> <span>${composerWords.editingNote}</span>
</div>`;

const needOptionPicker = lateElement(() => import('../pickers/option-picker.js'));
const needComposerStrip = lateElement(() => import('./composer-strip.js'));

const INTERRUPT_KEYS = /Mac|iP(ad|hone)/.test(navigator.platform) ? '⌘Enter' : 'Ctrl+Enter';

/** Where the hints would need a second line. */
const HINT_WIDTH = 680;
const SLIM_WIDTH = 400;

/**
 * Where a person writes: a native text field that grows, what hangs on the words, what the agent lets them choose,
 * Send and Stop.
 * @fires user-act - The person wrote, attached, sent, stopped or chose.
 */
@customElement('prompt-composer')
export class PromptComposer extends LitElement implements Composing {
  static override styles = [controls, promptComposerStyles, attachMenuStyles];

  /** What is in the field; the store of drafts holds it, and what hangs on it. */
  @property({ attribute: false }) value = '';
  @property({ attribute: false }) chips: readonly DraftChip[] = [];
  @property({ attribute: false }) sessionId: string | null = null;
  @property() status: Turn['status'] = 'idle';
  @property({ attribute: false }) modes: SessionModeState | null = null;
  @property({ attribute: false }) options: readonly SessionConfigOption[] = [];
  @property({ attribute: false }) usage: Usage | null = null;
  @property({ attribute: false }) spent: Costs = {};
  /** Whether other sessions have worked for this one. */
  @property({ type: Boolean, attribute: 'has-tasks' }) hasTasks = false;
  /** The agent's own commands, its name, and what it takes besides text; null while that is not known. */
  @property({ attribute: false }) commands: readonly AvailableCommand[] = [];
  @property({ attribute: false }) agentName = '';
  @property({ attribute: false }) agentId = '';
  @property({ attribute: false }) can: AgentSummary['prompt'] | null = null;
  @property({ attribute: false }) queue: readonly QueuedPrompt[] = [];
  /** What was sent before, the newest first. */
  @property({ attribute: false }) past: () => readonly string[] = () => [];
  /** Whether the agent waits for a permission. */
  @property({ type: Boolean }) asking = false;
  @property() placeholder = composerWords.ask;
  /** Why nobody can write here, if so. */
  @property() locked = '';

  /** There is more in the field than it shows. */
  @state() private isFull = false;
  /** The person wants more room to write. */
  @state() private isTall = false;
  /** The agent's option whose values are shown, and its chip. */
  @state() private picked: { readonly menuId: string; readonly chip: HTMLElement } | null = null;

  @query('textarea') private field!: HTMLTextAreaElement | null;

  readonly #writing = consume(this, composerContext);
  readonly #commands = consume(this, commandsContext);
  readonly #uploads = follow(this, () => this.#writing.value?.uploads);
  readonly #stopping = new StopController(this);
  readonly #suggest = new SuggestController(this);
  readonly #drop = new DropController(this, (files) => this.#attach(files));
  readonly #compose = new ComposeController(this);
  readonly #width = new WidthController(this, HINT_WIDTH, { isGuessed: true });
  readonly #slim = new WidthController(this, SLIM_WIDTH, { isGuessed: true });
  /** Whether the caret has yet to go where it was before. */
  #isCaretLost = true;

  override focus(): void {
    this.field?.focus();
  }

  /** Does what Enter does. */
  submit(): void {
    this.#compose.submit(false);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('value') || changed.has('chips')) this.#compose.changed();
    if (changed.has('sessionId')) {
      this.#isCaretLost = true;
      this.#compose.edited = null;
      // What was begun before there was a session goes on in it.
      if (changed.get('sessionId') !== null) this.#suggest.close();
      this.picked = null;
    }
    if (changed.has('status')) this.#stopping.follow(this.status);
    if (this.#hasStrip) needComposerStrip();
  }

  protected override updated(changed: PropertyValues<this>): void {
    growField(this.field);
    this.#measure();
    this.#findCaret();
    if (changed.has('sessionId') && this.#suggest.trigger) this.#onComposed();
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
            modes: this.modes,
            options: this.options,
            usage: this.usage,
            spent: this.spent,
            tasksOf: this.hasTasks ? this.sessionId : null,
            commands: this.commands,
            status: this.status,
            canForce: this.#stopping.canForce,
            isShell,
            isEditing: this.#compose.edited !== null,
            isReady: this.#compose.isReady,
            act: (act) => this.act(act),
            openMenu: this.picked?.menuId ?? null,
            open: (menuId, chip) => this.#openPicker(menuId, chip),
            stop: () => this.#stop(),
            submit: (isNow) => this.#compose.submit(isNow),
          })}
        </div>
      </div>
      ${this.#renderPicker()} ${this.#renderHint()}
      <div class="drop" popover="manual"><p>${icon('plus')} ${composerWords.dropHere}</p></div>`;
  }

  #renderField(): TemplateResult {
    const { trigger, activeId } = this.#suggest;
    return html`<div class="field ${this.isTall ? 'tall' : ''} ${this.isFull ? 'full' : ''}">${this.#renderExpand()}<textarea
      aria-label=${composerWords.message}
      aria-autocomplete="list"
      aria-haspopup="listbox"
      aria-controls=${trigger && activeId ? 'suggestions' : nothing}
      aria-activedescendant=${trigger && activeId ? activeId : nothing}
      rows="1"
      dir="auto"
      placeholder=${this.#placeholder()}
      enterkeyhint=${isTouch() ? 'enter' : 'send'}
      .value=${live(this.value)}
      @input=${this.#onInput}
      @keydown=${this.#onKeyDown}
      @keyup=${this.#onCaret}
      @compositionend=${this.#onComposed}
      @click=${this.#onCaret}
      @paste=${this.#onPaste}
      @blur=${this.#onBlur}
    ></textarea></div>`;
  }

  /** Offered as soon as there is more than the field shows. */
  #renderExpand(): TemplateResult | typeof nothing {
    if (!this.isFull && !this.isTall) return nothing;
    const name = this.isTall ? composerWords.shrink : composerWords.expand;
    return html`<button class="icon-btn expand" type="button" aria-label=${name} title=${name} @click=${this.#onExpand}>
      ${icon(this.isTall ? 'minimize' : 'maximize')}
    </button>`;
  }

  #placeholder(): string {
    const isShort = isTouch() || this.#slim.isNarrow;
    if (this.status !== 'idle') return isShort ? composerWords.queue : composerWords.queueOrInterrupt(INTERRUPT_KEYS);
    return isShort || this.#width.isNarrow ? this.placeholder : composerWords.hints(this.placeholder);
  }

  #onExpand(): void {
    this.isTall = !this.isTall;
    this.focus();
  }

  #renderMenu(): TemplateResult | typeof nothing {
    const { trigger, onActive } = this.#suggest;
    if (!trigger) return nothing;
    return html`<composer-menu
      .trigger=${trigger}
      .agentCommands=${this.commands}
      .agentName=${this.agentName || composerWords.agent}
      @choose=${this.#onChoose}
      @active-line=${onActive}
    ></composer-menu>`;
  }

  #renderPicker(): TemplateResult | typeof nothing {
    if (!this.picked) return nothing;
    const { menuId, chip } = this.picked;
    const menu = optionMenus(this.modes, this.options).find(({ id }) => id === menuId);
    if (!menu) return nothing;
    return html`<option-picker .menu=${menu} .agentId=${this.agentId} .chip=${chip} @picker-closed=${this.#onPicked}></option-picker>`;
  }

  #openPicker(menuId: string, chip: HTMLElement): void {
    needOptionPicker();
    this.picked = this.picked?.menuId === menuId ? null : { menuId, chip };
    if (this.picked) void holdKeys(this.#pickerOpened());
  }

  async #pickerOpened(): Promise<void> {
    await customElements.whenDefined('option-picker');
    await this.updateComplete;
    await this.shadowRoot?.querySelector('option-picker')?.opened;
  }

  /** Anyone who has chosen goes on writing, unless they have gone elsewhere by themselves. */
  #onPicked(): void {
    this.picked = null;
    const active = this.shadowRoot?.activeElement;
    const isFree = document.activeElement === document.body || active?.matches('.option, option-picker') === true;
    if (isFree && !isTouch()) this.focus();
  }

  #renderStrip(): TemplateResult | typeof nothing {
    if (!this.#hasStrip) return nothing;
    return html`<composer-strip
      .chips=${this.chips}
      .sessionId=${this.sessionId}
      .can=${this.can}
      .agentName=${this.agentName}
      @paste-back=${this.#onPasteBack}
      @user-act=${this.#onStripAct}
    ></composer-strip>`;
  }

  #renderHint(): TemplateResult | typeof nothing {
    const text = this.#stopping.isEscaping ? composerWords.escapeAgain : this.#compose.hint;
    return text ? html`<div class="hint" role="status">${text}</div>` : nothing;
  }

  get isAttaching(): boolean {
    return (this.#uploads.value ?? []).some(({ sessionId }) => sessionId === this.sessionId);
  }

  get #hasStrip(): boolean {
    return this.chips.length > 0 || this.isAttaching;
  }

  #measure(): void {
    const { field } = this;
    if (!field) return;
    if (this.value === '') this.isTall = false;
    // To ask an empty field, the page would be laid out before it is complete.
    this.isFull = this.value !== '' && field.scrollHeight > field.clientHeight + 1;
  }

  /** After a reload the person goes on where they were. */
  #findCaret(): void {
    if (!this.#isCaretLost || !this.field || this.value === '') return;
    this.#isCaretLost = false;
    const at = this.#writing.value?.drafts.caretFor(this.sessionId ?? 'new') ?? this.value.length;
    this.field.setSelectionRange(at, at);
  }

  /** From the first key until the person leaves, nobody else's words get in here. */
  #onInput(event: Event): void {
    const { value: text, selectionEnd } = event.target as HTMLTextAreaElement;
    this.#isCaretLost = false;
    // Drawn before the store has told it, the field would be set to the old words, and undo would be lost.
    this.value = text;
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
    if (this.field) typeInto(this.field, chip.text, [this.field.selectionStart, this.field.selectionEnd]);
  }

  /** A mention goes with its words, and as if somebody had deleted them, so that undo brings both back. */
  #onStripAct(event: UserActEvent): void {
    const { act } = event;
    if (act.type !== 'detach_chip' || !isMention(act.chip) || !this.field || isTouch()) return;
    const words = mentionText(act.chip);
    const at = this.field.value.indexOf(words);
    if (at < 0) return;
    event.stopPropagation();
    typeInto(this.field, '', [at, at + words.length]);
  }

  #onChoose({ choice, trigger }: ChooseEvent): void {
    this.#suggest.close();
    if (choice.kind === 'run') {
      this.act({ type: 'write_draft', text: '' });
      this.pageAct({ type: 'run_command', commandId: choice.commandId });
      return;
    }
    if (this.field) typeInto(this.field, `${choice.text} `, [trigger.start, trigger.end]);
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
    if (isMod && this.asking && !this.#compose.isReady) this.pageAct({ type: 'allow_once' });
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
    this.act(sessionCommand('AcpBridge', 'cancel'));
  }

  #attach(files: readonly File[]): void {
    if (files.length === 0 || this.locked) return;
    this.act({ type: 'attach_files', files });
    // Whoever gives a file has something to say about it. Where that would bring up a keyboard, they say when.
    if (!isTouch()) this.focus();
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

  pageAct(act: PageAct): void {
    this.dispatchEvent(new PageActEvent(act));
  }
}

/** Makes a field as high as its words, in browsers that cannot do so by themselves. */
function growField(field: HTMLTextAreaElement | null): void {
  if (!field || CSS.supports('field-sizing', 'content')) return;
  field.style.height = 'auto';
  field.style.height = `${field.scrollHeight}px`;
}

/** Types a sign for the person, so that its menu opens; commands and shell lines begin the message. */
function insertSign(field: HTMLTextAreaElement, sign: '@' | '/' | '#' | '!'): void {
  const at = sign === '/' || sign === '!' ? 0 : field.selectionEnd;
  const isGlued = at > 0 && !/\s$/.test(field.value.slice(0, at));
  typeInto(field, `${isGlued ? ' ' : ''}${sign}`, [at, at]);
}

declare global {
  interface HTMLElementTagNameMap {
    'prompt-composer': PromptComposer;
  }
}
