import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { ChangedFile } from '../../../server/protocol/api/changes.js';
import { troubleHelp } from '../../codes/repo-help.js';
import type { UserActEvent } from '../../state/app/acts.js';
import { follow } from '../../state/base/follow.js';
import type { BranchActs } from '../../state/branches/branch-acts.js';
import type { ChangeActs, Refusal } from '../../state/changes/change-acts.js';
import {
  CHANGE_GROUPS,
  type ChangeGroup,
  type ChangeRow,
  canDiscard,
  rowsByGroup,
} from '../../state/changes/change-rows.js';
import type { RepoStatusStore, WholeStatus } from '../../state/changes/repo-status-store.js';
import type { FoldMemory } from '../../state/session/fold-memory.js';
import { number } from '../../ui/format.js';
import { icon } from '../../ui/icon.js';
import { LightElement } from '../../ui/light-element.js';
import { repeat } from '../../ui/repeat.js';
import { label, nameLabel } from '../../ui/visible-text.js';
import '../agents/trust-panel.js';
import '../commit/commit-box.js';
import type { DiffLook } from './diff-look.js';
import type { GitFile } from './git-file.js';
import './git-file.js';
import { changesWords } from './words.js';

/** More are only counted where a person is asked about all of them. */
const MOST_DOOMED = 200;

/** What is not committed, by where it stands, and the box that commits what is staged. Light DOM. */
@customElement('working-changes')
export class WorkingChanges extends LightElement {
  @property({ attribute: false }) status!: RepoStatusStore;
  @property({ attribute: false }) acts!: ChangeActs;
  @property({ attribute: false }) branching: BranchActs | null = null;
  @property({ attribute: false }) folds!: FoldMemory;
  @property({ attribute: false }) look!: DiffLook;

  /** The status whose changes a person wants to throw away, until they have said yes or no. */
  @state() private doomed: WholeStatus | null = null;

  readonly #view = follow(this, () => this.status);
  readonly #told = follow(this, () => this.acts);
  /** Where a person was when they began an act that may take that place away. */
  #place: { readonly group: ChangeGroup; readonly n: number } | null = null;

  get files(): GitFile[] {
    return [...this.querySelectorAll('git-file')];
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.addEventListener('focusin', this.#onFocusIn);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.removeEventListener('focusin', this.#onFocusIn);
  }

  protected override willUpdate(): void {
    if ((this.#told.value?.running ?? 0) > 0) this.#notePlace();
  }

  protected override updated(changed: PropertyValues): void {
    if (changed.has('doomed') && this.doomed) this.querySelector<HTMLElement>('.git-doom .danger')?.focus();
    if (!this.#place || document.activeElement !== document.body) return;
    const { group, n } = this.#place;
    const rows = this.files.filter(({ row }) => row.group === group);
    const next = rows[Math.min(n, rows.length - 1)] ?? this.files[0];
    if (next) next.focus();
    else this.querySelector('commit-box')?.focus();
  }

  protected override render(): TemplateResult | typeof nothing {
    const status = this.#view.value?.status;
    if (!status) return html`<p class="work-empty" role="status">${changesWords.working.looking}</p>`;
    const groups = rowsByGroup(status.files);
    return html`${this.#renderRefusal(status)}${this.#renderDoom(status)}
      <div class="work-scroll">
        ${status.total === 0 ? html`<p class="work-empty">${changesWords.working.clean}</p>` : nothing}
        ${CHANGE_GROUPS.map((group) => this.#renderGroup(group, groups[group]))}
        ${this.#renderRest(status)}
      </div>
      <commit-box .status=${this.status} .acts=${this.acts}></commit-box>`;
  }

  #renderGroup(group: ChangeGroup, rows: readonly ChangeRow[]): TemplateResult | typeof nothing {
    if (rows.length === 0) return nothing;
    const name = changesWords.working.groups[group];
    return html`<div class="git-group" role="group" aria-label=${changesWords.working.groupOf(name, rows.length)}>
      <div class="git-group-head">
        <h3>${name} <span class="work-count" aria-hidden="true">${number(rows.length)}</span></h3>
        ${this.#renderGroupActs(group, rows)}
      </div>
      ${repeat(
        rows,
        ({ path }) => path,
        (row) =>
          html`<git-file .row=${row} .acts=${this.acts} .branching=${this.branching} .folds=${this.folds} .look=${this.look}></git-file>`,
      )}
    </div>`;
  }

  #renderGroupActs(group: ChangeGroup, rows: readonly ChangeRow[]): unknown {
    const words = changesWords.working;
    const files = filesOf(rows);
    const losable = filesOf(rows.filter(canDiscard));
    switch (group) {
      case 'conflicts':
        return nothing;
      case 'staged':
        return renderAct(words.unstageAll, () => void this.acts.unstage(files));
      case 'unstaged':
        return html`${renderAct(words.discardAll, () => void this.acts.discard(losable))}${renderAct(words.stageAll, () => void this.acts.stage(files))}`;
      case 'untracked': {
        const stageable = files.filter(({ kind }) => kind !== 'nested');
        return html`${losable.length > 0 ? renderAct(words.deleteAll, () => void this.acts.discard(losable)) : nothing}${stageable.length > 0 ? renderAct(words.stageAll, () => void this.acts.stage(stageable)) : nothing}`;
      }
      default:
        return group satisfies never;
    }
  }

  #renderRest(status: WholeStatus): unknown {
    const { total, files, leftOut } = status;
    const more = total - leftOut - files.length;
    const ask = () => {
      this.doomed = status;
    };
    return html`${losableFiles(files).length > 0 ? html`<p class="git-foot">${renderAct(changesWords.working.discardEverything, ask)}</p>` : nothing}
      ${more > 0 ? html`<p class="work-note">${changesWords.working.more(more)}</p>` : nothing}
      ${leftOut > 0 ? html`<p class="work-note">${changesWords.working.leftOut(leftOut)}</p>` : nothing}`;
  }

  /** What was refused, and what a person can do about it. */
  #renderRefusal({ programs }: WholeStatus): TemplateResult | typeof nothing {
    const refusal = this.#told.value?.refusal ?? null;
    if (!refusal) return nothing;
    if (refusal.trouble.code === 'untrusted') {
      return html`<trust-panel role="alert" .programs=${programs} @user-act=${this.#onTrust}></trust-panel>`;
    }
    const { says, todo } = troubleHelp(refusal.trouble);
    return html`<div class="git-refusal" role="alert">
      ${icon('triangleAlert')}
      <div>
        <p>${label(says, 600)}</p>
        ${todo === null ? nothing : html`<p>${label(todo, 600)}</p>`}
        <div class="git-refusal-acts">
          ${refusal.again ? html`<button type="button" class="btn outline" @click=${refusal.again}>${againWords(refusal)}</button>` : nothing}
          <button type="button" class="btn" @click=${() => this.acts.dismiss()}>${changesWords.working.cancel}</button>
        </div>
      </div>
    </div>`;
  }

  /** What would go back to the last commit, before it does. */
  #renderDoom(status: WholeStatus): TemplateResult | typeof nothing {
    if (this.doomed === null) return nothing;
    const words = changesWords.working;
    const files = losableFiles(status.files);
    const close = () => {
      this.doomed = null;
    };
    const discard = () => {
      close();
      void this.acts.discardEverything(status);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // It closes the question, and not the panel.
      event.preventDefault();
      event.stopPropagation();
      close();
    };
    return html`<div class="git-refusal git-doom" role="alertdialog" aria-label=${words.discardEverything} aria-describedby="git-doom" @keydown=${onKey}>
      ${icon('triangleAlert')}
      <div>
        <p id="git-doom"><strong>${words.everythingSays(files.length)}</strong> ${words.everythingKeeps}</p>
        <ul class="git-doom-list" tabindex="0" aria-label=${words.everythingList}>
          ${files.slice(0, MOST_DOOMED).map(({ path }) => html`<li><bdi>${nameLabel(path, 300)}</bdi></li>`)}
          ${files.length > MOST_DOOMED ? html`<li>${words.everythingMore(files.length - MOST_DOOMED)}</li>` : nothing}
        </ul>
        <div class="git-refusal-acts">
          <button type="button" class="btn danger" @click=${discard}>${words.discardAll}</button>
          <button type="button" class="btn" @click=${close}>${words.cancel}</button>
        </div>
      </div>
    </div>`;
  }

  #onTrust(event: UserActEvent): void {
    event.stopPropagation();
    const { act } = event;
    const isYes = act.type === 'server_command' && act.args[1] === true;
    if (isYes) void this.acts.trust(String(act.args[0]));
    else this.acts.dismiss();
  }

  readonly #onFocusIn = (): void => {
    this.#place = null;
  };

  #notePlace(): void {
    const file = document.activeElement?.closest('git-file');
    if (!file || !this.contains(file)) return;
    const { group } = file.row;
    if (group === 'branch' || group === 'beside') return;
    this.#place = { group, n: this.files.filter(({ row }) => row.group === group).indexOf(file) };
  }
}

/** What "Discard everything" takes back: all but new files and what git does not look into. */
function losableFiles(files: readonly ChangedFile[]): readonly ChangedFile[] {
  return files.filter(({ kind }) => kind === 'changed' || kind === 'conflict');
}

function filesOf(rows: readonly ChangeRow[]): ChangedFile[] {
  return rows.flatMap(({ file }) => file ?? []);
}

function renderAct(words: string, run: () => void): TemplateResult {
  return html`<button type="button" class="btn git-all" @click=${run}>${words}</button>`;
}

function againWords({ trouble }: Refusal): string {
  return trouble.code === 'pushed' ? changesWords.working.amendAnyway : changesWords.working.discardAnyway;
}

declare global {
  interface HTMLElementTagNameMap {
    'working-changes': WorkingChanges;
  }
}
