import { ContextConsumer, ContextProvider } from '@lit/context';
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { PanelMove } from '../commands/screen.js';
import { UserActEvent } from '../state/acts.js';
import { appContext, sessionContext } from '../state/app-context.js';
import { newestEdits } from '../state/file-changes.js';
import type { SessionStore } from '../state/session-store.js';
import { StoreController } from '../state/store-controller.js';
import { WORK_TABS, type WorkTab } from '../state/work-store.js';
import { controls } from '../styles/controls.js';
import { adoptStyles } from './adopt-styles.js';
import { changesStyles } from './changes.styles.js';
import './changes-view.js';
import { fileStyles } from './file.styles.js';
import './file-view.js';
import { icon } from './icon.js';
import './panel-divider.js';
import { terminalsStyles } from './terminals.styles.js';
import './terminals-view.js';
import { workLayoutStyles } from './work-layout.styles.js';
import { workPanelStyles } from './work-panel.styles.js';

const NAMES: Record<WorkTab, string> = { changes: 'Changes', files: 'Files', terminals: 'Terminal' };

/** What stands beside the conversation: changes, files, terminals. Light DOM. */
@customElement('work-panel')
export class WorkPanel extends LitElement {
  @property({ attribute: false }) store: SessionStore | null = null;

  readonly #context = new ContextConsumer(this, { context: appContext, subscribe: true });
  readonly #provider = new ContextProvider(this, { context: sessionContext, initialValue: null });
  readonly #tab = new StoreController(
    this,
    () => this.#context.value?.work,
    ({ tab }) => tab,
  );
  readonly #changed = new StoreController(
    this,
    () => this.store,
    ({ transcript }) => new Set(newestEdits(transcript.entries).map(({ path }) => path)).size,
  );
  readonly #asks = new StoreController(
    this,
    () => this.store,
    ({ transcript }) => transcript.pending.length,
  );

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    for (const styles of [controls, workLayoutStyles, workPanelStyles, changesStyles, fileStyles, terminalsStyles])
      adoptStyles(this, styles);
    this.addEventListener('keydown', this.#onKeyDown);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.removeEventListener('keydown', this.#onKeyDown);
  }

  /** The focus goes to the tab that is open. */
  override focus(): void {
    this.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus();
  }

  /** Moves in what is shown; what it does not know it leaves. */
  move(move: PanelMove): void {
    this.querySelector('changes-view')?.move(move);
    if (move === 'follow') this.querySelector('file-view')?.toggleFollowing();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('store')) this.#provider.setValue(this.store);
  }

  protected override render(): TemplateResult | typeof nothing {
    const tab = this.#tab.value;
    if (!tab) return nothing;
    return html`
      <panel-divider></panel-divider>
      <div class="work-bar">
        <button type="button" class="work-tab work-chat" @click=${this.#close}>Chat${this.#renderAsks()}</button>
        <div class="work-tabs" role="tablist" aria-label="Work panel" @keydown=${this.#onTabKey}>
          ${WORK_TABS.map((name) => this.#renderTab(name, name === tab))}
        </div>
        <button type="button" class="icon-btn work-close" aria-label="Close the work panel" title="Close (Esc)" @click=${this.#close}>
          ${icon('x')}
        </button>
      </div>
      <div class="work-body" id="work-body" role="tabpanel" aria-labelledby="work-tab-${tab}">${this.#renderBody(tab)}</div>
    `;
  }

  #renderTab(name: WorkTab, isSelected: boolean): TemplateResult {
    const count = name === 'changes' ? (this.#changed.value ?? 0) : 0;
    return html`<button
      type="button"
      class="work-tab"
      role="tab"
      id="work-tab-${name}"
      aria-selected=${isSelected}
      aria-controls="work-body"
      tabindex=${isSelected ? 0 : -1}
      data-tab=${name}
      @click=${() => this.#show(name)}
    >${NAMES[name]}${count > 0 ? html` <span class="work-count">${count}</span>` : nothing}</button>`;
  }

  /** On a phone the panel stands before the conversation, so it says that somebody is waited for there. */
  #renderAsks(): TemplateResult | typeof nothing {
    const count = this.#asks.value ?? 0;
    return count > 0 ? html`<span class="work-asks"><span class="vh">, questions: </span>${count}</span>` : nothing;
  }

  #renderBody(tab: WorkTab): TemplateResult | typeof nothing {
    const { store } = this;
    if (!store) return html`<p class="work-empty">What the agent does will be shown here.</p>`;
    if (tab === 'changes') return html`<changes-view .store=${store}></changes-view>`;
    if (tab === 'files') return html`<file-view .store=${store}></file-view>`;
    return html`<terminals-view .store=${store} folder=${this.#context.value?.app.value?.folder.path ?? ''}></terminals-view>`;
  }

  #show(tab: WorkTab): void {
    this.dispatchEvent(new UserActEvent({ type: 'show_work', tab }));
  }

  readonly #close = (): void => {
    this.dispatchEvent(new UserActEvent({ type: 'close_work' }));
  };

  #onTabKey(event: KeyboardEvent): void {
    const now = WORK_TABS.indexOf(this.#tab.value!);
    const steps: Record<string, number> = { ArrowRight: now + 1, ArrowLeft: now - 1, Home: 0, End: -1 };
    const next = steps[event.key];
    if (next === undefined) return;
    event.preventDefault();
    this.#show(WORK_TABS.at(next % WORK_TABS.length)!);
    void this.updateComplete.then(() => this.focus());
  }

  readonly #onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return;
    event.preventDefault();
    this.#close();
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'work-panel': WorkPanel;
  }
}
