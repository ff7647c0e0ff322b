import { ContextProvider } from '@lit/context';
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, query } from 'lit/decorators.js';
import { UserActEvent } from '../state/acts.js';
import { type AppContext, appContext } from '../state/app-context.js';
import { perform } from '../state/perform.js';
import { StoreController } from '../state/store-controller.js';
import { controls } from '../styles/controls.js';
import { acAppStyles } from './ac-app.styles.js';
import { adoptStyles } from './adopt-styles.js';
import { type Hotkey, Hotkeys } from './hotkeys.js';
import { icon } from './icon.js';
import { OpenFileEvent } from './open-file-event.js';
import { label } from './visible-text.js';
import './live-announcer.js';
import { MediaController } from './media-controller.js';
import './session-list.js';
import './session-view.js';
import './signed-out-screen.js';
import './toast-region.js';

/** The app's root: gives the stores to all below it, and does what a person asks for. Light DOM. */
@customElement('ac-app')
export class AcApp extends LitElement {
  @property({ attribute: false }) context: AppContext | null = null;

  @query('.drawer') private drawer!: HTMLDialogElement | null;

  readonly #provider = new ContextProvider(this, { context: appContext });
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
    new Hotkeys(this, (hotkey) => this.#onHotkey(hotkey));
    this.addEventListener(UserActEvent.type, (event) => this.#onAct(event as UserActEvent));
    this.addEventListener(OpenFileEvent.type, (event) => this.#onOpenFile(event as OpenFileEvent));
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
    if (changed.has('context') && this.context) this.#provider.setValue(this.context);
  }

  protected override render(): TemplateResult | typeof nothing {
    const { context } = this;
    const connection = this.#connection.value;
    if (!context || !connection) return nothing;
    return html`
      ${
        connection.state === 'signed_out'
          ? html`<signed-out-screen message=${connection.message ?? ''}></signed-out-screen>`
          : this.#renderShell(context)
      }
      <toast-region .store=${context.toasts}></toast-region>
      <live-announcer .store=${context.announcer}></live-announcer>
    `;
  }

  #renderShell(context: AppContext): TemplateResult {
    const sessionId = this.#view.value ?? null;
    const isWide = this.#isWide.matches;
    return html`<div class="shell ${isWide ? 'wide' : ''}">
      ${isWide ? html`<aside aria-label="Sessions and settings">${this.#renderList(false)}</aside>` : nothing}
      <main>
        <session-view .store=${sessionId ? context.sessions.open(sessionId) : null} ?has-menu=${!isWide}></session-view>
      </main>
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
      theme=${this.#look.value?.theme ?? 'system'}
      density=${this.#look.value?.density ?? 'comfortable'}
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

  #onAct({ act }: UserActEvent): void {
    if (!this.context) return;
    if (act.type === 'show_sessions') this.drawer?.showModal();
    if (act.type === 'open_session' || act.type === 'new_session') this.drawer?.close();
    perform(this.context, act);
  }

  /** There is no view of files yet; a path on the clipboard opens it in any editor. */
  #onOpenFile({ path, line }: OpenFileEvent): void {
    const place = line === null ? path : `${path}:${line}`;
    if (this.context) perform(this.context, { type: 'copy', text: place, what: label(place, 80) });
  }

  /** A press beside the drawer closes it. */
  #onDrawerClick(event: MouseEvent): void {
    if (event.target === this.drawer) this.drawer?.close();
  }

  #onHotkey(hotkey: Hotkey): void {
    if (!this.context) return;
    switch (hotkey) {
      case 'focus_composer':
        this.querySelector('prompt-composer')?.focus();
        break;
      case 'focus_question':
        this.querySelector<HTMLElement>('permission-dock, question-dock')?.focus();
        break;
      case 'toggle_sessions':
        if (this.drawer?.open) this.drawer.close();
        else this.drawer?.showModal();
        break;
      case 'new_session':
        perform(this.context, { type: 'new_session', agentId: null });
        break;
      case 'stop':
        perform(this.context, { type: 'stop' });
    }
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'ac-app': AcApp;
  }
}
