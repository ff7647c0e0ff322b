import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import type { TerminalEntry } from '../../server/protocol/entries.js';
import { type EntryList, entriesOf } from '../../server/protocol/entry-list.js';
import { UserActEvent } from '../state/acts.js';
import type { SessionStore } from '../state/session-store.js';
import { StoreController } from '../state/store-controller.js';
import { renderTerminalOutput } from '../tool-views/session-terminal.js';
import { shortPath } from '../tool-views/tool-input.js';
import { duration } from './format.js';
import { icon } from './icon.js';
import { label } from './visible-text.js';

/** The commands of the session, newest first, and what the chosen one prints. Light DOM. */
@customElement('terminals-view')
export class TerminalsView extends LitElement {
  @property({ attribute: false }) store!: SessionStore;
  @property() folder = '';

  /** The terminal that a person chose; the newest if none. */
  @state() private chosen: string | null = null;

  #known: { entries: EntryList; terminals: readonly TerminalEntry[] } | null = null;
  readonly #terminals = new StoreController(
    this,
    () => this.store,
    ({ transcript: { entries } }) => this.#select(entries),
  );
  readonly #older = new StoreController(
    this,
    () => this.store,
    ({ transcript: { entries }, isLoadingOlder }) =>
      entries.first > 0 ? (isLoadingOlder ? 'loading' : 'there') : 'none',
  );

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override render(): TemplateResult {
    const terminals = this.#terminals.value ?? [];
    const shown = terminals.find(({ id }) => id === this.chosen) ?? terminals[0];
    if (!shown)
      return html`<div class="work-scroll"><p class="work-empty">No command has run yet. What commands print will be shown here.</p>${this.#renderOlder()}</div>`;
    return html`<ul class="terminal-list" aria-label="Commands">
        ${repeat(
          terminals,
          ({ id }) => id,
          (terminal) => this.#renderRow(terminal, terminal === shown),
        )}
        ${this.#older.value === 'none' ? nothing : html`<li>${this.#renderOlder()}</li>`}
      </ul>
      <div class="terminal-shown">
        <div class="terminal-title">
          <code class="terminal-command" tabindex="0" role="group" aria-label="Command"><bdi>${label(shown.command, 2_000)}</bdi></code>
          ${shown.cwd === this.folder ? nothing : html`<span class="work-note">in ${label(shortPath(shown.cwd, this.folder), 200)}</span>`}
          ${shown.by && !shown.exit ? html`<button type="button" class="btn outline" @click=${() => this.#stop(shown)}>Stop</button>` : nothing}
        </div>
        ${renderTerminalOutput(shown)}
      </div>`;
  }

  /** The same list again while no terminal has changed. */
  #select(entries: EntryList): readonly TerminalEntry[] {
    const found = entriesOf(entries).filter((entry): entry is TerminalEntry => entry.kind === 'terminal');
    const terminals = found.reverse();
    const before = this.#known?.terminals ?? [];
    const isSame = terminals.length === before.length && terminals.every((terminal, n) => terminal === before[n]);
    this.#known = { entries, terminals: isSame ? before : terminals };
    return this.#known.terminals;
  }

  #renderRow(terminal: TerminalEntry, isShown: boolean): TemplateResult {
    const { id, command, at, endedAt } = terminal;
    return html`<li>
      <button type="button" class="terminal-row" aria-current=${isShown ? 'true' : nothing} @click=${() => this.#choose(id)}>
        ${renderState(terminal)}<bdi class="terminal-name">${label(command, 300)}</bdi>
        ${endedAt === null ? nothing : html`<span class="terminal-time">${duration(endedAt - at)}</span>`}
      </button>
    </li>`;
  }

  #renderOlder(): TemplateResult | typeof nothing {
    if (this.#older.value === 'none') return nothing;
    const isLoading = this.#older.value === 'loading';
    return html`<button type="button" class="btn link" ?disabled=${isLoading} @click=${() => void this.store.loadOlder()}>
      ${isLoading ? 'Looking…' : 'Look for commands in earlier turns'}
    </button>`;
  }

  #choose(id: string): void {
    this.chosen = id;
  }

  #stop({ terminalId }: TerminalEntry): void {
    this.dispatchEvent(new UserActEvent({ type: 'stop_shell', terminalId }));
  }
}

function renderState({ exit }: TerminalEntry): TemplateResult {
  if (exit === null)
    return html`<span class="terminal-state running">${icon('circleDot')}<span class="vh">Running: </span></span>`;
  if (exit.exitCode === 0)
    return html`<span class="terminal-state">${icon('check')}<span class="vh">Done: </span></span>`;
  return html`<span class="terminal-state failed">${icon('x')}<span class="vh">Failed: </span></span>`;
}

declare global {
  interface HTMLElementTagNameMap {
    'terminals-view': TerminalsView;
  }
}
