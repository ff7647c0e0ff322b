import { ContextProvider } from '@lit/context';
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { AgentSummary, SessionSummary } from '../../../server/protocol/api/app-state.js';
import { entriesOf } from '../../../server/protocol/transcript/entry-list.js';
import { promptWords } from '../../../server/protocol/transcript/reduce-turn.js';
import { emptyTranscript, type Transcript } from '../../../server/protocol/transcript/transcript.js';
import { UserActEvent } from '../../state/app/acts.js';
import {
  agentsContext,
  composerContext,
  consume,
  noticesContext,
  outboxContext,
  preferencesContext,
  serverContext,
  sessionContext,
  sessionsContext,
  settingsContext,
  workContext,
} from '../../state/app/contexts.js';
import { PageActEvent } from '../../state/app/page-acts.js';
import { follow, followAtPace } from '../../state/base/follow.js';
import { NEW_SESSION } from '../../state/composer/draft-store.js';
import { appParts } from '../../state/server/app-store.js';
import { type Connection, isConnected } from '../../state/server/connection-store.js';
import { otherAgents } from '../../state/server/startable.js';
import { type OutboxCommand, outboxPrompts } from '../../state/session/outbox-store.js';
import { sendingPrompt } from '../../state/session/sending-prompt.js';
import type { SessionStore } from '../../state/session/session-store.js';
import { banner } from '../../styles/banner.js';
import { controls } from '../../styles/controls.js';
import { drawPacer } from '../../ui/draw-pacer.js';
import { lateElement } from '../../ui/late-element.js';
import { LightElement } from '../../ui/light-element.js';
import './connection-badge.js';
import { icon } from '../../ui/icon.js';
import { type EntryPlace, placeFor } from '../conversation/entry-place.js';
import { hasTranscript, shownEdits } from '../conversation/late-transcript.js';
import { docksStyles } from '../docks/docks.styles.js';
import {
  renderAgentChip,
  renderBranchChip,
  renderConversationMenu,
  renderWorkButton,
  renderWorkSwitch,
} from './render-top-bar.js';
import '../composer/prompt-composer.js';
import { waitingBelowIn } from '../../state/app/session-groups.js';
import { isTouch } from '../../ui/media-controller.js';
import { label } from '../../ui/visible-text.js';
import { type DockFacts, renderDocks, renderReturn } from '../docks/render-docks.js';
import { type BannerParts, renderBanners } from './render-banners.js';
import { sessionViewStyles } from './session-view.styles.js';
import './welcome-view.js';
import { frameWords } from './words.js';

const needFreedom = lateElement(() => import('./session-freedom.js'));
const needOpenThere = lateElement(() => import('../docks/open-there.js'));
const needStartupOverlay = lateElement(() => import('./startup-overlay.js'));

/** The session on screen, from its bar to its composer. Light DOM. */
@customElement('session-view')
export class SessionView extends LightElement {
  static override styles = [controls, banner, sessionViewStyles, docksStyles];

  /** Null before the first session is known; a person can write all the same. */
  @property({ attribute: false }) store: SessionStore | null = null;

  /** Whether the list of sessions is behind a button. */
  @property({ type: Boolean, attribute: 'has-menu' }) hasMenu = false;

  /** There is another one next to it, and the person works in that one. */
  @property({ type: Boolean }) beside = false;
  /** Its place among two; empty where it is alone. */
  @property() side: '' | 'first' | 'second' = '';

  readonly #server = consume(this, serverContext);
  readonly #sessions = consume(this, sessionsContext);
  readonly #composer = consume(this, composerContext);
  readonly #agents = consume(this, agentsContext);
  readonly #notices = consume(this, noticesContext);
  readonly #work = consume(this, workContext);
  readonly #outboxStore = consume(this, outboxContext);
  readonly #preferences = consume(this, preferencesContext);
  readonly #settings = consume(this, settingsContext);
  readonly #provider = new ContextProvider(this, { context: sessionContext, initialValue: null });
  /** While the agent works, the conversation and what follows it are drawn in one frame; what a person does is drawn at once. */
  readonly #copy = followAtPace(
    this,
    () => this.store,
    ({ transcript }) => (transcript.turn.status === 'idle' ? null : drawPacer.frame()),
  );
  readonly #app = follow(
    this,
    () => this.#server.value?.app,
    appParts(
      'folder',
      'agents',
      'defaultAgentId',
      'sessions',
      'banners',
      'programs',
      'trust',
      'roots',
      'allowAll',
      'rules',
    ),
  );
  readonly #mayDelegate = follow(
    this,
    () => this.#settings.value,
    (values) => (values?.delegation ?? 'off') !== 'off',
  );
  readonly #rejectAfter = follow(
    this,
    () => this.#settings.value,
    (values) => values?.rejectAfterMinutes,
  );
  readonly #connection = follow(this, () => this.#server.value?.connection);
  readonly #startup = follow(this, () => this.#server.value?.startup);
  readonly #prompts = follow(this, () => this.#outboxStore.value, outboxPrompts());
  readonly #draft = follow(
    this,
    () => this.#composer.value?.drafts,
    () => this.#composer.value?.drafts.textFor(this.store?.sessionId ?? NEW_SESSION) ?? '',
  );
  readonly #signIn = follow(this, () => this.#agents.value?.signIn);
  readonly #chips = follow(
    this,
    () => this.#composer.value?.drafts,
    () => this.#composer.value?.drafts.chipsFor(this.store?.sessionId ?? NEW_SESSION) ?? [],
  );
  /** The same function each time, so that nothing is drawn anew for it. */
  readonly #past = () =>
    pastPrompts(this.#copy.value?.transcript ?? emptyTranscript, this.#composer.value?.prompts.all ?? []);
  readonly #hasPanel = follow(
    this,
    () => this.#work.value?.panel,
    ({ tab }) => tab !== null,
  );
  readonly #absence = follow(this, () => this.#sessions.value?.away);
  readonly #offer = follow(this, () => this.#notices.value?.offer);
  readonly #isTourDone = follow(
    this,
    () => this.#preferences.value,
    ({ isTourDone }) => isTourDone,
  );
  #place: EntryPlace | null = null;

  override connectedCallback(): void {
    super.connectedCallback();
    this.addEventListener(UserActEvent.type, this.#onAct);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.removeEventListener(UserActEvent.type, this.#onAct);
  }

  /** A page with a keyboard begins where one writes. */
  protected override firstUpdated(): void {
    if (!isTouch() && !this.beside) void this.updateComplete.then(() => this.querySelector('prompt-composer')?.focus());
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
    const sending = this.#sending(transcript, connection, agent);
    const edits = shownEdits(transcript.entries);
    const changed = new Set(edits.map(({ path }) => path)).size;
    return html`
      <div class="top">${this.#renderBar(session, agent, changed)} ${renderWorkSwitch(changed)}</div>
      <div class="banners">
        ${renderBanners(this.#bannerParts(connection, { agent, session, transcript }), this.#forward)}
        ${this.#renderFreedom(session, agent, transcript)}
      </div>
      <div class="stage">${this.#renderStage(transcript, agent, sending)} ${this.#renderStartup(agent)}</div>
      <div class="bottom">
        <div class="docks">
          ${session && app && session.cwd !== app.folder.path ? renderOpenThere(session) : nothing}
          ${this.beside ? nothing : renderReturn({ absence: this.#absence.value ?? null, isOffered: this.#offer.value === true, transcript, app, session })}
          ${renderDocks(transcript, { ...this.#dockFacts(this.#place.folder, sending), isOpening: session?.opening === true, agent, edits })}
        </div>
        ${this.#renderComposer(transcript, session, agent)}
      </div>
    `;
  }

  #bannerParts(
    connection: Connection,
    about: { agent: AgentSummary | null; session: SessionSummary | null; transcript: Transcript },
  ): BannerParts {
    const { agent, transcript } = about;
    const { turn } = transcript;
    const app = this.#app.value ?? null;
    // Where a conversation goes on, it goes on with its agent.
    const others = turn.n === 0 ? otherAgents(app, agent) : [];
    // What is not about a session is said once.
    const { banners = [], programs = [], trust = null } = (this.side !== 'second' && app) || {};
    const isWritable = about.session?.writable !== false;
    const session = { transcript, agentName: agent?.name ?? frameWords.unnamedAgent, isWritable };
    return { connection, banners, programs, agent: this.#isToldOf ? null : agent, others, trust, session };
  }

  #renderFreedom(
    session: SessionSummary | null,
    agent: AgentSummary | null,
    { modes, options }: Transcript,
  ): TemplateResult {
    needFreedom();
    return html`<session-freedom
      .app=${this.#app.value ?? null} .sessionId=${session?.id ?? null} .agent=${agent} .modes=${modes} .options=${options}
    ></session-freedom>`;
  }

  #dockFacts(folder: string, sending: OutboxCommand | null): Omit<DockFacts, 'agent' | 'edits' | 'isOpening'> {
    const sessionId = this.store?.sessionId ?? '';
    const rejectAfter = this.#rejectAfter.value ?? 0;
    const waitingBelow = waitingBelowIn(this.#app.value?.sessions ?? [], sessionId);
    return {
      unsent: this.#unsent(sending),
      folder,
      sessionId,
      rejectAfter,
      signIn: this.#signIn.value ?? null,
      waitingBelow,
    };
  }

  /** The card over the transcript says what is wrong with the agent, and what can be done. */
  get #isToldOf(): boolean {
    const startup = this.#startup.value;
    return startup?.isShown === true && startup.outcome === 'failed';
  }

  #renderBar(session: SessionSummary | null, agent: AgentSummary | null, changed: number): TemplateResult {
    const place = this.#app.value?.roots?.[0]?.place;
    return html`<header class="topbar">
      ${this.hasMenu ? this.#renderMenuButton() : nothing} ${session?.parent ? this.#renderWayUp(session.parent.sessionId) : nothing}
      <h1 class="title"><bdi>${label(session?.title ?? '', 200) || frameWords.untitled}</bdi></h1>
      ${place && !this.side ? renderBranchChip(place) : nothing}
      ${agent ? renderAgentChip(agent, { others: this.#otherAgents(agent), pane: this.side, act: this.#forward }) : nothing}
      <connection-badge .connection=${this.#connection.value!} .health=${agent?.health ?? null}></connection-badge>
      ${renderConversationMenu(this.side)}
      ${this.side === 'first' ? nothing : renderWorkButton(this.#hasPanel.value ?? false, changed)}
      ${this.side ? this.#renderClose() : nothing}
    </header>`;
  }

  #renderClose(): TemplateResult {
    const act = { type: 'close_beside', sessionId: this.store?.sessionId ?? '' } as const;
    const close = () => this.dispatchEvent(new UserActEvent(act));
    return html`<button class="icon-btn close-pane" type="button" aria-label=${frameWords.closePane} title=${frameWords.closePane} @click=${close}>
      ${icon('x')}
    </button>`;
  }

  /** Those that a new session could be begun with, now or after a yes. */
  #otherAgents({ id }: AgentSummary): readonly AgentSummary[] {
    const agents = this.#app.value?.agents ?? [];
    return agents.filter((other) => other.id !== id && other.health.state !== 'missing');
  }

  /** From a task to the session that gave it. */
  #renderWayUp(sessionId: string): TemplateResult | typeof nothing {
    const above = this.#app.value?.sessions.find(({ id }) => id === sessionId);
    if (!above) return nothing;
    const name = frameWords.wayUp(label(above.title, 60) || frameWords.untitled);
    const go = () => this.dispatchEvent(new UserActEvent({ type: 'open_session', sessionId }));
    return html`<button class="icon-btn" type="button" aria-label=${name} title=${name} @click=${go}>${icon('arrowLeft')}</button>`;
  }

  #renderMenuButton(): TemplateResult {
    const open = () => this.dispatchEvent(new PageActEvent({ type: 'show_sessions' }));
    return html`<button class="icon-btn menu-button" type="button" aria-label=${frameWords.sessions} title=${frameWords.sessions} @click=${open}>
      ${icon('menu')}
    </button>`;
  }

  #renderStage(transcript: Transcript, agent: AgentSummary | null, sending: OutboxCommand | null): TemplateResult {
    const status = this.#copy.value?.status;
    if (status === 'gone') return html`<div class="gone">${frameWords.gone}</div>`;
    const isEmpty = transcript.entries.pages.length === 0 && transcript.turn.status === 'idle' && !sending;
    if (!this.store || isEmpty) {
      const folder = this.#app.value?.folder;
      // Nothing is offered before it is known who would answer, and whether at all.
      const isEarly = !folder || status === 'loading' || this.#isStarting(agent);
      if (isEarly) return renderSilence();
      return html`<welcome-view
        role="log"
        aria-label=${frameWords.conversation}
        aria-live="off"
        .agent=${agent}
        .app=${this.#app.value ?? null}
        ?may-delegate=${this.#mayDelegate.value ?? false}
        ?is-first=${this.#isTourDone.value === false && this.#app.value?.sessions.every(({ empty }) => empty)}
        project=${folder.name}
        path=${folder.path}
      ></welcome-view>`;
    }
    if (!hasTranscript(() => this.requestUpdate())) return renderSilence();
    const isStale = this.#connection.value?.fuss === 'banner';
    return html`<transcript-view
      .store=${this.store}
      .place=${this.#place!}
      .sending=${sending}
      ?stale=${isStale}
    ></transcript-view>`;
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
    needStartupOverlay();
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
      .agentId=${agent?.id ?? ''}
      .can=${agent?.health.state === 'ready' ? agent.prompt : null}
      .queue=${t.queue}
      .past=${this.#past}
      ?asking=${t.pending[0]?.kind === 'permission'}
      status=${t.turn.status}
      .modes=${t.modes}
      .options=${t.options}
      .usage=${t.usage}
      .spent=${t.spent}
      ?has-tasks=${this.#app.value?.sessions.some(({ parent, used }) => used && parent?.sessionId === session?.id) ?? false}
      placeholder=${frameWords.ask(label(agent?.name ?? frameWords.theAgent, 40))}
      locked=${isForeign ? lockedWords(session) : ''}
    ></prompt-composer>`;
  }

  /** The prompt that is in the conversation before the server has it. */
  #sending(transcript: Transcript, connection: Connection, agent: AgentSummary | null): OutboxCommand | null {
    const sessionId = this.store?.sessionId;
    if (!sessionId) return null;
    return sendingPrompt({
      sessionId,
      transcript,
      outbox: this.#prompts.value ?? [],
      isConnected: isConnected(connection),
      agent,
    });
  }

  /** Prompts for this session that wait or were refused. */
  #unsent(sending: OutboxCommand | null): readonly OutboxCommand[] {
    const sessionId = this.store?.sessionId ?? null;
    const isHere = ({ args }: OutboxCommand) => args[0] === sessionId || args[0] === null;
    return (this.#prompts.value ?? []).filter(
      (command) => command !== sending && isHere(command) && (command.isLate || command.failure !== null),
    );
  }

  readonly #forward = (event: UserActEvent): void => {
    this.dispatchEvent(event);
  };

  /** Anyone who sends something wants to see what comes of it. */
  readonly #onAct = (event: Event): void => {
    const { type } = (event as UserActEvent).act;
    if (type === 'send_prompt' || type === 'run_shell' || type === 'resend_prompt')
      this.querySelector('transcript-view')?.pin();
    if (type === 'attach_chip') this.querySelector('prompt-composer')?.focus();
  };
}

/** A session of another folder can be read here, and continued there. */
function renderOpenThere({ id, cwd }: SessionSummary): TemplateResult {
  needOpenThere();
  return html`<open-there .sessionId=${id} .folder=${cwd}></open-there>`;
}

function lockedWords({ copy }: SessionSummary): string {
  return copy ? frameWords.readOnlyCopy : frameWords.readOnlyHere;
}

/** The log before anything is known of it. */
function renderSilence(): TemplateResult {
  return html`<div class="silence" role="log" aria-label=${frameWords.conversation} aria-live="off">
    <span class="waiting" role="status">${frameWords.loading}</span>
  </div>`;
}

/** What was asked in this session, the newest first, and then what was asked elsewhere; each once. */
function pastPrompts({ entries }: Transcript, elsewhere: readonly string[]): readonly string[] {
  const here = entriesOf(entries).flatMap((entry) =>
    entry.kind === 'user' ? [promptWords(entry.content).trim()] : [],
  );
  return [...new Set([...here.reverse(), ...elsewhere])].filter((text) => text !== '');
}

declare global {
  interface HTMLElementTagNameMap {
    'session-view': SessionView;
  }
}
