import type { AvailableCommand } from '@agentclientprotocol/sdk';
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { SessionSummary } from '../../../server/protocol/api/app-state.js';
import { commandsContext } from '../../commands/command.js';
import { COMMANDS, isAvailable } from '../../commands/registry.js';
import { consume, pageContext, serverContext, sessionsContext, workContext } from '../../state/app/contexts.js';
import { findSessions } from '../../state/app/find-sessions.js';
import { listedSessions } from '../../state/app/session-groups.js';
import { icon } from '../../ui/icon.js';
import type { IconName } from '../../ui/icons.js';
import { LightElement } from '../../ui/light-element.js';
import { renderMarked } from '../../ui/marked-text.js';
import { repeat } from '../../ui/repeat.js';
import { label, lineSigns } from '../../ui/visible-text.js';
import { ChooseEvent } from './composer-events.js';
import { composerMenuStyles } from './composer-menu.styles.js';
import type { Trigger } from './find-trigger.js';
import { type Suggestion, type SuggestionSources, type Suggestions, suggest } from './suggestions.js';
import { composerWords } from './words.js';

const ICONS = {
  file: 'fileText',
  folder: 'folder',
  command: 'zap',
  session: 'messageSquare',
} as const satisfies Record<string, IconName>;

const NOTHING: Suggestions = { items: [], note: '' };
/** Without a connection nothing is found; the next try may come when there is one. */
const UNANSWERED: Suggestions = { ...NOTHING, isGrowing: true };
/** So long after an answer from a folder that is still being listed it is asked again. */
const ASK_AGAIN_MS = 400;

/**
 * What fits the word that is being typed. The field keeps the focus and names the active line as its own, so this
 * is in the field's own tree. Light DOM.
 * @fires choose - A suggestion was chosen.
 * @fires active-line - Another line is active; `activeId` names it.
 */
@customElement('composer-menu')
export class ComposerMenu extends LightElement {
  static override styles = composerMenuStyles;

  @property({ attribute: false }) trigger!: Trigger;
  @property({ attribute: false }) agentCommands: readonly AvailableCommand[] = [];
  @property({ attribute: false }) agentName = '';

  @state() private found: Suggestions = NOTHING;
  @state() private active = 0;

  readonly #server = consume(this, serverContext);
  readonly #sessions = consume(this, sessionsContext);
  readonly #page = consume(this, pageContext);
  readonly #work = consume(this, workContext);
  readonly #commands = consume(this, commandsContext);
  #asked: object | null = null;
  /** What the lines are for; another one is on its way while it is not `trigger`. */
  #answered: Trigger | null = null;
  /** The person has gone to a line since the last letter. */
  #hasMoved = false;

  /** The line that the keys act on, or null. */
  get activeId(): string | null {
    return this.found.items.length > 0 ? `suggestion-${this.active}` : null;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#asked = null;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('trigger')) this.#narrow(changed.get('trigger') ?? null);
    // The agent may tell its commands while one is being typed.
    const hasNews = changed.has('agentCommands') && this.trigger.sign === '/';
    if (changed.has('trigger') || hasNews) void this.#ask(this.trigger);
  }

  protected override updated(): void {
    this.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
    this.dispatchEvent(new Event('active-line'));
  }

  protected override render(): TemplateResult | typeof nothing {
    const { items, note } = this.found;
    if (items.length === 0 && !note) return nothing;
    return html`<div class="menu">
      <ul id="suggestions" role="listbox" aria-label=${composerWords.menus[this.trigger.sign]}>
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
    const isChoosing = key === 'Enter' || key === 'Tab';
    // A word of which only the beginning is answered isn't sent by the key that chooses.
    if (items.length === 0) return isChoosing && this.#answered !== null && this.#answered !== this.trigger;
    if (key === 'ArrowDown') this.#move(1);
    else if (key === 'ArrowUp') this.#move(-1);
    else if (key === 'Enter' && this.#isTypedOut()) return false;
    else if (isChoosing) this.#choose(items[this.active]!);
    else return false;
    return true;
  }

  #move(step: 1 | -1): void {
    const { length } = this.found.items;
    this.active = (this.active + length + step) % length;
    this.#hasMoved = true;
  }

  /** Until the answer comes, those lines are left that fit the longer word. */
  #narrow(before: Trigger | null): void {
    const { sign, start, query } = this.trigger;
    const isSameWord = before?.sign === sign && before.start === start;
    if (!isSameWord) this.#answered = null;
    const items = isSameWord ? this.found.items.filter(({ title }) => hasLetters(title, query)) : [];
    this.found = { items, note: this.found.items.length === 0 ? this.found.note : '' };
    this.active = 0;
    this.#hasMoved = false;
  }

  #renderItem(item: Suggestion, n: number): TemplateResult {
    const { kind, title, marks, detail, owner } = item;
    const isPath = kind === 'file' || kind === 'folder';
    return html`<li
      id="suggestion-${n}"
      role="option"
      class="suggestion"
      aria-selected=${n === this.active}
      @pointerdown=${(event: Event) => event.preventDefault()}
      @click=${() => this.#choose(item)}
    >
      ${icon(ICONS[kind])}
      <span class="what ${isPath ? 'file' : kind}">${isPath ? renderPath(title, marks) : renderMarked(label(title), marks)}</span>
      ${detail ? html`<span class="detail">${label(detail, 160)}</span>` : nothing}
      ${owner ? html`<span class="owner">${label(owner, 40)}</span>` : nothing}
    </li>`;
  }

  /** The agent's command is there already as it is, so Enter sends it. */
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
    const found = sources ? await suggest(trigger, sources).catch(() => UNANSWERED) : NOTHING;
    // Only the newest question counts, whenever the answers come.
    if (this.#asked !== question) return;
    const { id } = this.found.items[this.active] ?? {};
    const moved = this.#hasMoved ? found.items.findIndex((item) => item.id === id) : 0;
    this.#answered = found === UNANSWERED ? null : trigger;
    this.found = found;
    this.active = Math.max(0, moved);
    if (!found.isGrowing || found.items.length > 0) return;
    setTimeout(() => {
      if (this.#asked === question) void this.#ask(trigger);
    }, ASK_AGAIN_MS);
  }

  #sources(): SuggestionSources | null {
    const server = this.#server.value;
    const sessions = this.#sessions.value;
    const { repo } = this.#work.value ?? {};
    const commands = this.#commands.value;
    if (!server || !sessions || !repo) return null;
    const listed = (all: readonly SessionSummary[]) => listedSessions(all, sessions.hidden.value);
    return {
      repo,
      find: async (text) => listed(await findSessions({ server, sessions }, text)),
      sessions: listed(server.app.value?.sessions ?? []),
      sessionId: this.#page.value?.view.value ?? null,
      agentName: this.agentName,
      agentCommands: this.agentCommands,
      ownCommands: COMMANDS.filter((command) => command.slash && (!commands || isAvailable(command, commands))),
    };
  }
}

/** Whether the letters of a query come in these words, one after the other. */
function hasLetters(words: string, query: string): boolean {
  const rest = words.toLowerCase();
  let at = 0;
  for (const letter of query.toLowerCase()) {
    at = rest.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

/** The name first, because that is what one looks for. */
function renderPath(path: string, marks: readonly number[]): TemplateResult {
  const cut = path.lastIndexOf('/', path.length - 2) + 1;
  const inName = marks.filter((at) => at >= cut).map((at) => at - cut);
  const shown = lineSigns(path);
  return html`<bdi>${renderMarked(shown.slice(cut), inName)}</bdi>
    <bdi class="folder">${renderMarked(shown.slice(0, Math.max(0, cut - 1)), marks)}</bdi>`;
}

declare global {
  interface HTMLElementTagNameMap {
    'composer-menu': ComposerMenu;
  }
}
