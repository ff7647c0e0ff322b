import { html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { unreachable } from '../../../server/protocol/unreachable.js';
import { errorText } from '../../codes/error-words.js';
import { troubleHelp } from '../../codes/repo-help.js';
import { isRepoTrouble } from '../../codes/repo-words.js';
import type { PanelMove } from '../../commands/screen.js';
import { UserActEvent } from '../../state/app/acts.js';
import {
  consume,
  noticesContext,
  outboxContext,
  pageContext,
  preferencesContext,
  serverContext,
  sessionsContext,
  workContext,
} from '../../state/app/contexts.js';
import { follow } from '../../state/base/follow.js';
import { BranchActs } from '../../state/branches/branch-acts.js';
import { ChangeActs } from '../../state/changes/change-acts.js';
import { type RepoStatusStore, repoStatus, type WholeStatus } from '../../state/changes/repo-status-store.js';
import { loadedEdits, newestEdits } from '../../state/session/file-changes.js';
import type { SessionStore } from '../../state/session/session-store.js';
import type { ChangeScope, Preferences } from '../../state/view/preference-store.js';
import { number } from '../../ui/format.js';
import { icon } from '../../ui/icon.js';
import { LightElement } from '../../ui/light-element.js';
import { label } from '../../ui/visible-text.js';
import type { DiffLook } from './diff-look.js';
import '../branches/branch-bar.js';
import type { StopTaskEvent } from '../branches/branch-bar.js';
import './branch-changes.js';
import { moveInFiles } from './move-in-files.js';
import './session-changes.js';
import { changesWords } from './words.js';
import './working-changes.js';

const SCOPES: readonly ChangeScope[] = ['turn', 'session', 'uncommitted', 'branch'];

/** What has changed, in one of four scopes, and where the repository stands. Light DOM. */
@customElement('changes-view')
export class ChangesView extends LightElement {
  @property({ attribute: false }) store!: SessionStore;

  readonly #server = consume(this, serverContext);
  readonly #page = consume(this, pageContext);
  readonly #work = consume(this, workContext);
  readonly #outbox = consume(this, outboxContext);
  readonly #notices = consume(this, noticesContext);
  readonly #sessions = consume(this, sessionsContext);
  readonly #preferences = consume(this, preferencesContext);
  #status: RepoStatusStore | null = null;
  #acts: ChangeActs | null = null;
  #branching: BranchActs | null = null;
  readonly #view = follow(this, () => this.#status);
  readonly #chosen = follow(
    this,
    () => this.#preferences.value,
    ({ changes }) => SCOPES.find((scope) => scope === changes) ?? 'turn',
  );
  readonly #isSplit = follow(
    this,
    () => this.#preferences.value,
    ({ isSplit }) => isSplit,
  );
  readonly #hidesSpace = follow(
    this,
    () => this.#preferences.value,
    ({ hidesSpace }) => hidesSpace,
  );
  readonly #newest = follow(
    this,
    () => this.store,
    ({ transcript }) => countPaths(newestEdits(transcript.entries)),
  );
  readonly #loaded = follow(
    this,
    () => this.store,
    ({ transcript }) => countPaths(loadedEdits(transcript.entries)),
  );
  #look: DiffLook = { isSplit: false, hidesSpace: false };

  override connectedCallback(): void {
    super.connectedCallback();
    this.#status?.start();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#status?.stop();
  }

  /** Goes to another file or hunk, or does something with the one that has the focus. */
  move(move: PanelMove): void {
    if (move === 'split') this.#choose({ isSplit: !this.#look.isSplit });
    else if (move === 'space') this.#choose({ hidesSpace: !this.#look.hidesSpace });
    else if (move === 'commit') this.querySelector('commit-box')?.focus();
    else if (this.#scope === 'turn' || this.#scope === 'session') this.querySelector('session-changes')?.move(move);
    else void moveInFiles([...this.querySelectorAll('git-file')], move);
  }

  protected override willUpdate(): void {
    const { value: server } = this.#server;
    const [page, work, outbox, notices] = [this.#page.value, this.#work.value, this.#outbox.value, this.#notices.value];
    if (!this.#status && server && page && work && outbox && notices) {
      const { app, repo: told, connection } = server;
      this.#status = repoStatus({ repo: work.repo, app, told, connection, visibility: page.visibility });
      this.#acts = new ChangeActs({ outbox, toasts: notices.toasts, status: this.#status });
      const reload = () => this.#status?.followAct();
      this.#branching = new BranchActs({ outbox, repo: work.repo, toasts: notices.toasts, reload });
      this.#status.start();
    }
    const [isSplit, hidesSpace] = [this.#isSplit.value ?? false, this.#hidesSpace.value ?? false];
    if (isSplit !== this.#look.isSplit || hidesSpace !== this.#look.hidesSpace) this.#look = { isSplit, hidesSpace };
  }

  protected override render(): TemplateResult {
    const status = this.#view.value?.status ?? null;
    return html`<div class="changes-bar">
        ${status ? html`<div class="repo-head">${this.#renderBranch()}${this.#isOfGit ? this.#renderTools() : nothing}</div>` : nothing}
        ${this.#renderScopes(status)}
      </div>
      ${this.#renderBody(this.#scope)}`;
  }

  get #scope(): ChangeScope {
    return this.#chosen.value ?? 'turn';
  }

  get #isOfGit(): boolean {
    return this.#scope === 'uncommitted' || this.#scope === 'branch';
  }

  #renderScopes(status: WholeStatus | null): TemplateResult {
    const counts: Readonly<Record<ChangeScope, number>> = {
      turn: this.#newest.value ?? 0,
      session: this.#loaded.value ?? 0,
      uncommitted: status?.total ?? 0,
      branch: 0,
    };
    return html`<fieldset class="segments" role="radiogroup" aria-label=${changesWords.scope}>
      ${SCOPES.map(
        (scope) => html`<label class="segment" title=${changesWords.scopeHints[scope]}>
          <input type="radio" name="changes-scope" value=${scope} .checked=${scope === this.#scope} @change=${() => this.#choose({ changes: scope })} />
          <span>${changesWords.scopes[scope]}</span>
          ${counts[scope] > 0 ? html`<span class="work-count" aria-hidden="true">${number(counts[scope])}</span><span class="vh">${changesWords.count(counts[scope])}</span>` : nothing}
        </label>`,
      )}
    </fieldset>`;
  }

  #renderBody(scope: ChangeScope): TemplateResult | typeof nothing {
    switch (scope) {
      case 'turn':
      case 'session':
        return html`<session-changes .store=${this.store} .status=${this.#status} .look=${this.#look} ?is-whole=${scope === 'session'}></session-changes>`;
      case 'uncommitted':
      case 'branch':
        return this.#renderRepository(scope);
      default:
        return unreachable(scope);
    }
  }

  #renderRepository(scope: 'uncommitted' | 'branch'): TemplateResult | typeof nothing {
    const { failure } = this.#view.value ?? {};
    const { folds } = this.#sessions.value ?? {};
    const repo = this.#work.value?.repo;
    if (failure) return this.#renderFailure(failure);
    if (!this.#status || !this.#acts || !repo || !folds) return nothing;
    if (scope === 'branch') {
      return html`<branch-changes .status=${this.#status} .folds=${folds} .look=${this.#look}></branch-changes>`;
    }
    return html`<working-changes .status=${this.#status} .acts=${this.#acts} .branching=${this.#branching} .folds=${folds} .look=${this.#look}></working-changes>`;
  }

  #renderTools(): TemplateResult {
    const { isSplit, hidesSpace } = this.#look;
    return html`<div class="look-tools">
      <button type="button" class="look-tool only-wide" aria-pressed=${isSplit} @click=${() => this.#choose({ isSplit: !isSplit })}>${changesWords.look.split}</button>
      <button type="button" class="look-tool" aria-pressed=${hidesSpace} @click=${() => this.#choose({ hidesSpace: !hidesSpace })}>${changesWords.look.space}</button>
    </div>`;
  }

  #renderBranch(): TemplateResult | typeof nothing {
    const repo = this.#work.value?.repo;
    if (!this.#status || !this.#branching || !repo) return nothing;
    return html`<branch-bar .status=${this.#status} .acts=${this.#branching} @stop-task=${this.#onStop}></branch-bar>`;
  }

  #onStop({ taskId }: StopTaskEvent): void {
    const toasts = this.#notices.value?.toasts;
    this.#work.value?.repo.stop_task(taskId).catch((error) => toasts?.show({ text: errorText(error), tone: 'error' }));
  }

  /** Why there is nothing to show, and what a person can do about it. */
  #renderFailure(failure: Error): TemplateResult {
    const reason = 'reason' in failure ? failure.reason : null;
    const help = isRepoTrouble(reason) ? troubleHelp(reason) : null;
    return html`<div class="repo-failure" role="alert">
      <p>${label(help?.says ?? errorText(failure), 600)}</p>
      ${help?.todo ? html`<p>${label(help.todo, 600)}</p>` : nothing}
      ${help?.command ? this.#renderCommand(help.command) : nothing}
      <button type="button" class="btn outline" @click=${() => void this.#status?.reload()}>${changesWords.tryAgain}</button>
    </div>`;
  }

  #renderCommand(command: string): TemplateResult {
    const copy = () => this.dispatchEvent(new UserActEvent({ type: 'copy', text: command, what: 'command' }));
    return html`<p class="repo-command"><code>${label(command, 600)}</code><button type="button" class="icon-btn" aria-label=${changesWords.copyCommand} title=${changesWords.copyCommand} @click=${copy}>${icon('copy')}</button></p>`;
  }

  #choose(change: Partial<Preferences>): void {
    this.#preferences.value?.choose(change);
  }
}

function countPaths(edits: readonly { readonly path: string }[]): number {
  return new Set(edits.map(({ path }) => path)).size;
}

declare global {
  interface HTMLElementTagNameMap {
    'changes-view': ChangesView;
  }
}
