import { ContextConsumer } from '@lit/context';
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { TerminalEntry } from '../../server/protocol/entries.js';
import { entryAt, findEntry } from '../../server/protocol/entry-list.js';
import { adoptStyles } from '../components/adopt-styles.js';
import { sessionContext } from '../state/app-context.js';
import { StoreController } from '../state/store-controller.js';
import { ansiRuns, lastLines } from './ansi.js';

const styles = css`
  terminal-output {
    display: block;
    min-width: 0;
  }

  .term {
    max-height: 22rem;
    margin: 0;
    padding: var(--s2) var(--s3);
    overflow: auto;
    color: var(--text);
    font: 400 var(--t-xs) / var(--lh-code) var(--mono);
    white-space: pre-wrap;
    overflow-wrap: anywhere;
    tab-size: 8;
  }

  .term-note {
    padding: 0 var(--s3) var(--s2);
    color: var(--text-3);
    font-size: var(--t-xs);
  }

  .ansi-bold { font-weight: 650; }
  .ansi-dim { color: var(--text-3); }
  .ansi-italic { font-style: italic; }
  .ansi-underline { text-decoration: underline; }
  .ansi-red { color: var(--danger); }
  .ansi-green { color: var(--ok); }
  .ansi-yellow { color: var(--warn); }
  .ansi-blue, .ansi-cyan { color: var(--info); }
  .ansi-magenta { color: var(--accent); }
  .ansi-black { color: var(--text-3); }
`;

const MOST_LINES = 2_000;

/** What a terminal has printed, with its colours. Light DOM. */
@customElement('terminal-output')
export class TerminalOutput extends LitElement {
  @property({ attribute: 'terminal-id' }) terminalId = '';
  /** Shows only so many of the last lines; 0 for all. */
  @property({ type: Number }) tail = 0;

  readonly #session = new ContextConsumer(this, { context: sessionContext, subscribe: true });
  readonly #entry = new StoreController(
    this,
    () => this.#session.value,
    ({ transcript: { entries } }) =>
      entryAt(entries, findEntry(entries, `terminal:${this.terminalId}`)) as TerminalEntry | undefined,
  );

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    adoptStyles(this, styles);
  }

  protected override render(): TemplateResult | typeof nothing {
    const entry = this.#entry.value;
    if (!entry) return nothing;
    return renderOutput(entry.output, this.tail || MOST_LINES, entry.truncated);
  }
}

/** Printed text with its colours, the last lines of it. */
export function renderOutput(output: string, most: number, isCut = false): TemplateResult | typeof nothing {
  if (output === '') return nothing;
  const { text, before } = lastLines(output, most);
  const isWhole = before === 0 && !isCut;
  return html`<pre class="term" tabindex="0" aria-label="Terminal output">${ansiRuns(text).map(({ text, classes }) =>
    classes.length === 0 ? text : html`<span class=${classes.join(' ')}>${text}</span>`,
  )}</pre>${isWhole || most < MOST_LINES ? nothing : html`<div class="term-note">The beginning of the output is not shown.</div>`}`;
}

declare global {
  interface HTMLElementTagNameMap {
    'terminal-output': TerminalOutput;
  }
}
