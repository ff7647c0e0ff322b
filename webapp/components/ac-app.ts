import { ContextProvider } from '@lit/context';
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, query } from 'lit/decorators.js';
import type { CommandContext } from '../commands/command.js';
import { commandsContext } from '../commands/commands-context.js';
import { COMMANDS, isAvailable } from '../commands/registry.js';
import { type UserAct, UserActEvent } from '../state/acts.js';
import { type AppContext, appContext } from '../state/app-context.js';
import { perform } from '../state/perform.js';
import { StoreController } from '../state/store-controller.js';
import { controls } from '../styles/controls.js';
import { acAppStyles } from './ac-app.styles.js';
import { adoptStyles } from './adopt-styles.js';
import { CommandKeys } from './command-keys.js';
import { DeckScreen, type ScreenHost } from './deck-screen.js';
import { icon } from './icon.js';
import { needElement } from './late-elements.js';
import { OpenFileEvent } from './open-file-event.js';
import './live-announcer.js';
import { MediaController } from './media-controller.js';
import './session-list.js';
import './session-view.js';
import { WorkController } from './work-controller.js';

/** What takes a person from the list of sessions to something else. */
const LEAVES_DRAWER: ReadonlySet<UserAct['type']> = new Set([
  'open_session',
  'new_session',
  'open_settings',
  'run_command',
]);

/** The app's root: gives the stores to all below it, and does what a person asks for. Light DOM. */
@customElement('ac-app')
export class AcApp extends LitElement implements ScreenHost {
  @property({ attribute: false }) context: AppContext | null = null;

  /** What commands run with; null before there is a context. */
  commands: CommandContext | null = null;

  @query('.drawer') private drawer!: HTMLDialogElement | null;

  readonly #provider = new ContextProvider(this, { context: appContext });
  readonly #commandsProvider = new ContextProvider(this, { context: commandsContext });
  readonly #screen = new DeckScreen(this);
  readonly #isWide = new MediaController(this, '(min-width: 1100px)');
  readonly #connection = new StoreController(
    this,
    () => this.context?.connection,
    (connection) => connection,
  );
  readonly #app = new StoreController(
    this,
    () => this.context?.app,
    (app) => app,
  );
  readonly #view = new StoreController(
    this,
    () => this.context?.view,
    (sessionId) => sessionId,
  );
  readonly #section = new StoreController(
    this,
    () => this.context?.settings,
    (section) => section,
  );
  readonly #work = new WorkController(this, () => this.context?.work);
  readonly #workTab = new StoreController(
    this,
    () => this.context?.work,
    ({ tab }) => tab,
  );
  readonly #panelWidth = new StoreController(
    this,
    () => this.context?.preferences,
    ({ panelWidth }) => panelWidth,
  );
  readonly #hasSidebar = new StoreController(
    this,
    () => this.context?.preferences,
    ({ sidebar }) => sidebar,
  );
  readonly #isWaiting = new StoreController(
    this,
    () => this.context?.outbox,
    (commands) => commands.some(({ isLate, failure }) => isLate && failure === null),
  );
  readonly #look = new StoreController(
    this,
    () => this.context?.look,
    (look) => look,
  );
  readonly #hidden = new StoreController(
    this,
    () => this.context?.hidden,
    (hidden) => hidden,
  );

  constructor() {
    super();
    new CommandKeys(this, () => this.commands);
    this.addEventListener(UserActEvent.type, (event) => this.#onAct((event as UserActEvent).act));
    this.addEventListener(OpenFileEvent.type, ({ path, line }) => this.#onAct({ type: 'open_file', path, line }));
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    adoptStyles(this, controls);
    adoptStyles(this, acAppStyles);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('context') || !this.context) return;
    this.#provider.setValue(this.context);
    const { context } = this;
    this.commands = { app: context, screen: this.#screen, act: (act) => this.#onAct(act) };
    this.#commandsProvider.setValue(this.commands);
  }

  protected override firstUpdated(): void {
    needElement('toast-region');
  }

  protected override updated(): void {
    if ((this.#section.value ?? null) !== null) void import('./settings-view.js');
    if (this.#connection.value?.state === 'signed_out') void import('./signed-out-screen.js');
  }

  protected override render(): TemplateResult | typeof nothing {
    const { context } = this;
    const connection = this.#connection.value;
    if (!context || !connection) return nothing;
    return html`
      ${connection.state === 'signed_out' ? renderSignedOut(connection.message ?? '') : this.#renderShell(context)}
      ${this.#isWaiting.value ? html`<div class="progress" role="progressbar" aria-label="Waiting for the server"></div>` : nothing}
      <toast-region .store=${context.toasts}></toast-region>
      <live-announcer .store=${context.announcer}></live-announcer>
    `;
  }

  #renderShell(context: AppContext): TemplateResult {
    const sessionId = this.#view.value ?? null;
    const section = this.#section.value ?? null;
    const isWide = this.#isWide.matches;
    const hasAside = isWide && this.#hasSidebar.value !== false;
    const hasWork = section === null && this.#workTab.value !== undefined && this.#work.isShown;
    const store = sessionId ? context.sessions.open(sessionId) : null;
    const classes = `shell ${hasAside ? 'wide' : ''} ${hasWork ? 'has-work' : ''}`;
    const width = this.#panelWidth.value || null;
    return html`<div class=${classes} style=${width ? `--panel-width: ${width}px` : nothing}>
      ${hasAside ? html`<aside aria-label="Sessions and settings">${this.#renderList(false)}</aside>` : nothing}
      <main>
        <session-view
          .store=${store}
          ?has-menu=${!hasAside}
          ?inert=${section !== null}
        ></session-view>
        ${section === null ? nothing : html`<settings-view section=${section}></settings-view>`}
      </main>
      ${hasWork ? html`<work-panel role="complementary" aria-label="Work panel" .store=${store}></work-panel>` : nothing}
      ${
        isWide
          ? nothing
          : html`<dialog class="drawer" aria-label="Sessions and settings" @click=${this.#onDrawerClick}>
              ${this.#renderList(true)}
            </dialog>`
      }
    </div>`;
  }

  #renderList(isDrawer: boolean): TemplateResult {
    return html`<session-list
      .app=${this.#app.value ?? null}
      .removed=${this.#hidden.value ?? new Set()}
      .active=${this.#view.value ?? null}
      .seen=${this.context?.seen ?? null}
      .time=${this.context?.time ?? null}
      theme=${this.#look.value?.theme ?? 'system'}
      version=${this.#connection.value?.version ?? ''}
    >
      ${
        isDrawer
          ? html`<button slot="close" class="icon-btn" type="button" aria-label="Close" @click=${() => this.drawer?.close()}>
              ${icon('x')}
            </button>`
          : nothing
      }
    </session-list>`;
  }

  toggleSessions(): void {
    if (this.drawer?.open) this.drawer.close();
    else if (this.drawer) this.#openDrawer(this.drawer);
    else this.context?.preferences.choose({ sidebar: this.#hasSidebar.value === false });
  }

  #openDrawer(drawer: HTMLDialogElement): void {
    drawer.showModal();
    void import('./leave-drawer.js').then(({ leaveDrawer }) => leaveDrawer(drawer));
  }

  async showSessions(): Promise<HTMLElementTagNameMap['session-list'] | null> {
    if (this.drawer && !this.drawer.open) this.#openDrawer(this.drawer);
    if (this.#isWide.matches) this.context?.preferences.choose({ sidebar: true });
    await this.updateComplete;
    return this.querySelector('session-list');
  }

  #onAct(act: UserAct): void {
    if (!this.context) return;
    if (act.type === 'show_sessions') void this.showSessions();
    if (act.type === 'show_entry') this.#screen.showEntry(act.entryId);
    if (act.type === 'run_command') this.#run(act.commandId, act.argument);
    if (LEAVES_DRAWER.has(act.type)) this.drawer?.close();
    const { context } = this;
    this.#work.around(act, () => perform(context, act));
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

function renderSignedOut(message: string): TemplateResult {
  needElement('signed-out-screen');
  return html`<signed-out-screen message=${message}></signed-out-screen>`;
}

declare global {
  interface HTMLElementTagNameMap {
    'ac-app': AcApp;
  }
}
