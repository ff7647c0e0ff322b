import { html, nothing, type TemplateResult } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import type { CommitFacts } from '../../../server/protocol/api/changes.js';
import type { RepoApi } from '../../../server/protocol/api/rpc.js';
import { errorText } from '../../codes/error-words.js';
import { consume, workContext } from '../../state/app/contexts.js';
import { LightElement } from '../../ui/light-element.js';
import { fileWords } from './words.js';

/** A version of a file that git has. */
export interface StoredVersion {
  /** `index`, `HEAD`, or a commit's id. */
  readonly name: string;
  /** What the commit says; null for what is staged. */
  readonly facts: CommitFacts | null;
}

/** Fired when a person wants to see a version, or with null the file itself; bubbles to the file view. */
export class VersionChosenEvent extends Event {
  static readonly type = 'version-chosen';
  readonly version: StoredVersion | null;

  constructor(version: StoredVersion | null) {
    super(VersionChosenEvent.type, { bubbles: true });
    this.version = version;
  }
}

/** What git says of a commit, for the version that it holds. */
export async function findVersion(repo: Pick<RepoApi, 'get_commit'>, name: string): Promise<StoredVersion> {
  if (name === 'index') return { name, facts: null };
  const facts = await repo.get_commit(name);
  return { name: name === 'HEAD' ? name : facts.oid, facts };
}

/**
 * The choice of a version: the file itself, what is staged, the last commit, or another one by its name. Light DOM.
 * @fires version-chosen - A person chose one.
 */
@customElement('version-picker')
export class VersionPicker extends LightElement {
  @property({ attribute: false }) version: StoredVersion | null = null;

  @query('input') private field!: HTMLInputElement | null;
  /** Whether a commit is to be named, and not chosen. */
  @property({ type: Boolean, attribute: 'is-naming' }) isNaming = false;

  readonly #work = consume(this, workContext);
  @state() private problem = '';

  protected override render(): TemplateResult {
    const { version: words } = fileWords;
    if (this.isNaming)
      return html`<form class="file-bar" @submit=${this.#onSubmit} @keydown=${this.#onKey}>
        <span class="bar-field"><input type="text" aria-label=${words.field} placeholder=${words.field} aria-invalid=${this.problem !== ''} autocomplete="off" autocapitalize="off" spellcheck="false" /></span>
        ${this.problem ? html`<span class="bar-count danger-text" role="alert">${this.problem}</span>` : nothing}
        <button type="submit" class="btn outline">${words.show}</button>
        <button type="button" class="btn" @click=${this.#close}>${words.cancel}</button>
      </form>`;
    const name = this.version?.name ?? '';
    const isOther = name !== '' && name !== 'index' && name !== 'HEAD';
    return html`<select class="btn version-choice" aria-label=${words.name} .value=${isOther ? 'commit' : name} @change=${this.#onChoose}>
      <option value="" ?selected=${name === ''}>${words.now}</option>
      <option value="index" ?selected=${name === 'index'}>${words.index}</option>
      <option value="HEAD" ?selected=${name === 'HEAD'}>${words.head}</option>
      <option value="commit" ?selected=${isOther}>${isOther ? name.slice(0, 8) : words.commit}</option>
    </select>`;
  }

  protected override updated(): void {
    if (this.isNaming && this.field && !this.field.matches(':focus') && this.field.value === '') this.field.focus();
  }

  #onChoose({ target }: Event): void {
    const name = (target as HTMLSelectElement).value;
    if (name === 'commit') {
      this.isNaming = true;
      this.problem = '';
    } else if (name === '') this.dispatchEvent(new VersionChosenEvent(null));
    else void this.#choose(name);
  }

  async #choose(name: string): Promise<void> {
    try {
      const version = await findVersion(this.#work.value!.repo, name);
      this.isNaming = false;
      this.dispatchEvent(new VersionChosenEvent(version));
    } catch (error) {
      this.isNaming = true;
      this.problem = errorText(error);
    }
  }

  #onSubmit(event: SubmitEvent): void {
    event.preventDefault();
    const name = this.field?.value.trim() ?? '';
    if (name !== '') void this.#choose(name);
  }

  readonly #close = (): void => {
    this.isNaming = false;
    this.problem = '';
    this.dispatchEvent(new VersionChosenEvent(this.version));
  };

  #onKey(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || event.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    this.#close();
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'version-picker': VersionPicker;
  }
  interface HTMLElementEventMap {
    'version-chosen': VersionChosenEvent;
  }
}
