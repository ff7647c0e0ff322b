import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, query, state } from 'lit/decorators.js';
import type { LogLine } from '../../../server/protocol/api/logs.js';
import { own } from '../../../server/protocol/own.js';
import { consume, logsContext, pageContext, serverContext } from '../../state/app/contexts.js';
import { follow } from '../../state/base/follow.js';
import { appParts } from '../../state/server/app-store.js';
import { type FollowedLog, LogFollower } from '../../state/server/log-follower.js';
import { controls } from '../../styles/controls.js';
import { settings } from '../../styles/settings.js';
import { CopyController } from '../../ui/copy-controller.js';
import { icon } from '../../ui/icon.js';
import { repeat } from '../../ui/repeat.js';
import { logsSectionStyles } from './logs-section.styles.js';
import './trace-row.js';
import { label, visibleText } from '../../ui/visible-text.js';
import { settingsWords } from './words.js';

const SERVER = '';
const NEAR_END_PX = 24;
/** The kinds of lines in words; debug namespaces speak for themselves. */
const KINDS: Readonly<Record<string, string>> = settingsWords.logs.kinds;

/** The page of the settings with the logs of the server and the agents, and the trace of the session. */
@customElement('logs-section')
export class LogsSection extends LitElement {
  static override styles = [controls, settings, logsSectionStyles];

  @state() private source: string | null = null;
  @state() private withMessages = false;
  @state() private filter = '';
  @query('.lines') private list!: HTMLElement | null;

  readonly #server = consume(this, serverContext);
  readonly #page = consume(this, pageContext);
  readonly #logs = consume(this, logsContext);
  readonly #app = follow(this, () => this.#server.value?.app, appParts('agents', 'sessions', 'defaultAgentId'));
  #follower: LogFollower | null = null;
  readonly #log = follow(this, () => this.#follower);
  readonly #copy = new CopyController(this);
  #isPinned = true;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#follower?.stop();
    this.#follower = null;
  }

  protected override willUpdate(changed: PropertyValues): void {
    const logs = this.#logs.value;
    if (!logs) return;
    const isFirst = this.#follower === null;
    if (isFirst) this.source ??= this.#page.value?.settings.about ?? this.#agentOnScreen() ?? SERVER;
    this.#follower ??= new LogFollower(logs);
    const isOther = changed.has('source' as never) || changed.has('withMessages' as never);
    if (!isFirst && !isOther) return;
    this.#follower.follow({ agentId: this.source || null, withMessages: this.withMessages });
    this.#isPinned = true;
  }

  protected override render(): TemplateResult | typeof nothing {
    if (!this.#logs.value) return nothing;
    const log = this.#log.value ?? { lines: [], isCut: false, failure: null };
    const wanted = this.filter.toLowerCase();
    const lines = wanted
      ? log.lines.filter(({ kind, text }) => `${kind} ${text}`.toLowerCase().includes(wanted))
      : log.lines;
    return html`
      <div data-key="logs">
        <div class="bar">${this.#renderSource()} ${this.#renderFilter()}
          <button class="btn outline" type="button" aria-live="polite" @click=${() => this.#copy.copy(textOf(lines))}>
            ${icon('copy')} ${this.#copy.label(settingsWords.logs.copy)}
          </button>
        </div>
        ${this.#renderLines(log, lines)}
        <p class="help">${settingsWords.logs.privacy}</p>
      </div>
      <div data-key="trace">
        <h3>${settingsWords.trace.heading}</h3>
        <div class="group"><trace-row></trace-row></div>
      </div>
    `;
  }

  protected override updated(): void {
    if (this.#isPinned && this.list) this.list.scrollTop = this.list.scrollHeight;
  }

  #renderSource(): TemplateResult {
    const agents = this.#app.value?.agents ?? [];
    const choose = (event: Event) => {
      this.source = (event.target as HTMLSelectElement).value;
    };
    return html`<label class="source"><span class="vh">${settingsWords.logs.source}</span>
        <select @change=${choose}>
          <option value=${SERVER} ?selected=${this.source === SERVER}>${settingsWords.logs.server}</option>
          ${agents.map(({ id, name }) => html`<option value=${id} ?selected=${this.source === id}>${label(name, 60)}</option>`)}
        </select></label>
      ${this.source === SERVER ? nothing : this.#renderMessagesSwitch()}`;
  }

  #renderMessagesSwitch(): TemplateResult {
    const flip = (event: Event) => {
      this.withMessages = (event.target as HTMLInputElement).checked;
    };
    return html`<label class="messages"><input class="switch" type="checkbox" role="switch" .checked=${this.withMessages} @change=${flip} />
      ${settingsWords.logs.messages}</label>`;
  }

  #renderFilter(): TemplateResult {
    const change = (event: Event) => {
      this.filter = (event.target as HTMLInputElement).value;
    };
    return html`<input class="filter" type="search" dir="auto" placeholder=${settingsWords.logs.filter} aria-label=${settingsWords.logs.filterLines} @input=${change} />`;
  }

  #renderLines({ isCut, failure }: FollowedLog, lines: readonly LogLine[]): TemplateResult {
    return html`<div class="lines" role="log" aria-label=${settingsWords.logs.lines} aria-live="off" tabindex="0" @scroll=${this.#onScroll}>
      ${isCut ? html`<p class="note">${settingsWords.logs.missed}</p>` : nothing}
      ${lines.length === 0 ? html`<p class="note">${this.filter ? settingsWords.logs.noMatches : settingsWords.logs.none}</p>` : nothing}
      ${repeat(lines, ({ seq }) => seq, renderLine)}
      ${failure ? html`<p class="note" role="status">${visibleText(failure)}</p>` : nothing}
    </div>`;
  }

  #agentOnScreen(): string | null {
    const sessionId = this.#page.value?.view.value;
    const app = this.#app.value;
    return app?.sessions.find(({ id }) => id === sessionId)?.agentId ?? app?.defaultAgentId ?? null;
  }

  #onScroll(): void {
    const { scrollHeight, scrollTop, clientHeight } = this.list!;
    this.#isPinned = scrollHeight - scrollTop - clientHeight <= NEAR_END_PX;
  }
}

function renderLine({ at, kind, text }: LogLine): TemplateResult {
  return html`<div class="line" data-kind=${kind}><time>${timeOf(at)}</time> <b>${own(KINDS, kind) ?? kind}</b> <span translate="no">${visibleText(text)}</span></div>`;
}

/** To the millisecond, in the time of the person. */
function timeOf(at: number): string {
  const date = new Date(at);
  return `${date.toTimeString().slice(0, 8)}.${String(date.getMilliseconds()).padStart(3, '0')}`;
}

function textOf(lines: readonly LogLine[]): string {
  return lines.map(({ at, kind, text }) => `${new Date(at).toISOString()} ${kind} ${text}`).join('\n');
}

declare global {
  interface HTMLElementTagNameMap {
    'logs-section': LogsSection;
  }
}
