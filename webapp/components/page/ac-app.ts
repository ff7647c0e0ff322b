import { ContextProvider } from '@lit/context';
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, query } from 'lit/decorators.js';

import type { SessionFilter } from '../../../server/protocol/api/session-list.js';
import { unreachable } from '../../../server/protocol/unreachable.js';
import { type CommandContext, commandsContext } from '../../commands/command.js';
import { COMMANDS, isAvailable } from '../../commands/registry.js';
import { type UserAct, UserActEvent } from '../../state/app/acts.js';
import { type AppContext, provideApp } from '../../state/app/contexts.js';
import { type PageAct, PageActEvent } from '../../state/app/page-acts.js';
import { perform } from '../../state/app/perform.js';
import { chosenFilter } from '../../state/app/session-groups.js';
import { follow } from '../../state/base/follow.js';
import { whenHolds } from '../../state/base/store.js';
import { appParts } from '../../state/server/app-store.js';
import { isConnected } from '../../state/server/connection-store.js';
import type { OutboxCommand } from '../../state/session/outbox-store.js';
import type { SessionStore } from '../../state/session/session-store.js';
import type { Preferences } from '../../state/view/preference-store.js';
import type { EntryGoal } from '../../state/view/view-store.js';
import { controls } from '../../styles/controls.js';
import { icon } from '../../ui/icon.js';
import { lateElement } from '../../ui/late-element.js';
import { LightElement } from '../../ui/light-element.js';
import { OpenFileEvent } from '../../ui/open-file-event.js';
import { repeat } from '../../ui/repeat.js';
import { holdKeys } from '../../ui/typing.js';
import { CommandKeys } from '../palette/command-keys.js';
import { acAppStyles } from './ac-app.styles.js';
import { DeckScreen, type ScreenHost } from './deck-screen.js';
import { FocusController } from './focus-controller.js';
import { leaveDrawer } from './leave-drawer.js';
import './live-announcer.js';
import { MediaController, WIDE } from '../../ui/media-controller.js';
import '../session-list/session-list.js';
import './session-view.js';
import { frameWords } from './words.js';
import { WorkController } from './work-controller.js';

const needSettingsView = lateElement(() => import('../settings/settings-view.js'));
// It is part of every page, but there is nothing to tell at first.
lateElement(() => import('./toast-region.js'));
const needSignedOutScreen = lateElement(() => import('./signed-out-screen.js'));

/** What takes a person from the list of sessions to something else. */
const LEAVES_DRAWER: ReadonlySet<UserAct['type']> = new Set([
  'open_session',
  'open_beside',
  'new_session',
  'open_settings',
]);

/** The app's root: gives the stores to all below it, and does what a person asks for. Light DOM. */
@customElement('ac-app')
export class AcApp extends LightElement implements ScreenHost {
  static override styles = [controls, acAppStyles];

  @property({ attribute: false }) context: AppContext | null = null;

  /** What commands run with; null before there is a context. */
  commands: CommandContext | null = null;

  @query('.drawer') private drawer!: HTMLDialogElement | null;

  readonly #provide = provideApp(this);
  readonly #commandsProvider = new ContextProvider(this, { context: commandsContext });
  readonly #screen = new DeckScreen(this);
  readonly #focus = new FocusController(this);
  readonly #isWide = new MediaController(this, WIDE);
  readonly #isVeryWide = new MediaController(this, '(min-width: 1500px)');
  readonly #connection = follow(this, () => this.context?.server.connection);
  readonly #app = follow(
    this,
    () => this.context?.server.app,
    appParts('folder', 'agents', 'sessions', 'hasOlderSessions', 'agentLists'),
  );
  readonly #view = follow(this, () => this.context?.page.view);
  readonly #beside = follow(this, () => this.context?.page.view.beside);
  readonly #goal = follow(this, () => this.context?.page.view.goal);
  #reached: EntryGoal | null = null;
  readonly #section = follow(this, () => this.context?.page.settings);
  readonly #work = new WorkController(this, () => this.context?.work.panel);
  readonly #workTab = follow(
    this,
    () => this.context?.work.panel,
    ({ tab }) => tab,
  );
  readonly #panelWidth = follow(
    this,
    () => this.context?.preferences,
    ({ panelWidth }) => panelWidth,
  );
  readonly #hasSidebar = follow(
    this,
    () => this.context?.preferences,
    ({ sidebar }) => sidebar,
  );
  readonly #isWaiting = follow(
    this,
    () => this.context?.outbox,
    (commands) => commands.some(({ isLate, failure }) => isLate && failure === null),
  );
  readonly #theme = follow(
    this,
    () => this.context?.settings,
    (values) => values?.theme,
  );
  #chosen: { from: Preferences | null; filter: SessionFilter } = { from: null, filter: {} };
  readonly #preferences = follow(this, () => this.context?.preferences);
  readonly #hidden = follow(this, () => this.context?.sessions.hidden);

  constructor() {
    super();
    new CommandKeys(this, { context: () => this.commands, catchKey: () => this.#focus.catchKey() });
    this.addEventListener(UserActEvent.type, (event) => {
      const { act } = event as UserActEvent;
      // A field that has lost the focus may still say so.
      const isLate = act.type === 'hold_draft' || act.type === 'place_caret';
      if (!isLate) this.#goToPane(event);
      if (act.type !== 'place_caret' || !this.#isBeside(event)) this.#onAct(act);
    });
    this.addEventListener(PageActEvent.type, (event) => {
      this.#goToPane(event);
      this.#onPageAct((event as PageActEvent).act);
    });
    this.addEventListener(OpenFileEvent.type, ({ path, line, part }) =>
      this.#onAct({ type: 'open_file', path, line, ...part }),
    );
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('context') || !this.context) return;
    this.#provide(this.context);
    const { context } = this;
    this.commands = { app: context, screen: this.#screen, act: (act) => this.#onAct(act) };
    this.#commandsProvider.setValue(this.commands);
  }

  protected override updated(): void {
    if ((this.#section.value ?? null) !== null) needSettingsView();
    this.#followLink(this.#goal.value ?? null);
    this.context?.page.view.beside.draw(this.querySelector('session-view[beside]') !== null);
  }

  protected override render(): TemplateResult | typeof nothing {
    const { context } = this;
    const connection = this.#connection.value;
    if (!context || !connection) return nothing;
    return html`
      ${connection.state === 'signed_out' ? renderSignedOut(connection.message ?? '') : this.#renderShell(context)}
      <toast-region .store=${context.notices.toasts}></toast-region>
      <live-announcer .store=${context.notices.announcer}></live-announcer>
    `;
  }

  #renderShell(context: AppContext): TemplateResult {
    const sessionId = this.#view.value ?? null;
    const section = this.#section.value ?? null;
    const isWide = this.#isWide.matches;
    const hasAside = isWide && this.#hasSidebar.value !== false;
    const hasWork = section === null && this.#workTab.value !== undefined && this.#work.isShown;
    const store = sessionId ? context.sessions.stores.open(sessionId) : null;
    const panes = this.#panes(context, store, hasWork);
    const classes = `shell ${hasAside ? 'wide' : ''} ${hasWork ? 'has-work' : ''}`;
    const width = this.#panelWidth.value || null;
    return html`<div class=${classes} style=${width ? `--panel-width: ${width}px` : nothing}>
      ${hasAside ? html`<aside aria-label=${frameWords.sessionsAndSettings}>${this.#renderList(false)}</aside>` : nothing}
      <main class=${panes.length > 1 ? 'split' : ''} @focusin=${this.#goToPane} @pointerdown=${this.#goToPane}>
        ${this.#isWaiting.value ? html`<div class="progress" role="progressbar" aria-label=${frameWords.waitingForServer}></div>` : nothing}
        ${repeat(
          panes,
          ({ key }) => key,
          (pane, n) => html`<session-view
            .store=${pane.store}
            ?has-menu=${!hasAside && n === 0}
            ?inert=${section !== null}
            ?beside=${pane.isBeside}
            side=${panes.length > 1 ? SIDES[n]! : ''}
          ></session-view>`,
        )}
        ${section === null ? nothing : html`<settings-view section=${section}></settings-view>`}
      </main>
      ${hasWork ? html`<work-panel role="complementary" aria-label=${frameWords.workPanel} .store=${store}></work-panel>` : nothing}
      ${
        isWide
          ? nothing
          : html`<dialog class="drawer" aria-label=${frameWords.sessionsAndSettings} @click=${this.#onDrawerClick}>
              ${this.#renderList(true)}
            </dialog>`
      }
    </div>`;
  }

  /** The session on screen and, where there is room, the one beside it. */
  #panes({ page: { view }, sessions }: AppContext, store: SessionStore | null, hasWork: boolean): readonly Pane[] {
    const own = { key: view.pane, store, isBeside: false };
    const beside = this.#beside.value;
    const hasRoom = (hasWork ? this.#isVeryWide : this.#isWide).matches;
    if (!store || !beside || !hasRoom) return [own];
    const other = { key: 1 - view.pane, store: sessions.stores.open(beside.sessionId), isBeside: true };
    return beside.isFirst ? [other, own] : [own, other];
  }

  /** What a person does in the session beside makes it the one that they work in. */
  readonly #goToPane = (event: Event): void => {
    if (this.#isBeside(event)) this.context?.page.view.swap();
  };

  /** Whether something happens in the session beside. The page may not be drawn yet as things are now. */
  #isBeside({ target }: Event): boolean {
    const { sessionId = null } = (target instanceof Element && target.closest('session-view')?.store) || {};
    return sessionId !== null && sessionId === this.context?.page.view.beside.value?.sessionId;
  }

  #renderList(isDrawer: boolean): TemplateResult {
    return html`<session-list
      .app=${this.#app.value ?? null}
      .removed=${this.#hidden.value ?? new Set()}
      .active=${this.#view.value ?? null}
      .time=${this.context?.server.time ?? null}
      .older=${this.context?.sessions.older ?? null}
      .filter=${this.#filter}
      theme=${this.#theme.value ?? 'system'}
      version=${this.#connection.value?.version ?? ''}
    >
      ${
        isDrawer
          ? html`<button slot="close" class="icon-btn" type="button" aria-label=${frameWords.close} @click=${() => this.drawer?.close()}>
              ${icon('x')}
            </button>`
          : nothing
      }
    </session-list>`;
  }

  /** Goes to the entry that the address leads to, once. */
  #followLink(goal: EntryGoal | null): void {
    if (!goal || goal === this.#reached || this.#view.value !== goal.sessionId) return;
    this.#reached = goal;
    void this.#screen.showFound(this.context!.sessions.stores.open(goal.sessionId), goal.entry);
  }

  /** The same object while nothing of it has changed. */
  get #filter(): SessionFilter {
    const kept = this.#preferences.value;
    if (kept && kept !== this.#chosen.from) this.#chosen = { from: kept, filter: chosenFilter(kept) };
    return this.#chosen.filter;
  }

  toggleSessions(): void {
    if (this.drawer?.open) this.drawer.close();
    else if (this.drawer) this.#openDrawer(this.drawer);
    else this.context?.preferences.choose({ sidebar: this.#hasSidebar.value === false });
  }

  #openDrawer(drawer: HTMLDialogElement): void {
    drawer.showModal();
    leaveDrawer(drawer);
  }

  async showSessions(): Promise<HTMLElementTagNameMap['session-list'] | null> {
    if (this.drawer && !this.drawer.open) this.#openDrawer(this.drawer);
    if (this.#isWide.matches) this.context?.preferences.choose({ sidebar: true });
    await this.updateComplete;
    return this.querySelector('session-list');
  }

  #onAct(act: UserAct): void {
    if (!this.context) return;
    if (LEAVES_DRAWER.has(act.type)) this.drawer?.close();
    const { context } = this;
    if (act.type === 'new_session') void holdKeys(sessionBegun(context).finally(() => this.#focus.keepWriting()));
    this.#work.around(act, () => perform(context, act));
    const focused = this.#focus.after(act);
    if (act.type !== 'open_session' || act.entry === undefined) return;
    const { sessionId, entry } = act;
    void focused.then(() => this.#screen.showFound(context.sessions.stores.open(sessionId), entry));
  }

  #onPageAct(act: PageAct): void {
    switch (act.type) {
      case 'show_sessions':
        void this.showSessions();
        break;
      case 'show_entry':
        this.#screen.showEntry(act.entryId);
        break;
      case 'run_command':
        this.#run(act.commandId, act.argument);
        this.drawer?.close();
        break;
      case 'allow_once':
        this.#screen.allowOnce();
        break;
      default:
        unreachable(act);
    }
    void this.#focus.after(act);
  }

  #run(commandId: string, argument?: string): void {
    const command = COMMANDS.find(({ id }) => id === commandId);
    if (command && this.commands && isAvailable(command, this.commands)) command.run(this.commands, argument);
  }

  /** A press beside the drawer closes it. */
  #onDrawerClick(event: MouseEvent): void {
    if (event.target === this.drawer) this.drawer?.close();
  }
}

/** Where a session is drawn, and whether a person works in another one. */
interface Pane {
  readonly key: number;
  readonly store: SessionStore | null;
  readonly isBeside: boolean;
}

const SIDES = ['first', 'second'] as const;

/** What is typed after "New session" belongs there; if it can't come now, to what is on screen. */
async function sessionBegun({ page: { view }, outbox, server: { connection } }: AppContext): Promise<void> {
  const before = view.value;
  const isCreating = ({ method }: OutboxCommand) => method === 'create';
  const isOnItsWay = () =>
    isConnected(connection.value) && outbox.value.some((item) => isCreating(item) && !item.failure);
  await Promise.resolve();
  await whenHolds([view, outbox, connection], () => view.value !== before || !isOnItsWay());
  const isLost = !isConnected(connection.value) || outbox.value.some(isCreating);
  if (view.value === before && isLost) throw new Error('The session has not come.');
  // The answer has come; the session is on screen a moment later.
  await new Promise((resolve) => setTimeout(resolve));
}

function renderSignedOut(message: string): TemplateResult {
  needSignedOutScreen();
  return html`<signed-out-screen message=${message}></signed-out-screen>`;
}

declare global {
  interface HTMLElementTagNameMap {
    'ac-app': AcApp;
  }
}
