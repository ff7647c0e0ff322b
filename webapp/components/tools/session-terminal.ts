import { html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { TerminalEntry } from '../../../server/protocol/transcript/entries.js';
import { entryAt, findEntry } from '../../../server/protocol/transcript/entry-list.js';
import { consume, sessionContext } from '../../state/app/contexts.js';
import { follow } from '../../state/base/follow.js';
import { lateElement } from '../../ui/late-element.js';
import { LightElement } from '../../ui/light-element.js';

const needTerminalOutput = lateElement(() => import('../content/terminal-output.js'));

const ALL_LINES = 2_000;

/** A terminal of the session on screen, found by its id. Light DOM. */
@customElement('session-terminal')
export class SessionTerminal extends LightElement {
  @property({ attribute: 'terminal-id' }) terminalId = '';
  /** Shows only so many of the last lines. */
  @property({ type: Number }) lines = ALL_LINES;

  readonly #session = consume(this, sessionContext);
  readonly #entry = follow(
    this,
    () => this.#session.value,
    ({ transcript: { entries } }) =>
      entryAt(entries, findEntry(entries, `terminal:${this.terminalId}`)) as TerminalEntry | undefined,
  );

  protected override render(): TemplateResult | typeof nothing {
    const entry = this.#entry.value;
    return entry && (entry.output !== '' || entry.exit) ? renderTerminalOutput(entry, this.lines) : nothing;
  }
}

/** What a terminal printed, live or ended. */
export function renderTerminalOutput({ output, exit, cutLines }: TerminalEntry, lines = ALL_LINES): TemplateResult {
  needTerminalOutput();
  return html`<terminal-output .text=${output} .exit=${exit} ?live=${exit === null} .lines=${lines} .cutLines=${cutLines ?? 0} at-end></terminal-output>`;
}

declare global {
  interface HTMLElementTagNameMap {
    'session-terminal': SessionTerminal;
  }
}
