import { ContextConsumer } from '@lit/context';
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { TerminalEntry } from '../../server/protocol/entries.js';
import { entryAt, findEntry } from '../../server/protocol/entry-list.js';
import { needElement } from '../components/late-elements.js';
import { sessionContext } from '../state/app-context.js';
import { StoreController } from '../state/store-controller.js';

const ALL_LINES = 2_000;

/** A terminal of the session on screen, found by its id. Light DOM. */
@customElement('session-terminal')
export class SessionTerminal extends LitElement {
  @property({ attribute: 'terminal-id' }) terminalId = '';
  /** Shows only so many of the last lines. */
  @property({ type: Number }) lines = ALL_LINES;

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

  protected override render(): TemplateResult | typeof nothing {
    const entry = this.#entry.value;
    return entry && (entry.output !== '' || entry.exit) ? renderTerminalOutput(entry, this.lines) : nothing;
  }
}

/** What a terminal printed, live or ended. */
export function renderTerminalOutput({ output, exit }: TerminalEntry, lines = ALL_LINES): TemplateResult {
  needElement('terminal-output');
  return html`<terminal-output .text=${output} .exit=${exit} ?live=${exit === null} .lines=${lines}></terminal-output>`;
}

declare global {
  interface HTMLElementTagNameMap {
    'session-terminal': SessionTerminal;
  }
}
