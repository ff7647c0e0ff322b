import { ContextConsumer } from '@lit/context';
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, query, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import type { LogLine } from '../../server/protocol/logs.js';
import { appContext } from '../state/app-context.js';
import { type FollowedLog, LogFollower } from '../state/log-follower.js';
import { StoreController } from '../state/store-controller.js';
import { controls } from '../styles/controls.js';
import { settings } from '../styles/settings.js';
import { CopyController } from './copy-controller.js';
import { icon } from './icon.js';
import { logsSectionStyles } from './logs-section.styles.js';
import './trace-row.js';
import { label, visibleText } from './visible-text.js';

const SERVER = '';
const NEAR_END_PX = 24;
/** The kinds of lines in words; debug namespaces speak for themselves. */
const KINDS: Readonly<Record<string, string>> = { say: 'server', life: 'process', in: '← in', out: '→ out' };

/** The page of the settings with the logs of the server and the agents, and the trace of the session. */
@customElement('logs-section')
export class LogsSection extends LitElement {
  static override styles = [controls, settings, logsSectionStyles];

  @state() private source: string | null = null;
  @state() private withMessages = false;
  @state() private filter = '';
  @query('.lines') private list!: HTMLElement | null;

  readonly #context = new ContextConsumer(this, { context: appContext, subscribe: true });
  readonly #app = new StoreController(
    this,
    () => this.#context.value?.app,
    (app) => app,
  );
  #follower: LogFollower | null = null;
  readonly #log = new StoreController(
    this,
    () => this.#follower,
    (log) => log,
  );
  readonly #copy = new CopyController(this);
  #isPinned = true;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#follower?.stop();
    this.#follower = null;
  }

  protected override willUpdate(changed: PropertyValues): void {
    const context = this.#context.value;
    if (!context) return;
    const isFirst = this.#follower === null;
    if (isFirst) this.source ??= this.#agentOnScreen() ?? SERVER;
    this.#follower ??= new LogFollower(context.logs);
    const isOther = changed.has('source' as never) || changed.has('withMessages' as never);
    if (!isFirst && !isOther) return;
    this.#follower.follow({ agentId: this.source || null, withMessages: this.withMessages });
    this.#isPinned = true;
  }

  protected override render(): TemplateResult | typeof nothing {
    if (!this.#context.value) return nothing;
    const log = this.#log.value ?? { lines: [], isCut: false, failure: null };
    const wanted = this.filter.toLowerCase();
    const lines = wanted
      ? log.lines.filter(({ kind, text }) => `${kind} ${text}`.toLowerCase().includes(wanted))
      : log.lines;
    return html`
      <div>
        <div class="bar">${this.#renderSource()} ${this.#renderFilter()}
          <button class="btn outline" type="button" aria-live="polite" @click=${() => this.#copy.copy(textOf(lines))}>
            ${icon('copy')} ${this.#copy.label('Copy')}
          </button>
        </div>
        ${this.#renderLines(log, lines)}
        <p class="help">Keys, tokens and passwords are taken out. Everything here stays on this machine.</p>
      </div>
      <div>
        <h3>Trace</h3>
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
    return html`<label class="source"><span class="vh">Log of</span>
        <select @change=${choose}>
          <option value=${SERVER} ?selected=${this.source === SERVER}>AcDeck itself</option>
          ${agents.map(({ id, name }) => html`<option value=${id} ?selected=${this.source === id}>${label(name, 60)}</option>`)}
        </select>${icon('chevronDown')}</label>
      ${this.source === SERVER ? nothing : this.#renderMessagesSwitch()}`;
  }

  #renderMessagesSwitch(): TemplateResult {
    const flip = (event: Event) => {
      this.withMessages = (event.target as HTMLInputElement).checked;
    };
    return html`<label class="messages"><input class="switch" type="checkbox" role="switch" .checked=${this.withMessages} @change=${flip} />
      Protocol messages</label>`;
  }

  #renderFilter(): TemplateResult {
    const change = (event: Event) => {
      this.filter = (event.target as HTMLInputElement).value;
    };
    return html`<input class="filter" type="search" placeholder="Filter" aria-label="Filter the lines" @input=${change} />`;
  }

  #renderLines({ isCut, failure }: FollowedLog, lines: readonly LogLine[]): TemplateResult {
    return html`<div class="lines" role="log" aria-label="Lines of the log" aria-live="off" tabindex="0" @scroll=${this.#onScroll}>
      ${isCut ? html`<p class="note">Some lines came and went unread.</p>` : nothing}
      ${lines.length === 0 ? html`<p class="note">${this.filter ? 'No line holds these words.' : 'Nothing has been logged here.'}</p>` : nothing}
      ${repeat(lines, ({ seq }) => seq, renderLine)}
      ${failure ? html`<p class="note" role="status">${visibleText(failure)}</p>` : nothing}
    </div>`;
  }

  #agentOnScreen(): string | null {
    const context = this.#context.value;
    const sessionId = context?.view.value;
    const app = context?.app.value;
    return app?.sessions.find(({ id }) => id === sessionId)?.agentId ?? app?.defaultAgentId ?? null;
  }

  #onScroll(): void {
    const { scrollHeight, scrollTop, clientHeight } = this.list!;
    this.#isPinned = scrollHeight - scrollTop - clientHeight <= NEAR_END_PX;
  }
}

function renderLine({ at, kind, text }: LogLine): TemplateResult {
  return html`<div class="line" data-kind=${kind}><time>${timeOf(at)}</time> <b>${KINDS[kind] ?? kind}</b> <span>${visibleText(text)}</span></div>`;
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
