import { html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { CommitFacts } from '../../../server/protocol/api/changes.js';
import type { CommitFiles } from '../../../server/protocol/api/history.js';
import { errorText } from '../../codes/error-words.js';
import { UserActEvent } from '../../state/app/acts.js';
import { consume, sessionsContext } from '../../state/app/contexts.js';
import { PageActEvent } from '../../state/app/page-acts.js';
import { follow } from '../../state/base/follow.js';
import { branchRow } from '../../state/changes/branch-store.js';
import type { CommitStore } from '../../state/history/commit-store.js';
import { activePart } from '../../ui/focus-search.js';
import { timeOf } from '../../ui/format.js';
import { icon } from '../../ui/icon.js';
import { LightElement } from '../../ui/light-element.js';
import { repeat } from '../../ui/repeat.js';
import { label } from '../../ui/visible-text.js';
import '../changes/git-file.js';
import { historyWords } from './words.js';

const MOST_PROMPT_FILES = 200;

/** What a commit says and what it changed. Light DOM. */
@customElement('commit-view')
export class CommitView extends LightElement {
  @property({ attribute: false }) store!: CommitStore;

  readonly #sessions = consume(this, sessionsContext);
  readonly #view = follow(this, () => this.store);

  override focus(): void {
    this.querySelector<HTMLElement>('.commit-back')?.focus();
  }

  protected override render(): TemplateResult | typeof nothing {
    const view = this.#view.value;
    if (!view || view.oid === null) return nothing;
    const { facts, files, failure } = view;
    // The way back is the same button all the time, so that it keeps the focus when the commit has come.
    return html`<div class="commit-acts">${this.#renderBack()}${facts && files ? this.#renderActs(facts, files) : nothing}</div>
      ${failure ? html`<p class="work-empty" role="alert">${label(errorText(failure), 400)}</p>` : nothing}
      ${facts && files ? this.#renderCommit(facts, files) : failure ? nothing : html`<p class="work-empty" role="status">${historyWords.loading}</p>`}`;
  }

  #renderActs(facts: CommitFacts, files: CommitFiles): TemplateResult {
    return html`<button type="button" class="btn outline" @click=${() => this.#ask(facts, files)}>${icon('messageSquare')}${historyWords.ask}</button>
      <button type="button" class="btn" title=${historyWords.copyId} @click=${() => this.#copy(facts.oid)}><span class="vh">${historyWords.copyId} </span><code>${facts.oid.slice(0, 9)}</code>${icon('copy')}</button>`;
  }

  #renderCommit(facts: CommitFacts, files: CommitFiles): TemplateResult {
    return html`<div class="commit-head">
        <h3><bdi>${label(facts.subject, 500)}</bdi></h3>
        <p class="work-sum">${label(historyWords.about(facts.author.name, timeOf(facts.author.at, Date.now()), historyWords.files(files.total)), 200)}</p>
        ${bodyOf(facts) ? html`<p class="commit-words">${label(bodyOf(facts), 20_000)}</p>` : nothing}
      </div>
      ${repeat(
        files.files,
        ({ path }) => `${files.oid} ${path}`,
        (file) =>
          html`<git-file .row=${branchRow(file, [files.parent, files.oid])} .folds=${this.#sessions.value?.folds ?? null}></git-file>`,
      )}
      ${files.leftOut > 0 ? html`<p class="work-note">${historyWords.moreFiles(files.leftOut)}</p>` : nothing}`;
  }

  #renderBack(): TemplateResult {
    return html`<button type="button" class="icon-btn commit-back" aria-label=${historyWords.back} title=${historyWords.back} @click=${() => void this.store.show(null)}>
      <span class="when-beside">${icon('x')}</span><span class="when-page">${icon('arrowLeft')}${historyWords.back}</span>
    </button>`;
  }

  /** Puts what is known of the commit beside the message that is written. */
  #ask({ oid, message, author }: CommitFacts, { files }: CommitFiles): void {
    const short = oid.slice(0, 9);
    const changed = files.slice(0, MOST_PROMPT_FILES).map(({ letter, path }) => `${letter} ${path}`);
    const text = [
      historyWords.askPrompt(oid),
      '',
      `${author.name} <${author.email}>`,
      '',
      message,
      '',
      ...changed,
    ].join('\n');
    const chip = { kind: 'paste', key: `commit-${short}`, text, name: historyWords.askName(short) } as const;
    this.dispatchEvent(new UserActEvent({ type: 'attach_chip', chip }));
    const composer = activePart('prompt-composer');
    if (!composer?.checkVisibility({ visibilityProperty: true })) {
      this.dispatchEvent(new UserActEvent({ type: 'close_work' }));
    }
    this.dispatchEvent(new PageActEvent({ type: 'run_command', commandId: 'go.composer' }));
  }

  #copy(oid: string): void {
    this.dispatchEvent(new UserActEvent({ type: 'copy', text: oid }));
  }
}

/** The message after its first line. */
function bodyOf({ message, subject }: CommitFacts): string {
  return message.startsWith(subject) ? message.slice(subject.length).trim() : message;
}

declare global {
  interface HTMLElementTagNameMap {
    'commit-view': CommitView;
  }
}
