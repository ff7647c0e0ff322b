import { SearchAddon } from '@xterm/addon-search';
import xtermStyles from '@xterm/xterm/css/xterm.css?inline';
import { html, LitElement, nothing, type PropertyValues, type TemplateResult, unsafeCSS } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { type OwnTerminal, TERMINAL_LIMITS } from '../../../server/protocol/api/own-terminal.js';
import { chosenKeysOf, withChosenKeys } from '../../commands/chosen-keys.js';
import { formatKeys } from '../../commands/format-keys.js';
import { Keymap } from '../../commands/keymap.js';
import { COMMANDS } from '../../commands/registry.js';
import { serverCommand, UserActEvent } from '../../state/app/acts.js';
import { consume, settingsContext, workContext } from '../../state/app/contexts.js';
import { follow } from '../../state/base/follow.js';
import { controls } from '../../styles/controls.js';
import { number } from '../../ui/format.js';
import { icon } from '../../ui/icon.js';
import { MediaController } from '../../ui/media-controller.js';
import { OpenFileEvent } from '../../ui/open-file-event.js';
import { LinkFinder } from './find-links.js';
import { guardSequences, pastedText } from './guard-sequences.js';
import { terminalScreenStyles } from './terminal-screen.styles.js';
import { terminalWords } from './words.js';
import { XtermFrame } from './xterm-frame.js';

/** Lines that can be scrolled back to. */
const SCROLLBACK = 5_000;

const ARROWS = { up: 'A', down: 'B', right: 'C', left: 'D' } as const;

/** A terminal that a person works in: what it shows, and what they type, straight to it. */
@customElement('terminal-screen')
export class TerminalScreen extends LitElement {
  static override styles = [unsafeCSS(xtermStyles), controls, terminalScreenStyles];

  @property({ attribute: false }) terminal!: OwnTerminal;

  @state() private isFinding = false;
  @state() private found: { index: number; count: number } | null = null;
  /** The next letter is typed with Ctrl. */
  @state() private hasControl = false;

  @query('.screen') private readonly screen!: HTMLElement;
  @query('.find input') private readonly field!: HTMLInputElement | null;

  readonly #work = consume(this, workContext);
  readonly #touch = new MediaController(this, '(pointer: coarse)');
  readonly #settings = consume(this, settingsContext);
  readonly #keyChoices = follow(this, () => this.#settings.value);
  readonly #wanted = follow(
    this,
    () => this.#work.value?.terminals,
    ({ wanted }) => wanted,
  );
  readonly #search = new SearchAddon({ highlightLimit: 1_000 });
  readonly #observer = new ResizeObserver(() => this.#hasFocus && this.#tellSize());
  #frame: XtermFrame | null = null;
  #leave: () => void = () => {};
  /** For each piece of text that is not drawn yet, whether this tab answers what is asked in it. */
  #answers: boolean[] = [];

  override focus(): void {
    this.#frame?.terminal.focus();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#observer.observe(this);
    if (this.hasUpdated) this.#open();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#observer.disconnect();
    this.#close();
  }

  /** Looks for words in what the terminal has shown. */
  find(): void {
    this.isFinding = true;
    void this.updateComplete.then(() => this.field?.select());
  }

  protected override render(): TemplateResult {
    const { shell, number: count } = this.terminal;
    const name = terminalWords.name(shell, count);
    return html`
      ${this.isFinding ? this.#renderFind() : nothing}
      <div class="screen" dir="ltr" role="group" aria-label=${terminalWords.screen(name, this.#leaveKeys)}></div>
      ${this.#renderEnd()} ${this.#touch.matches && !this.terminal.exit ? this.#renderKeys() : nothing}
    `;
  }

  protected override updated(changed: PropertyValues<this>): void {
    const before = changed.get('terminal');
    if (changed.has('terminal') && before?.id !== this.terminal.id) this.#open();
    const { cols, rows, exit, id } = this.terminal;
    if (!this.#frame) return;
    this.#frame.terminal.options.disableStdin = exit !== null;
    this.#frame.setSize(cols, rows);
    if (this.#wanted.value === id) {
      this.focus();
      this.#work.value?.terminals.want(null);
    }
  }

  get #leaveKeys(): string {
    const toggle = COMMANDS.find(({ id }) => id === 'terminal.toggle');
    const [keys = ''] = toggle && this.#keyChoices.value ? chosenKeysOf(toggle, this.#keyChoices.value) : [];
    return formatKeys(keys).join('+');
  }

  get #hasFocus(): boolean {
    return this.shadowRoot?.activeElement !== null;
  }

  #open(): void {
    this.#close();
    const terminals = this.#work.value?.terminals;
    if (!terminals) return;
    const { id, cols, rows } = this.terminal;
    // Marking what was found is a proposed part of the library.
    const options = { cols, rows, scrollback: SCROLLBACK, allowProposedApi: true, rightClickSelectsWord: false };
    this.#frame = new XtermFrame(this.screen, options);
    const { terminal } = this.#frame;
    guardSequences(terminal, () => this.#answers[0] === true);
    terminal.loadAddon(this.#search);
    terminal.registerLinkProvider(
      new LinkFinder(terminal, {
        openFile: (path, line) => this.dispatchEvent(new OpenFileEvent(path, line)),
        openPage: (address) => window.open(address, '_blank', 'noopener,noreferrer'),
      }),
    );
    terminal.attachCustomKeyEventHandler((event) => this.#isForTerminal(event));
    terminal.onData((text) => terminals.type(id, this.#withControl(text)));
    terminal.onBinary((text) => terminals.type(id, text));
    // Anyone who works here decides how large it is.
    terminal.textarea?.addEventListener('focus', () => this.#tellSize());
    this.screen.addEventListener('paste', this.#onPaste, true);
    const write = (text: string, canAnswer: boolean, onDrawn: () => void) => {
      this.#answers.push(canAnswer);
      terminal.write(text, () => {
        this.#answers.shift();
        onDrawn();
      });
    };
    this.#leave = terminals.show(id, { write, reset: () => terminal.reset() });
  }

  #close(): void {
    this.#leave();
    this.#leave = () => {};
    this.#answers = [];
    this.#frame?.dispose();
    this.#frame = null;
  }

  #tellSize(): void {
    const size = this.#frame?.fitting(TERMINAL_LIMITS);
    const { id, cols, rows, exit } = this.terminal;
    if (!size || exit || (size.cols === cols && size.rows === rows)) return;
    this.#work.value?.terminals.resize(id, size.cols, size.rows);
  }

  /** False leaves a key to the page or the browser. */
  #isForTerminal(event: KeyboardEvent): boolean {
    if (event.type !== 'keydown') return true;
    const place = { isWriting: true, isInConversation: false, isInPanel: true, letterKeys: false };
    const choices = this.#keyChoices.value;
    const ours = COMMANDS.filter(({ worksInTerminal }) => worksInTerminal);
    if (choices && new Keymap(withChosenKeys(ours, choices)).find(event, place)) return false;
    const isMod = (event.ctrlKey || event.metaKey) && !event.altKey;
    if (!isMod) return true;
    const key = event.key.toLowerCase();
    if (key === 'v') return false;
    if (key === 'f' && (event.shiftKey || event.metaKey)) {
      event.preventDefault();
      this.find();
      return false;
    }
    const selected = this.#frame?.terminal.getSelection() ?? '';
    if (key === 'c' && (selected !== '' || event.shiftKey)) {
      event.preventDefault();
      if (selected !== '') this.dispatchEvent(new UserActEvent({ type: 'copy', text: selected, what: 'text' }));
      this.#frame?.terminal.clearSelection();
      return false;
    }
    return true;
  }

  readonly #onPaste = (event: ClipboardEvent): void => {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    event.preventDefault();
    event.stopPropagation();
    if (text !== '') this.#frame?.terminal.paste(pastedText(text));
  };

  #withControl(text: string): string {
    if (!this.hasControl) return text;
    this.hasControl = false;
    return /^[a-z@[\\\]^_]$/i.test(text) ? String.fromCharCode(text.toUpperCase().charCodeAt(0) & 0x1f) : text;
  }

  #type(text: string): void {
    this.#work.value?.terminals.type(this.terminal.id, text);
    this.focus();
  }

  #typeArrow(arrow: keyof typeof ARROWS): void {
    const isApplication = this.#frame?.terminal.modes.applicationCursorKeysMode;
    this.#type(`\x1b${isApplication ? 'O' : '['}${ARROWS[arrow]}`);
  }

  #renderKeys(): TemplateResult {
    const { keys } = terminalWords;
    const key = (name: string, press: () => void, shown: unknown = name) =>
      html`<button type="button" class="btn outline" aria-label=${name} @pointerdown=${keepFocus} @click=${press}>${shown}</button>`;
    return html`<div class="keys" role="toolbar" aria-label=${keys.label}>
      ${key(keys.escape, () => this.#type('\x1b'))} ${key(keys.tab, () => this.#type('\t'))}
      <button type="button" class="btn outline" aria-pressed=${this.hasControl} @pointerdown=${keepFocus} @click=${this.#toggleControl}>${keys.control}</button>
      ${key(keys.interrupt, () => this.#type('\x03'))}
      ${key(keys.up, () => this.#typeArrow('up'), icon('arrowUp'))} ${key(keys.down, () => this.#typeArrow('down'), icon('arrowDown'))}
      ${key(keys.left, () => this.#typeArrow('left'), icon('arrowLeft'))} ${key(keys.right, () => this.#typeArrow('right'), icon('arrowRight'))}
      ${key(keys.find, () => this.find(), icon('search'))}
    </div>`;
  }

  readonly #toggleControl = (): void => {
    this.hasControl = !this.hasControl;
    this.focus();
  };

  #renderEnd(): TemplateResult | typeof nothing {
    const { exit, id } = this.terminal;
    if (!exit) return nothing;
    const said = exit.signal > 0 ? terminalWords.killed(exit.signal) : terminalWords.exited(exit.exitCode);
    const close = () => this.dispatchEvent(new UserActEvent(serverCommand('AcpBridge', 'close_terminal', id)));
    return html`<p class="ended" role="status">${said}
      <button type="button" class="btn outline" @click=${close}>${terminalWords.close}</button></p>`;
  }

  #renderFind(): TemplateResult {
    const { find } = terminalWords;
    return html`<div class="find" role="search" @keydown=${this.#onFindKey}>
      <input type="text" dir="auto" aria-label=${find.label} placeholder=${find.label} @input=${() => this.#findNext(1, true)} />
      <output>${this.#renderFound()}</output>
      <button type="button" class="icon-btn" aria-label=${find.previous} title=${find.previous} @click=${() => this.#findNext(-1)}>${icon('arrowUp')}</button>
      <button type="button" class="icon-btn" aria-label=${find.next} title=${find.next} @click=${() => this.#findNext(1)}>${icon('arrowDown')}</button>
      <button type="button" class="icon-btn" aria-label=${find.close} title=${find.close} @click=${this.#endFind}>${icon('x')}</button>
    </div>`;
  }

  #renderFound(): string {
    if (!this.found || !this.field?.value) return '';
    const { index, count } = this.found;
    if (count === 0) return terminalWords.find.none;
    return terminalWords.find.position(number(index + 1), number(count));
  }

  #findNext(step: 1 | -1, isTyping = false): void {
    const words = this.field?.value ?? '';
    const options = { incremental: isTyping, decorations: MARKS };
    const listener = this.#search.onDidChangeResults(({ resultIndex, resultCount }) => {
      this.found = { index: resultIndex, count: resultCount };
    });
    if (words === '') this.#search.clearDecorations();
    else if (step > 0) this.#search.findNext(words, options);
    else this.#search.findPrevious(words, options);
    listener.dispose();
    this.requestUpdate();
  }

  readonly #endFind = (): void => {
    this.isFinding = false;
    this.found = null;
    this.#search.clearDecorations();
    this.focus();
  };

  readonly #onFindKey = (event: KeyboardEvent): void => {
    if (event.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return;
    if (event.key === 'Enter' && event.target !== this.field) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') this.#endFind();
    else this.#findNext(event.shiftKey ? -1 : 1);
  };
}

/** Colours that stand out on both grounds; the library takes nothing but such numbers. */
const MARKS = {
  matchBackground: '#7a6000',
  matchOverviewRuler: '#b58900',
  activeMatchBackground: '#b04a00',
  activeMatchColorOverviewRuler: '#cb4b16',
};

/** A key on the screen leaves the focus, and with it the keyboard, where it is. */
function keepFocus(event: Event): void {
  event.preventDefault();
}

declare global {
  interface HTMLElementTagNameMap {
    'terminal-screen': TerminalScreen;
  }
}
