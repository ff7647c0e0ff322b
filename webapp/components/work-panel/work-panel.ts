import { ContextProvider } from '@lit/context';
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { own } from '../../../server/protocol/own.js';
import '../../codes/repo-words.js';
import type { PanelMove } from '../../commands/screen.js';
import { UserActEvent } from '../../state/app/acts.js';
import { consume, serverContext, sessionContext, workContext } from '../../state/app/contexts.js';
import { follow } from '../../state/base/follow.js';
import { newestEdits } from '../../state/session/file-changes.js';
import type { SessionStore } from '../../state/session/session-store.js';
import { type FileWish, WORK_TABS, type WorkTab } from '../../state/work/work-store.js';
import { controls } from '../../styles/controls.js';
import { LightElement } from '../../ui/light-element.js';
import { changesStyles } from '../changes/changes.styles.js';
import { sessionChangesStyles } from '../changes/session-changes.styles.js';
import '../changes/changes-view.js';
import { fileStyles } from '../files/file.styles.js';
import '../files/files-view.js';
import '../history/history-view.js';
import '../search/search-view.js';
import { icon } from '../../ui/icon.js';
import { treeStyles } from '../files/tree.styles.js';
import './panel-divider.js';
import { terminalsStyles } from './terminals.styles.js';
import './terminals-view.js';
import { workWords } from './words.js';
import { workLayoutStyles } from './work-layout.styles.js';
import { workPanelStyles } from './work-panel.styles.js';

/** What stands beside the conversation: changes, files, terminals. Light DOM. */
@customElement('work-panel')
export class WorkPanel extends LightElement {
  static override styles = [
    controls,
    workLayoutStyles,
    workPanelStyles,
    changesStyles,
    sessionChangesStyles,
    treeStyles,
    fileStyles,
    terminalsStyles,
  ];

  @property({ attribute: false }) store: SessionStore | null = null;

  readonly #server = consume(this, serverContext);
  readonly #work = consume(this, workContext);
  readonly #provider = new ContextProvider(this, { context: sessionContext, initialValue: null });
  readonly #tab = follow(
    this,
    () => this.#work.value?.panel,
    ({ tab }) => tab,
  );
  readonly #changed = follow(
    this,
    () => this.store,
    ({ transcript }) => new Set(newestEdits(transcript.entries).map(({ path }) => path)).size,
  );
  readonly #asks = follow(
    this,
    () => this.store,
    ({ transcript }) => transcript.pending.length,
  );

  /** What a person wants to do with the files as soon as they are shown. */
  #wish: FileWish | null = null;

  override connectedCallback(): void {
    super.connectedCallback();
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
    this.querySelector('files-view')?.move(move);
  }

  /** Does something with the files, which are shown for it. */
  async fulfil(wish: FileWish): Promise<void> {
    await this.updateComplete;
    const files = this.querySelector('files-view');
    // The session may still be on its way.
    this.#wish = files ? null : wish;
    await files?.fulfil(wish);
  }

  protected override updated(): void {
    const wish = this.#wish;
    if (wish !== null && this.querySelector('files-view')) void this.fulfil(wish);
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
        <div class="work-tabs" role="tablist" aria-label=${workWords.workPanel} @keydown=${this.#onTabKey}>
          <button type="button" class="work-tab work-chat" role="tab" aria-selected="false" tabindex="-1" @click=${this.#close}>${workWords.chat}${this.#renderAsks()}</button>
          ${WORK_TABS.map((name) => this.#renderTab(name, name === tab))}
        </div>
        <button type="button" class="icon-btn work-close" aria-label=${workWords.close} title=${workWords.closeHint} @click=${this.#close}>
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
    >${workWords.tabs[name]}${count > 0 ? html` <span class="work-count">${count}</span>` : nothing}</button>`;
  }

  /** On a phone the panel stands before the conversation, so it says that somebody is waited for there. */
  #renderAsks(): TemplateResult | typeof nothing {
    const count = this.#asks.value ?? 0;
    return count > 0
      ? html`<span class="work-asks"><span aria-hidden="true">${count}</span><span class="vh">${workWords.requests(count)}</span></span>`
      : nothing;
  }

  #renderBody(tab: WorkTab): TemplateResult | typeof nothing {
    const { store } = this;
    if (tab === 'terminals') {
      const folder = this.#server.value?.app.value?.folder.path ?? '';
      return html`<terminals-view .store=${store} folder=${folder}></terminals-view>`;
    }
    if (tab === 'history') return html`<history-view></history-view>`;
    if (tab === 'search') return html`<search-view></search-view>`;
    if (!store) return html`<p class="work-empty">${workWords.empty}</p>`;
    if (tab === 'changes') return html`<changes-view .store=${store}></changes-view>`;
    return html`<files-view .store=${store}></files-view>`;
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
    const next = own(steps, event.key);
    if (next === undefined) return;
    event.preventDefault();
    const isChat = next === WORK_TABS.length || (next === -1 && event.key === 'ArrowLeft') || event.key === 'Home';
    if (isChat && this.querySelector('.work-chat')?.checkVisibility()) {
      this.#close();
      return;
    }
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
