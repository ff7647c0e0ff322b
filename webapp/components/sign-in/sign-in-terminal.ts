import xtermStyles from '@xterm/xterm/css/xterm.css?inline';
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult, unsafeCSS } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { SIGN_IN_LIMITS, type SignInAttempt } from '../../../server/protocol/api/agent-sign-in.js';
import { agentsContext, consume } from '../../state/app/contexts.js';
import { sentenceWith } from '../../ui/sentence-parts.js';
import { label } from '../../ui/visible-text.js';
import { XtermFrame } from '../terminal/xterm-frame.js';
import { addressIn } from './find-address.js';
import { signInWords } from './words.js';

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

  readonly #agents = consume(this, agentsContext);
  #frame: XtermFrame | null = null;
  #leave: (() => void)[] = [];

  override focus(): void {
    this.#frame?.terminal.focus();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#close();
  }

  protected override render(): TemplateResult {
    return html`<div class="screen" role="group" aria-label=${signInWords.terminal}></div>
      ${this.address ? renderAddress(this.address) : nothing}`;
  }

  protected override updated(changed: PropertyValues<this>): void {
    const before = changed.get('attempt');
    if (changed.has('attempt') && before?.id !== this.attempt.id) this.#open();
    const { terminal, state } = this.attempt;
    if (!this.#frame || !terminal) return;
    this.#frame.terminal.options.disableStdin = state !== 'running';
    this.#frame.setSize(terminal.cols, terminal.rows);
  }

  #open(): void {
    this.#close();
    const signIn = this.#agents.value?.signIn;
    if (!signIn) return;
    const { cols, rows } = this.attempt.terminal ?? { cols: 80, rows: 20 };
    this.#frame = new XtermFrame(this.screen, { cols, rows });
    const { terminal } = this.#frame;
    terminal.onData((text) => signIn.type(text.slice(0, SIGN_IN_LIMITS.inputChars)));
    const write = (text: string) => terminal.write(text, () => this.#findAddress());
    const sink = { write, reset: () => terminal.reset() };
    this.#leave.push(signIn.show(this.agentId, this.attempt.id, sink));
    this.#followSize();
    // Anyone who works here decides how large it is.
    terminal.textarea?.addEventListener('focus', () => this.#tellSize());
  }

  #findAddress(): void {
    const buffer = this.#frame?.terminal.buffer.active;
    const lines = Array.from({ length: buffer?.length ?? 0 }, (_, n) => buffer?.getLine(n)).flatMap((line) =>
      line ? [{ text: line.translateToString(true), isWrapped: line.isWrapped }] : [],
    );
    this.address = addressIn(lines.slice(-MOST_LINES));
  }

  #close(): void {
    for (const leave of this.#leave.splice(0)) leave();
    this.#frame?.dispose();
    this.#frame = null;
  }

  #followSize(): void {
    const observer = new ResizeObserver(() => {
      if (this.shadowRoot?.activeElement) this.#tellSize();
    });
    observer.observe(this);
    this.#leave.push(() => observer.disconnect());
  }

  #tellSize(): void {
    const size = this.#frame?.fitting(SIGN_IN_LIMITS);
    if (!size || this.attempt.state !== 'running') return;
    const { terminal } = this.attempt;
    if (terminal?.cols !== size.cols || terminal.rows !== size.rows) {
      this.#agents.value?.signIn.resize(size.cols, size.rows);
    }
  }
}

/** For who cannot click into a terminal, and because a long address is broken there. */
function renderAddress(address: string): TemplateResult {
  return html`<p class="address">
    ${sentenceWith(signInWords.pageToOpen, html`<a href=${address} target="_blank" rel="noopener noreferrer">${label(address, 100)}</a>`)}
  </p>`;
}

declare global {
  interface HTMLElementTagNameMap {
    'sign-in-terminal': SignInTerminal;
  }
}
