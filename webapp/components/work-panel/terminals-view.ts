import { html, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { OwnTerminal } from '../../../server/protocol/api/own-terminal.js';
import type { TerminalEntry } from '../../../server/protocol/transcript/entries.js';
import { type EntryList, entriesOf } from '../../../server/protocol/transcript/entry-list.js';
import { errorText } from '../../codes/error-words.js';
import { serverCommand, sessionCommand, type UserAct, UserActEvent } from '../../state/app/acts.js';
import { consume, serverContext, workContext } from '../../state/app/contexts.js';
import { follow } from '../../state/base/follow.js';
import type { SessionStore } from '../../state/session/session-store.js';
import { duration } from '../../ui/format.js';
import { icon } from '../../ui/icon.js';
import { LightElement } from '../../ui/light-element.js';
import { repeat } from '../../ui/repeat.js';
import { label, nameLabel } from '../../ui/visible-text.js';
import { renderTerminalOutput } from '../tools/session-terminal.js';
import { shortPath } from '../tools/tool-input.js';
import { workWords } from './words.js';

/** Loaded with the first terminal that is shown: most people never need one. */
const needScreen = lateScreen();

/** The commands of the session, newest first, what the chosen one prints, and the person's own terminals. Light DOM. */
@customElement('terminals-view')
export class TerminalsView extends LightElement {
  @property({ attribute: false }) store: SessionStore | null = null;
  @property() folder = '';

  /** The terminal that a person chose; the newest if none. */
  @state() private chosen: string | null = null;

  #known: { entries: EntryList; terminals: readonly TerminalEntry[] } | null = null;
  readonly #terminals = follow(
    this,
    () => this.store,
    ({ transcript: { entries } }) => this.#select(entries),
  );
  readonly #older = follow(
    this,
    () => this.store,
    ({ transcript: { entries }, isLoadingOlder }) =>
      entries.first > 0 ? (isLoadingOlder ? 'loading' : 'there') : 'none',
  );

  readonly #server = consume(this, serverContext);
  readonly #work = consume(this, workContext);
  readonly #own = follow(
    this,
    () => this.#server.value?.app,
    (app) => app?.terminals ?? NO_TERMINALS,
  );
  readonly #chosenOwn = follow(
    this,
    () => this.#work.value?.panel,
    ({ terminal }) => terminal,
  );
  readonly #opening = follow(this, () => this.#work.value?.terminals);

  protected override render(): TemplateResult {
    const own = this.#own.value ?? NO_TERMINALS;
    const shown = own.find(({ id }) => id === this.#chosenOwn.value) ?? null;
    if (shown) needScreen();
    return html`${this.#renderStrip(own, shown)} ${this.#renderRefusal()}
      ${shown ? html`<terminal-screen .terminal=${shown}></terminal-screen>` : this.#renderCommands(own.length === 0)}`;
  }

  #renderStrip(own: readonly OwnTerminal[], shown: OwnTerminal | null): TemplateResult {
    const words = workWords.terminals;
    return html`<div class="work-tools terminal-strip" role="group" aria-label=${words.strip}>
      <button type="button" class="btn" aria-pressed=${shown === null} @click=${() => this.#act({ type: 'show_commands' })}>${words.commands}</button>
      ${own.map((terminal) => this.#renderOwn(terminal, terminal === shown))}
      <button type="button" class="btn" ?disabled=${this.#opening.value?.isOpening} @click=${() => this.#act({ type: 'open_terminal' })}>
        ${icon('plus')}${words.create}
      </button>
    </div>`;
  }

  #renderOwn(terminal: OwnTerminal, isShown: boolean): TemplateResult {
    const { id, shell, number } = terminal;
    const name = workWords.terminals.own(label(shell, 30), number);
    const close = () => this.#act(serverCommand('AcpBridge', 'close_terminal', id));
    return html`<span class="terminal-own">
      <button type="button" class="btn" aria-pressed=${isShown} @click=${() => this.#act({ type: 'show_terminal', terminalId: id })}>${icon('terminal')}<bdi>${name}</bdi></button>
      <button type="button" class="icon-btn" aria-label=${workWords.terminals.closeOwn(name)} title=${workWords.terminals.closeOwn(name)} @click=${close}>${icon('x')}</button>
    </span>`;
  }

  #renderRefusal(): TemplateResult | typeof nothing {
    const refusal = this.#opening.value?.refusal;
    return refusal ? html`<p class="work-empty terminal-refusal" role="alert">${errorText(refusal)}</p>` : nothing;
  }

  #act(act: UserAct): void {
    this.dispatchEvent(new UserActEvent(act));
  }

  #renderCommands(hasNoOwn: boolean): TemplateResult {
    const terminals = this.#terminals.value ?? [];
    const shown = terminals.find(({ id }) => id === this.chosen) ?? terminals[0];
    if (!shown)
      return html`<div class="work-scroll"><p class="work-empty">${workWords.terminals.none}${hasNoOwn ? html` ${workWords.terminals.ownHint}` : nothing}</p>${this.#renderOlder()}</div>`;
    return html`<ul class="terminal-list" aria-label=${workWords.terminals.commands}>
        ${repeat(
          terminals,
          ({ id }) => id,
          (terminal) => this.#renderRow(terminal, terminal === shown),
        )}
        ${this.#older.value === 'none' ? nothing : html`<li>${this.#renderOlder()}</li>`}
      </ul>
      <div class="terminal-shown">
        <div class="terminal-title">
          <code class="terminal-command" tabindex="0" role="group" aria-label=${workWords.terminals.command}><bdi>${label(shown.command, 2_000)}</bdi></code>
          ${shown.cwd === this.folder ? nothing : html`<span class="work-note">${workWords.terminals.inFolder(nameLabel(shortPath(shown.cwd, this.folder), 200))}</span>`}
          ${shown.by && !shown.exit ? html`<button type="button" class="btn outline" @click=${() => this.#stop(shown)}>${workWords.terminals.stop}</button>` : nothing}
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
    return html`<button type="button" class="btn link" ?disabled=${isLoading} @click=${() => void this.store?.loadOlder()}>
      ${isLoading ? workWords.terminals.looking : workWords.terminals.lookEarlier}
    </button>`;
  }

  #choose(id: string): void {
    this.chosen = id;
  }

  #stop({ terminalId }: TerminalEntry): void {
    this.dispatchEvent(new UserActEvent(sessionCommand('AcpBridge', 'stop_shell', terminalId)));
  }
}

const NO_TERMINALS: readonly OwnTerminal[] = [];

function lateScreen(): () => void {
  let isAsked = false;
  return () => {
    if (isAsked) return;
    isAsked = true;
    import('../terminal/terminal-screen.js').catch(() => {
      // The next terminal that is shown tries again.
      isAsked = false;
    });
  };
}

function renderState({ exit }: TerminalEntry): TemplateResult {
  if (exit === null)
    return html`<span class="terminal-state running">${icon('circleDot')}<span class="vh">${workWords.terminals.running}</span></span>`;
  if (exit.exitCode === 0)
    return html`<span class="terminal-state">${icon('check')}<span class="vh">${workWords.terminals.done}</span></span>`;
  return html`<span class="terminal-state failed">${icon('x')}<span class="vh">${workWords.terminals.failed}</span></span>`;
}

declare global {
  interface HTMLElementTagNameMap {
    'terminals-view': TerminalsView;
  }
}
