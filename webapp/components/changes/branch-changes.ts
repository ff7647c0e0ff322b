import { html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { own } from '../../../server/protocol/own.js';
import { errorText } from '../../codes/error-words.js';
import { follow } from '../../state/base/follow.js';
import { BranchStore, type BranchView, branchRow } from '../../state/changes/branch-store.js';
import type { RepoStatusStore } from '../../state/changes/repo-status-store.js';
import type { FoldMemory } from '../../state/session/fold-memory.js';
import { LightElement } from '../../ui/light-element.js';
import { repeat } from '../../ui/repeat.js';
import { label } from '../../ui/visible-text.js';
import type { DiffLook } from './diff-look.js';
import './git-file.js';
import { consume, workContext } from '../../state/app/contexts.js';
import { renderCount } from './line-counts.js';
import { changesWords } from './words.js';

/** What the commits of a branch have changed since it left its base. Light DOM. */
@customElement('branch-changes')
export class BranchChangesView extends LightElement {
  @property({ attribute: false }) status!: RepoStatusStore;
  @property({ attribute: false }) folds!: FoldMemory;
  @property({ attribute: false }) look!: DiffLook;

  readonly #work = consume(this, workContext);

  #store: BranchStore | null = null;
  readonly #view = follow(this, () => this.#store);
  readonly #head = follow(
    this,
    () => this.status,
    ({ status }) => JSON.stringify(status?.head ?? null),
  );

  protected override willUpdate(): void {
    this.#store ??= new BranchStore(this.#work.value!.repo);
    const head = this.#head.value;
    if (head !== undefined && head !== 'null') void this.#store.want(head);
  }

  protected override render(): TemplateResult | typeof nothing {
    const view = this.#view.value;
    if (!view) return nothing;
    return html`<div class="work-tools">${this.#renderBase(view)}</div>
      <div class="work-scroll">${this.#renderFiles(view)}</div>`;
  }

  #renderBase({ branches, base, changes }: BranchView): TemplateResult {
    const others = branches.filter(({ isCurrent }) => !isCurrent);
    const suggested = base === null ? changes?.base?.name : null;
    const words = changesWords.branch;
    return html`<label class="branch-base">${words.base}
        <select class="work-select" @change=${this.#onBase}>
          <option value="" ?selected=${base === null}>${suggested ? words.suggestion(label(suggested, 80)) : words.suggested}</option>
          ${others.map(({ name }) => html`<option value=${name} ?selected=${name === base}>${label(name, 80)}</option>`)}
        </select>
      </label>
      <span class="work-sum" role="status">${changes?.mergeBase ? this.#renderSum(changes) : nothing}</span>`;
  }

  #renderSum({ files, total, ahead, behind }: NonNullable<BranchView['changes']>): unknown {
    const sum = (key: 'added' | 'removed') => files.reduce((all, file) => all + (own(file, key) ?? 0), 0);
    const words = changesWords.branch;
    return html`${words.commits(ahead)} ${behind > 0 ? html`<span>${words.behind(behind)}</span>` : nothing} <span>${changesWords.files(total)}</span> ${renderCount({ added: sum('added'), removed: sum('removed') })}`;
  }

  #renderFiles({ changes, failure }: BranchView): unknown {
    const words = changesWords.branch;
    if (failure) {
      return html`<p class="work-empty" role="alert">${label(errorText(failure), 400)} <button type="button" class="btn link" @click=${() => this.#store?.choose(null)}>${words.useSuggested}</button></p>`;
    }
    if (!changes) return html`<p class="work-empty" role="status">${changesWords.working.looking}</p>`;
    const { base, mergeBase, head, files, leftOut } = changes;
    if (!base) return html`<p class="work-empty">${words.noBase}</p>`;
    if (!mergeBase || !head) return html`<p class="work-empty">${words.unrelated(label(base.name, 80))}</p>`;
    if (files.length === 0) return html`<p class="work-empty">${words.none(label(base.name, 80))}</p>`;
    return html`${repeat(
      files,
      ({ path }) => path,
      (file) =>
        html`<git-file .row=${branchRow(file, [mergeBase, head])} .folds=${this.folds} .look=${this.look}></git-file>`,
    )}
    ${leftOut > 0 ? html`<p class="work-note">${changesWords.working.more(leftOut)}</p>` : nothing}`;
  }

  #onBase({ target }: Event): void {
    this.#store?.choose((target as HTMLSelectElement).value || null);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'branch-changes': BranchChangesView;
  }
}
