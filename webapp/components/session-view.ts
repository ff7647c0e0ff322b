import { ContextConsumer, ContextProvider } from '@lit/context';
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { AgentSummary, SessionSummary } from '../../server/protocol/app-state.js';
import { emptyTranscript, type Transcript } from '../../server/protocol/transcript.js';
import { UserActEvent } from '../state/acts.js';
import { appContext, sessionContext } from '../state/app-context.js';
import { NEW_SESSION } from '../state/draft-store.js';
import { newestEdits } from '../state/file-changes.js';
import { type Command, isPrompt } from '../state/outbox-store.js';
import type { SessionStore } from '../state/session-store.js';
import { StoreController } from '../state/store-controller.js';
import { controls } from '../styles/controls.js';
import { adoptStyles } from './adopt-styles.js';
import './connection-badge.js';
import { docksStyles } from './docks.styles.js';
import type { EntryPlace } from './entry-place.js';
import { icon } from './icon.js';
import { hasTranscript } from './late-transcript.js';
import { pastPrompts } from './past-prompts.js';
import { otherAgents, placeFor } from './place-for.js';
import { renderAgentChip } from './render-agent-chip.js';
import './prompt-composer.js';
import { renderBanners } from './render-banners.js';
import { type DockFacts, renderDocks } from './render-docks.js';
import { renderFreedom } from './render-freedom.js';
import { renderReturn } from './render-return.js';
import { renderWorkButton, renderWorkSwitch } from './render-work-switch.js';
import { sessionViewStyles } from './session-view.styles.js';
import { silenceStyles } from './silence.styles.js';
import { isTouch } from './touch.js';
import { label } from './visible-text.js';
import './welcome-view.js';

/** The session on screen, from its bar to its composer. Light DOM. */
@customElement('session-view')
export class SessionView extends LitElement {
  /** Null before the first session is known; a person can write all the same. */
  @property({ attribute: false }) store: SessionStore | null = null;

  /** Whether the list of sessions is behind a button. */
  @property({ type: Boolean, attribute: 'has-menu' }) hasMenu = false;

  readonly #context = new ContextConsumer(this, { context: appContext, subscribe: true });
  readonly #provider = new ContextProvider(this, { context: sessionContext, initialValue: null });
  readonly #copy = new StoreController(
    this,
    () => this.store,
    (copy) => copy,
  );
  readonly #app = new StoreController(
    this,
    () => this.#context.value?.app,
    (app) => app,
  );
  readonly #connection = new StoreController(
    this,
    () => this.#context.value?.connection,
    (connection) => connection,
  );
  readonly #startup = new StoreController(
    this,
    () => this.#context.value?.startup,
    (startup) => startup,
  );
  readonly #outbox = new StoreController(
    this,
    () => this.#context.value?.outbox,
    (commands) => commands,
  );
  readonly #draft = new StoreController(
    this,
    () => this.#context.value?.drafts,
    () => this.#context.value?.drafts.textFor(this.store?.sessionId ?? NEW_SESSION) ?? '',
  );
  readonly #signIn = new StoreController(
    this,
    () => this.#context.value?.signIn,
    (agentId) => agentId,
  );
  readonly #chips = new StoreController(
    this,
    () => this.#context.value?.drafts,
    () => this.#context.value?.drafts.chipsFor(this.store?.sessionId ?? NEW_SESSION) ?? [],
  );
  /** The same function each time, so that nothing is drawn anew for it. */
  readonly #past = () =>
    pastPrompts(this.#copy.value?.transcript ?? emptyTranscript, this.#context.value?.prompts.all ?? []);
  readonly #hasPanel = new StoreController(
    this,
    () => this.#context.value?.work,
    ({ tab }) => tab !== null,
  );
  readonly #absence = new StoreController(
    this,
    () => this.#context.value?.away,
    (absence) => absence,
  );
  readonly #offer = new StoreController(
    this,
    () => this.#context.value?.offer,
    (isMade) => isMade,
  );
  #place: EntryPlace | null = null;

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    adoptStyles(this, controls);
    adoptStyles(this, sessionViewStyles);
    adoptStyles(this, docksStyles);
    adoptStyles(this, silenceStyles);
    this.addEventListener(UserActEvent.type, this.#onAct);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.removeEventListener(UserActEvent.type, this.#onAct);
  }

  /** A page with a keyboard begins where one writes. */
  protected override firstUpdated(): void {
    if (!isTouch()) void this.updateComplete.then(() => this.querySelector('prompt-composer')?.focus());
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('store')) this.#provider.setValue(this.store);
  }

  protected override render(): TemplateResult | typeof nothing {
    const connection = this.#connection.value;
    if (!connection) return nothing;
    const app = this.#app.value ?? null;
    const session = app?.sessions.find(({ id }) => id === this.store?.sessionId) ?? null;
    const agent = app?.agents.find(({ id }) => id === (session?.agentId ?? app.defaultAgentId)) ?? null;
    const transcript = this.#copy.value?.transcript ?? emptyTranscript;
    this.#place = placeFor(this.#place, { app, session, agent, transcript });
    const edits = newestEdits(transcript.entries);
    const changed = new Set(edits.map(({ path }) => path)).size;
    return html`
      <div class="top">${this.#renderBar(session, agent, changed)} ${renderWorkSwitch(changed)}</div>
      <div class="banners">
        ${renderBanners({ connection, banners: app?.banners ?? [], agent: this.#isToldOf ? null : agent, trust: app?.trust ?? null }, this.#forward)}
        ${renderFreedom({ app, sessionId: session?.id ?? null, agent, transcript }, this.#forward)}
      </div>
      <div class="stage">${this.#renderStage(transcript, agent)} ${this.#renderStartup(agent)}</div>
      <div class="bottom">
        <div class="docks">
          ${renderReturn({ absence: this.#absence.value ?? null, isOffered: this.#offer.value === true, transcript, app, session })}
          ${renderDocks(transcript, { ...this.#dockFacts(this.#place.folder), agent, edits })}
        </div>
        ${this.#renderComposer(transcript, session, agent)}
      </div>
    `;
  }

  #dockFacts(folder: string): Omit<DockFacts, 'agent' | 'edits'> {
    const sessionId = this.store?.sessionId ?? '';
    const rejectAfter = this.#app.value?.settings.values.rejectAfterMinutes ?? 0;
    return { unsent: this.#unsent(), folder, sessionId, rejectAfter, signIn: this.#signIn.value ?? null };
  }

  /** The card over the transcript says what is wrong with the agent, and what can be done. */
  get #isToldOf(): boolean {
    const startup = this.#startup.value;
    return startup?.isShown === true && startup.outcome === 'failed';
  }

  #renderBar(session: SessionSummary | null, agent: AgentSummary | null, changed: number): TemplateResult {
    return html`<header class="topbar">
      ${this.hasMenu ? this.#renderMenuButton() : nothing}
      <h1 class="title"><bdi>${label(session?.title ?? '', 200) || 'New session'}</bdi></h1>
      ${agent ? renderAgentChip(agent, this.#forward) : nothing}
      <connection-badge .connection=${this.#connection.value!}></connection-badge>
      ${renderWorkButton(this.#hasPanel.value ?? false, changed)}
    </header>`;
  }

  #renderMenuButton(): TemplateResult {
    const open = () => this.dispatchEvent(new UserActEvent({ type: 'show_sessions' }));
    return html`<button class="icon-btn" type="button" aria-label="Sessions" title="Sessions" @click=${open}>
      ${icon('menu')}
    </button>`;
  }

  #renderStage(transcript: Transcript, agent: AgentSummary | null): TemplateResult {
    const status = this.#copy.value?.status;
    if (status === 'gone') return html`<div class="gone">This session is no more.</div>`;
    const isEmpty = transcript.entries.pages.length === 0 && transcript.turn.status === 'idle';
    if (!this.store || isEmpty) {
      const folder = this.#app.value?.folder;
      // Nothing is offered before it is known who would answer, and whether at all.
      const isEarly = !folder || status === 'loading' || this.#isStarting(agent);
      if (isEarly) return renderSilence();
      return html`<welcome-view
        role="log"
        aria-label="Conversation"
        aria-live="off"
        .agent=${agent}
        project=${folder.name}
        path=${folder.path}
      ></welcome-view>`;
    }
    if (!hasTranscript(() => this.requestUpdate())) return renderSilence();
    const isStale = this.#connection.value?.fuss === 'banner';
    return html`<transcript-view .store=${this.store} .place=${this.#place!} ?stale=${isStale}></transcript-view>`;
  }

  /** A failed start was another agent's if the one that is shown is ready. */
  #isStarting(agent: AgentSummary | null): boolean {
    const { isShown, outcome } = this.#startup.value ?? {};
    return isShown === true && !(outcome === 'failed' && agent?.health.state === 'ready');
  }

  #renderStartup(agent: AgentSummary | null): TemplateResult | typeof nothing {
    const startup = this.#startup.value;
    if (!startup || !this.#isStarting(agent)) return nothing;
    // A quick start never shows it, so it is not part of the first paint.
    void import('./startup-overlay.js');
    const others = otherAgents(this.#app.value ?? null, agent);
    return html`<startup-overlay .startup=${startup} .agent=${agent} .others=${others}></startup-overlay>`;
  }

  #renderComposer(t: Transcript, session: SessionSummary | null, agent: AgentSummary | null): TemplateResult {
    const isForeign = session !== null && !session.writable;
    return html`<prompt-composer
      .value=${this.#draft.value ?? ''}
      .chips=${this.#chips.value ?? []}
      .sessionId=${this.store?.sessionId ?? null}
      .commands=${t.commands}
      .agentName=${agent?.name ?? ''}
      .can=${agent?.health.state === 'ready' ? agent.prompt : null}
      .queue=${t.queue}
      .past=${this.#past}
      ?asking=${t.pending[0]?.kind === 'permission'}
      status=${t.turn.status}
      .modes=${t.modes}
      .options=${t.options}
      .usage=${t.usage}
      placeholder=${t.turn.status === 'idle' ? `Ask ${label(agent?.name ?? 'the agent', 40)}` : 'Write the next message'}
      locked=${isForeign ? lockedWords(session) : ''}
    ></prompt-composer>`;
  }

  /** Prompts for this session that wait or were refused. */
  #unsent(): readonly Command[] {
    const sessionId = this.store?.sessionId ?? null;
    const isHere = ({ args }: Command) => args[0] === sessionId || args[0] === null;
    return (this.#outbox.value ?? []).filter(
      (command) => isPrompt(command) && isHere(command) && (command.isLate || command.failure !== null),
    );
  }

  readonly #forward = (event: UserActEvent): void => {
    this.dispatchEvent(event);
  };

  /** Whoever sends something wants to see what comes of it. */
  readonly #onAct = (event: Event): void => {
    const { type } = (event as UserActEvent).act;
    if (type === 'send_prompt' || type === 'run_shell') this.querySelector('transcript-view')?.pin();
    if (type === 'allow_once') this.querySelector('permission-dock')?.allowOnce?.();
    if (type === 'attach_chip') this.querySelector('prompt-composer')?.focus();
  };
}

function lockedWords({ archived }: SessionSummary): string {
  return archived
    ? 'This is what the session was before it was updated from the agent. It can be read only.'
    : 'Another running AcDeck has this session open. Here it can be read only.';
}

/** The log before anything is known of it. */
function renderSilence(): TemplateResult {
  return html`<div class="silence" role="log" aria-label="Conversation" aria-live="off">
    <span class="waiting" role="status">Loading…</span>
  </div>`;
}

declare global {
  interface HTMLElementTagNameMap {
    'session-view': SessionView;
  }
}
