import { ContextConsumer } from '@lit/context';
import { FitAddon } from '@xterm/addon-fit';
import { type ITheme, Terminal } from '@xterm/xterm';
import xtermStyles from '@xterm/xterm/css/xterm.css?inline';
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult, unsafeCSS } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { SIGN_IN_LIMITS, type SignInAttempt } from '../../server/protocol/agent-sign-in.js';
import { appContext } from '../state/app-context.js';
import { addressIn } from './address-in.js';
import { withAdoptedStyles } from './adopted-style.js';
import { label } from './visible-text.js';

/** Further up nobody looks for a page to open. */
const MOST_LINES = 200;

/** A real terminal for a sign-in: what the command shows, and what a person types, straight to it. */
@customElement('sign-in-terminal')
export class SignInTerminal extends LitElement {
  static override styles = [
    unsafeCSS(xtermStyles),
    css`
      :host {
        display: block;
        overflow: auto hidden;
        border-radius: var(--r-s);
        background: var(--sunken);
      }

      .screen {
        height: min(20rem, 38dvh);
        padding: var(--s2);
      }

      .address {
        margin: 0;
        padding: var(--s2) var(--s3);
        border-top: 1px solid var(--line);
        font: 400 var(--t-xs) / 1.5 var(--font);
        overflow-wrap: anywhere;
      }

      .address a {
        color: var(--accent);
      }

      .screen:focus-within {
        border-radius: var(--r-s);
        outline: 2px solid var(--accent);
        outline-offset: -2px;
      }
    `,
  ];

  @property() agentId = '';
  @property({ attribute: false }) attempt!: SignInAttempt;

  /** The last web address that the command has shown. */
  @state() private address: string | null = null;

  @query('.screen') private readonly screen!: HTMLElement;

  readonly #context = new ContextConsumer(this, { context: appContext, subscribe: true });
  readonly #fit = new FitAddon();
  #terminal: Terminal | null = null;
  #leave: (() => void)[] = [];

  override focus(): void {
    this.#terminal?.focus();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#close();
  }

  protected override render(): TemplateResult {
    return html`<div class="screen" role="group" aria-label="Terminal"></div>
      ${this.address ? renderAddress(this.address) : nothing}`;
  }

  protected override updated(changed: PropertyValues<this>): void {
    const before = changed.get('attempt');
    if (changed.has('attempt') && before?.id !== this.attempt.id) this.#open();
    const { terminal, state } = this.attempt;
    if (!this.#terminal || !terminal) return;
    this.#terminal.options.disableStdin = state !== 'running';
    const { cols, rows } = this.#terminal;
    if (cols !== terminal.cols || rows !== terminal.rows) this.#terminal.resize(terminal.cols, terminal.rows);
  }

  #open(): void {
    this.#close();
    const signIn = this.#context.value?.signIn;
    if (!signIn) return;
    const { cols, rows } = this.attempt.terminal ?? { cols: 80, rows: 20 };
    const terminal = new Terminal({
      ...{ cols, rows, theme: this.#theme(), fontSize: 13, lineHeight: 1.2, cursorBlink: false },
      fontFamily: getComputedStyle(this).getPropertyValue('--mono'),
      // Colours that the command picks stay readable on both grounds.
      minimumContrastRatio: 4.5,
      screenReaderMode: true,
    });
    this.#terminal = terminal;
    terminal.loadAddon(this.#fit);
    withAdoptedStyles(() => terminal.open(this.screen));
    terminal.onData((text) => signIn.type(text.slice(0, SIGN_IN_LIMITS.inputChars)));
    const write = (text: string) => terminal.write(text, () => this.#findAddress());
    const sink = { write, reset: () => terminal.reset() };
    this.#leave.push(signIn.show(this.agentId, this.attempt.id, sink), this.#followTheme());
    this.#followSize();
    // Whoever works here decides how large it is.
    terminal.textarea?.addEventListener('focus', () => this.#tellSize());
  }

  #findAddress(): void {
    const buffer = this.#terminal?.buffer.active;
    const lines = Array.from({ length: buffer?.length ?? 0 }, (_, n) => buffer?.getLine(n)).flatMap((line) =>
      line ? [{ text: line.translateToString(true), isWrapped: line.isWrapped }] : [],
    );
    this.address = addressIn(lines.slice(-MOST_LINES));
  }

  #close(): void {
    for (const leave of this.#leave.splice(0)) leave();
    this.#terminal?.dispose();
    this.#terminal = null;
  }

  #followSize(): void {
    const observer = new ResizeObserver(() => {
      if (this.shadowRoot?.activeElement) this.#tellSize();
    });
    observer.observe(this);
    this.#leave.push(() => observer.disconnect());
  }

  #tellSize(): void {
    const size = this.#fit.proposeDimensions();
    if (!size || this.attempt.state !== 'running') return;
    const cols = within(size.cols, SIGN_IN_LIMITS.cols);
    const rows = within(size.rows, SIGN_IN_LIMITS.rows);
    const { terminal } = this.attempt;
    if (terminal?.cols !== cols || terminal.rows !== rows) this.#context.value?.signIn.resize(cols, rows);
  }

  #followTheme(): () => void {
    const paint = () => {
      if (this.#terminal) this.#terminal.options.theme = this.#theme();
    };
    const dark = matchMedia('(prefers-color-scheme: dark)');
    const look = new MutationObserver(paint);
    dark.addEventListener('change', paint);
    look.observe(document.documentElement, { attributes: true });
    return () => {
      dark.removeEventListener('change', paint);
      look.disconnect();
    };
  }

  /** The page's colours as they are now: a terminal knows no variables. */
  #theme(): ITheme {
    const probe = this.screen.appendChild(document.createElement('span'));
    const colour = (token: string) => {
      probe.style.color = `var(${token})`;
      return getComputedStyle(probe).color;
    };
    const [background, foreground, accent] = [colour('--sunken'), colour('--text'), colour('--accent')];
    const selectionBackground = colour('--accent-soft');
    probe.remove();
    return { background, foreground, cursor: accent, cursorAccent: background, selectionBackground };
  }
}

/** For who cannot click into a terminal, and because a long address is broken there. */
function renderAddress(address: string): TemplateResult {
  return html`<p class="address">
    Page to open: <a href=${address} target="_blank" rel="noopener noreferrer">${label(address, 100)}</a>
  </p>`;
}

function within(value: number, { least, most }: { least: number; most: number }): number {
  return Math.max(least, Math.min(most, Math.floor(value)));
}

declare global {
  interface HTMLElementTagNameMap {
    'sign-in-terminal': SignInTerminal;
  }
}
