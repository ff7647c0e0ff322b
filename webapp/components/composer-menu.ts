import type { AvailableCommand } from '@agentclientprotocol/sdk';
import { ContextConsumer } from '@lit/context';
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import { commandsContext } from '../commands/commands-context.js';
import { COMMANDS, isAvailable } from '../commands/registry.js';
import { appContext } from '../state/app-context.js';
import { adoptStyles } from './adopt-styles.js';
import { ChooseEvent } from './choose-event.js';
import { composerMenuStyles } from './composer-menu.styles.js';
import type { Trigger } from './find-trigger.js';
import { icon } from './icon.js';
import type { IconName } from './icons.js';
import { markedText } from './marked-text.js';
import { type Suggestion, type SuggestionSources, type Suggestions, suggest } from './suggestions.js';
import { label } from './visible-text.js';

const ICONS = { file: 'fileText', command: 'zap', session: 'messageSquare' } as const satisfies Record<
  string,
  IconName
>;
const NAMES = { '@': 'Files', '/': 'Commands', '#': 'Sessions' } as const;
const NOTHING: Suggestions = { items: [], note: '' };
/** So long after an answer from a folder that is still being listed it is asked again. */
const ASK_AGAIN_MS = 400;

/**
 * What fits the word that is being typed. The field keeps the focus and names the active line as its own, so this
 * stands in the field's own tree. Light DOM.
 * @fires choose - A suggestion was chosen.
 * @fires active-line - Another line is active; `activeId` names it.
 */
@customElement('composer-menu')
export class ComposerMenu extends LitElement {
  @property({ attribute: false }) trigger!: Trigger;
  @property({ attribute: false }) agentCommands: readonly AvailableCommand[] = [];
  @property({ attribute: false }) agentName = '';

  @state() private found: Suggestions = NOTHING;
  @state() private active = 0;

  readonly #app = new ContextConsumer(this, { context: appContext, subscribe: true });
  readonly #commands = new ContextConsumer(this, { context: commandsContext, subscribe: true });
  #asked: object | null = null;

  /** The line that the keys act upon, or null. */
  get activeId(): string | null {
    return this.found.items.length > 0 ? `suggestion-${this.active}` : null;
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    adoptStyles(this, composerMenuStyles);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#asked = null;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    // The agent may tell its commands while one is being typed.
    if (changed.has('trigger') || changed.has('agentCommands')) void this.#ask(this.trigger);
  }

  protected override updated(): void {
    this.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
    this.dispatchEvent(new Event('active-line'));
  }

  protected override render(): TemplateResult | typeof nothing {
    const { items, note } = this.found;
    if (items.length === 0 && !note) return nothing;
    return html`<div class="menu">
      <ul id="suggestions" role="listbox" aria-label=${NAMES[this.trigger.sign]}>
        ${repeat(
          items,
          ({ id }) => id,
          (item, n) => this.#renderItem(item, n),
        )}
      </ul>
      ${note ? html`<p class="menu-note" role="status">${note}</p>` : nothing}
    </div>`;
  }

  /** Whether a key was for the menu. */
  takeKey(key: string): boolean {
    const { items } = this.found;
    if (items.length === 0) return false;
    if (key === 'ArrowDown') this.active = (this.active + 1) % items.length;
    else if (key === 'ArrowUp') this.active = (this.active + items.length - 1) % items.length;
    else if (key === 'Enter' && this.#isTypedOut()) return false;
    else if (key === 'Enter' || key === 'Tab') this.#choose(items[this.active]!);
    else return false;
    return true;
  }

  #renderItem(item: Suggestion, n: number): TemplateResult {
    const { kind, title, marks, detail, owner } = item;
    return html`<li
      id="suggestion-${n}"
      role="option"
      class="suggestion"
      aria-selected=${n === this.active}
      @pointerdown=${(event: Event) => event.preventDefault()}
      @click=${() => this.#choose(item)}
    >
      ${icon(ICONS[kind])}
      <span class="what ${kind}">${kind === 'file' ? renderPath(title, marks) : markedText(label(title), marks)}</span>
      ${detail ? html`<span class="detail">${label(detail, 160)}</span>` : nothing}
      ${owner ? html`<span class="owner">${label(owner, 40)}</span>` : nothing}
    </li>`;
  }

  /** The agent's command stands there already as it is, so Enter sends it. */
  #isTypedOut(): boolean {
    const choice = this.found.items[this.active]?.choice;
    return choice?.kind === 'insert' && choice.isWhole === true && choice.text === `/${this.trigger.query}`;
  }

  #choose({ choice }: Suggestion): void {
    this.dispatchEvent(new ChooseEvent(choice, this.trigger));
  }

  async #ask(trigger: Trigger): Promise<void> {
    const question = {};
    this.#asked = question;
    const sources = this.#sources();
    const found = sources ? await suggest(trigger, sources).catch(() => NOTHING) : NOTHING;
    // Only the newest question counts, whenever the answers come.
    if (this.#asked !== question) return;
    this.found = found;
    this.active = 0;
    if (!found.isGrowing || found.items.length > 0) return;
    setTimeout(() => {
      if (this.#asked === question) void this.#ask(trigger);
    }, ASK_AGAIN_MS);
  }

  #sources(): SuggestionSources | null {
    const [app, commands] = [this.#app.value, this.#commands.value];
    if (!app) return null;
    return {
      repo: app.repo,
      sessions: app.app.value?.sessions ?? [],
      sessionId: app.view.value,
      agentName: this.agentName,
      agentCommands: this.agentCommands,
      ownCommands: COMMANDS.filter((command) => command.slash && (!commands || isAvailable(command, commands))),
    };
  }
}

/** The name first, because that is what one looks for. */
function renderPath(path: string, marks: readonly number[]): TemplateResult {
  const cut = path.lastIndexOf('/') + 1;
  const inName = marks.filter((at) => at >= cut).map((at) => at - cut);
  return html`<bdi>${markedText(path.slice(cut), inName)}</bdi>
    <bdi class="folder">${markedText(path.slice(0, Math.max(0, cut - 1)), marks)}</bdi>`;
}

declare global {
  interface HTMLElementTagNameMap {
    'composer-menu': ComposerMenu;
  }
}
