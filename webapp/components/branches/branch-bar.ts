import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import type { CommitList, PushPlan, StashFacts } from '../../../server/protocol/api/branches.js';
import { type BranchFacts, MAIN_ROOT, type TaskState } from '../../../server/protocol/api/changes.js';
import type { GitOperation, RepoTrouble } from '../../../server/protocol/api/repo-trouble.js';
import { own } from '../../../server/protocol/own.js';
import { troubleHelp } from '../../codes/repo-help.js';
import type { UserActEvent } from '../../state/app/acts.js';
import { consume, serverContext, workContext } from '../../state/app/contexts.js';
import { follow } from '../../state/base/follow.js';
import type { BranchActs, BranchRefusal } from '../../state/branches/branch-acts.js';
import type { RepoStatusStore, WholeStatus } from '../../state/changes/repo-status-store.js';
import { controls } from '../../styles/controls.js';
import { ago, number } from '../../ui/format.js';
import { icon } from '../../ui/icon.js';
import { repeat } from '../../ui/repeat.js';
import { label } from '../../ui/visible-text.js';
import '../agents/trust-panel.js';
import { branchBarStyles } from './branch-bar.styles.js';
import { branchWords } from './words.js';

const GAP_PX = 4;
const MOST_LISTED = 200;
const KINDS: ReadonlySet<TaskState['kind']> = new Set(['fetch', 'pull', 'push', 'continue']);

/** The branch and its menu, the ways to its remote, and what a person is asked about them. */
@customElement('branch-bar')
export class BranchBar extends LitElement {
  static override styles = [controls, branchBarStyles];

  @property({ attribute: false }) status!: RepoStatusStore;
  @property({ attribute: false }) acts!: BranchActs;

  @state() private branches: readonly BranchFacts[] | null = null;
  @state() private stashes: readonly StashFacts[] = [];
  @state() private text = '';
  /** The branch that gets another name. */
  @state() private renamed: string | null = null;
  @state() private asksAbort = false;
  /** A failed task that was seen. */
  @state() private dismissed = '';
  @state() private link: string | null = null;

  @query('[popover]') private menu!: HTMLElement;
  @query('.place') private button!: HTMLElement;

  readonly #server = consume(this, serverContext);
  readonly #work = consume(this, workContext);
  readonly #view = follow(this, () => this.status);
  readonly #told = follow(this, () => this.acts);
  readonly #task = follow(
    this,
    () => this.#server.value?.app,
    (app) => app?.tasks?.findLast(({ kind, rootId }) => KINDS.has(kind) && rootId === MAIN_ROOT) ?? null,
  );
  /** Tasks that ran while somebody looked here; how others ended was told elsewhere. */
  readonly #seen = new Set<string>();
  #linkFor = '';

  protected override willUpdate(): void {
    const task = this.#task.value;
    if (task?.state === 'running') this.#seen.add(task.id);
    if (!this.#view.value?.status?.operation) this.asksAbort = false;
    void this.#findLink();
  }

  /** What a person is told or asked needs the whole width. */
  protected override updated(): void {
    this.toggleAttribute('wide', this.renderRoot.querySelector('.box, trust-panel') !== null);
  }

  protected override render(): TemplateResult | typeof nothing {
    const status = this.#view.value?.status;
    if (!status) return nothing;
    const task = this.#task.value;
    const isBusy = task?.state === 'running' || (this.#told.value?.running ?? 0) > 0;
    return html`<div class="bar">
        <button type="button" class="btn place" popovertarget="branches" aria-label=${branchWords.branch(placeWords(status))} @click=${this.#onMenu}>
          ${icon('gitBranch')}<bdi>${label(placeWords(status), 120)}</bdi>${icon('chevronDown')}
        </button>
        ${this.#renderRemote(status, isBusy)}
      </div>
      ${task?.state === 'running' ? this.#renderRunning(task) : this.#renderTrouble(status)}
      ${this.#renderOperation(status, isBusy)}
      <div id="branches" popover role="dialog" aria-label=${branchWords.menu} @beforetoggle=${this.#onToggle} @keydown=${this.#onMenuKey}>${this.#renderMenu(status)}</div>`;
  }

  #renderRemote({ head }: WholeStatus, isBusy: boolean): TemplateResult {
    const { ahead, behind } = head;
    const count = (n: number | null, words: (n: number) => string) =>
      n ? html`<span class="count" aria-hidden="true">${number(n)}</span><span class="vh">${words(n)}</span>` : nothing;
    const act = (run: () => void, words: string, content: unknown) =>
      html`<button type="button" class="btn" ?disabled=${isBusy} @click=${run}>${words}${content}</button>`;
    return html`<span class="acts">
      ${this.link === null ? nothing : html`<a class="btn" href=${this.link} target="_blank" rel="noopener noreferrer">${branchWords.pullRequest}${icon('externalLink')}</a>`}
      ${act(() => void this.acts.fetch(), branchWords.fetch, nothing)}
      ${act(() => void this.acts.pull('forward'), branchWords.pull, html`${icon('arrowDown')}${count(behind, branchWords.behind)}`)}
      ${act(() => void this.acts.push(), branchWords.push, html`${icon('arrowUp')}${count(ahead, branchWords.ahead)}`)}
    </span>`;
  }

  #renderRunning({ id, kind, lines }: TaskState): TemplateResult {
    const stop = () => this.dispatchEvent(new StopTaskEvent(id));
    return html`<div class="box" role="status">
      <p>${own(branchWords.running, kind)} <button type="button" class="btn" @click=${stop}>${branchWords.stop}</button></p>
      ${lines.length > 0 ? html`<pre class="said">${label(lastWords(lines), 300)}</pre>` : nothing}
    </div>`;
  }

  /** Why the last act or task did not work, and what can be done. */
  #renderTrouble(status: WholeStatus): unknown {
    const told = this.#told.value;
    if (told?.force) return this.#renderForce(told.force);
    if (told?.refusal) return this.#renderRefusal(told.refusal, status);
    const task = this.#task.value;
    const isOurs = task && (told?.tasks.has(task.id) || this.#seen.has(task.id));
    if (!task?.trouble || task.state !== 'failed' || !isOurs || task.id === this.dismissed) return nothing;
    const dismiss = () => {
      this.dismissed = task.id;
    };
    return this.#renderBox(task.trouble, this.#remedies(task.trouble, dismiss), dismiss);
  }

  #renderRefusal({ trouble, again }: BranchRefusal, { programs }: WholeStatus): TemplateResult {
    if (trouble.code === 'untrusted') {
      return html`<trust-panel role="alert" .programs=${programs} .reach=${trouble.reach ?? null} .goWithout=${again?.label ?? null} @user-act=${this.#onTrust} @go-without=${again?.run}></trust-panel>`;
    }
    const act = again
      ? html`<button type="button" class="btn outline" @click=${again.run}>${again.label}</button>`
      : nothing;
    return this.#renderBox(trouble, act, () => this.acts.dismiss());
  }

  #renderBox(trouble: RepoTrouble, acts: unknown, dismiss: () => void): TemplateResult {
    const { says, todo, output, command } = troubleHelp(trouble);
    const diverged = trouble.code === 'diverged' ? branchWords.divergedTodo(trouble.ahead, trouble.behind) : null;
    const commits = trouble.code === 'unmerged' ? { commits: trouble.commits, total: trouble.total } : null;
    return html`<div class="box warn" role="alert">
      <p>${label(says, 600)}</p>
      ${(diverged ?? todo) ? html`<p>${label(diverged ?? todo ?? '', 600)}</p>` : nothing}
      ${command ? html`<code>${label(command, 300)}</code>` : nothing}
      ${commits ? html`<p>${branchWords.unmergedList}</p>${renderCommits(commits)}` : nothing}
      ${output ? html`<pre class="said" tabindex="0">${label(output, 4_000)}</pre>` : nothing}
      <div class="row">${acts}<button type="button" class="btn" @click=${dismiss}>${branchWords.dismiss}</button></div>
    </div>`;
  }

  #remedies(trouble: RepoTrouble, dismiss: () => void): unknown {
    const act = (words: string, run: () => void) => html`<button
      type="button"
      class="btn outline"
      @click=${() => {
        dismiss();
        run();
      }}
    >${words}</button>`;
    switch (trouble.code) {
      case 'diverged':
        return [
          act(branchWords.merge, () => void this.acts.pull('merge')),
          act(branchWords.rebase, () => void this.acts.pull('rebase')),
        ];
      case 'rejected':
        if (trouble.why === 'refused') return nothing;
        return [
          act(branchWords.pull, () => void this.acts.pull('forward')),
          act(branchWords.overwrite, () => void this.acts.askForce()),
        ];
      case 'overwritten':
        return act(branchWords.stashNow, () => void this.acts.stash(branchWords.stashMessage));
      default:
        return nothing;
    }
  }

  #renderForce({ remote, remoteBranch, remoteOid, lost }: PushPlan): TemplateResult {
    const yes = () => void this.acts.push(remoteOid ?? undefined);
    return html`<div class="box warn" role="alertdialog" aria-label=${branchWords.force(remote, remoteBranch)}>
      <p>${label(branchWords.force(remote, remoteBranch), 300)}</p>
      ${lost.total > 0 ? html`<p>${branchWords.forceLost(lost.total)}</p>${renderCommits(lost)}` : html`<p>${branchWords.forceNone}</p>`}
      <div class="row">
        <button type="button" class="btn outline danger" @click=${yes}>${lost.total > 0 ? branchWords.forceYes(lost.total) : branchWords.push}</button>
        <button type="button" class="btn" @click=${() => this.acts.dismiss()}>${branchWords.cancel}</button>
      </div>
    </div>`;
  }

  #renderOperation(status: WholeStatus, isBusy: boolean): TemplateResult | typeof nothing {
    const { operation, files, head } = status;
    if (!operation) return nothing;
    const left = files.filter(({ kind }) => kind === 'conflict').length;
    const left_ = left > 0 ? branchWords.conflictsLeft(left) : branchWords.noConflictsLeft;
    return html`<div class="box warn" role="group" aria-label=${branchWords.operations[operation]}>
      <p>${branchWords.operations[operation]} ${operation === 'bisect' ? nothing : left_}</p>
      ${this.asksAbort ? this.#renderAbort(operation, head.oid ?? '', files.length) : this.#renderOperationActs(operation, left, isBusy)}
    </div>`;
  }

  #renderOperationActs(operation: GitOperation, left: number, isBusy: boolean): TemplateResult {
    const ask = () => {
      this.asksAbort = true;
    };
    return html`<div class="row">
      ${operation === 'bisect' ? nothing : html`<button type="button" class="btn outline" ?disabled=${left > 0 || isBusy} @click=${() => void this.acts.continueOperation(operation)}>${branchWords.continue}</button>`}
      <button type="button" class="btn" ?disabled=${isBusy} @click=${ask}>${operation === 'bisect' ? branchWords.end : branchWords.abort}</button>
    </div>`;
  }

  #renderAbort(operation: GitOperation, head: string, files: number): TemplateResult {
    const yes = () => {
      this.asksAbort = false;
      void this.acts.abort(operation, head);
    };
    const no = () => {
      this.asksAbort = false;
    };
    return html`<p>${branchWords.abortAsk(files)}</p>
      <div class="row">
        <button type="button" class="btn outline danger" @click=${yes}>${branchWords.abortYes[operation]}</button>
        <button type="button" class="btn" @click=${no}>${branchWords.cancel}</button>
      </div>`;
  }

  #renderMenu(status: WholeStatus): TemplateResult {
    const words = this.text.trim().toLowerCase();
    const found = (this.branches ?? []).filter(({ name }) => name.toLowerCase().includes(words));
    const [here, there] = [found.filter(({ isRemote }) => !isRemote), found.filter(({ isRemote }) => isRemote)];
    const isNew = words !== '' && !here.some(({ name }) => name === this.text.trim());
    return html`<input class="find" type="search" autofocus aria-label=${branchWords.find} placeholder=${branchWords.find} .value=${this.text} @input=${this.#onText} @keydown=${this.#onFindKey} />
      ${this.branches === null ? html`<p class="note" role="status">${branchWords.loading}</p>` : nothing}
      ${isNew ? html`<ul class="list"><li><button type="button" class="item create" @click=${this.#onCreate}>${icon('plus')}<bdi>${label(branchWords.create(this.text.trim()), 200)}</bdi></button></li></ul>` : nothing}
      ${this.#renderBranches(branchWords.local, here)} ${this.#renderBranches(branchWords.remote, there)}
      ${words === '' ? this.#renderStashes(status) : nothing}`;
  }

  #renderBranches(title: string, branches: readonly BranchFacts[]): TemplateResult | typeof nothing {
    if (branches.length === 0) return nothing;
    const now = Date.now();
    return html`<h3>${title}</h3>
      <ul class="list" aria-label=${title}>${repeat(
        branches.slice(0, MOST_LISTED),
        ({ name, isRemote }) => `${isRemote} ${name}`,
        (branch) =>
          html`<li>${branch.name === this.renamed ? this.#renderRename(branch) : this.#renderBranch(branch, now)}</li>`,
      )}</ul>`;
  }

  #renderBranch(branch: BranchFacts, now: number): TemplateResult {
    const { name, isCurrent, isRemote, committedAt } = branch;
    const rename = () => {
      this.renamed = name;
      void this.updateComplete.then(() => this.renderRoot.querySelector<HTMLInputElement>('form .find')?.select());
    };
    return html`<button type="button" class="item" aria-current=${isCurrent ? 'true' : nothing} @click=${() => void this.#onSwitch(branch)}>
        ${isCurrent ? icon('check') : html`<span></span>`}<bdi>${label(name, 200)}</bdi><small>${ago(committedAt, now)}</small>
      </button>
      ${isRemote ? nothing : html`<button type="button" class="icon-btn" aria-label=${branchWords.rename(name)} title=${branchWords.rename(name)} @click=${rename}>${icon('pencil')}</button>`}
      ${isRemote || isCurrent ? nothing : html`<button type="button" class="icon-btn" aria-label=${branchWords.delete(name)} title=${branchWords.delete(name)} @click=${() => void this.#onDelete(branch)}>${icon('trash')}</button>`}`;
  }

  #renderRename({ name }: BranchFacts): TemplateResult {
    const save = async (event: Event) => {
      event.preventDefault();
      const to = new FormData(event.target as HTMLFormElement).get('name');
      if (typeof to === 'string' && to.trim() !== '' && (await this.acts.rename(name, to.trim()))) {
        this.renamed = null;
        await this.#load();
      }
    };
    return html`<form @submit=${save}><input class="find" name="name" aria-label=${branchWords.newName(name)} .value=${name} /><button class="btn" type="submit">${branchWords.save}</button></form>`;
  }

  #renderStashes({ total }: WholeStatus): TemplateResult | typeof nothing {
    if (total === 0 && this.stashes.length === 0) return nothing;
    const stash = async () => {
      this.menu.hidePopover();
      await this.acts.stash(branchWords.stashMessage);
    };
    return html`<h3>${branchWords.stashes}</h3>
      <ul class="list" aria-label=${branchWords.stashes}>
        ${total > 0 ? html`<li><button type="button" class="item" @click=${stash}>${icon('archive')}<bdi>${branchWords.stash}</bdi></button></li>` : nothing}
        ${this.stashes.map(
          ({ oid, message }) => html`<li>
            <button type="button" class="item" @click=${() => void this.#onStash(() => this.acts.popStash(oid))}><span></span><bdi>${label(message, 200)}</bdi> <small>${branchWords.restore}</small></button>
            <button type="button" class="icon-btn" aria-label=${branchWords.dropOf(message)} title=${branchWords.dropOf(message)} @click=${() => void this.#onStash(() => this.acts.dropStash(oid))}>${icon('trash')}</button>
          </li>`,
        )}
      </ul>`;
  }

  /** Where a pull request is opened, asked for once for each place that the branch is at. */
  async #findLink(): Promise<void> {
    const head = this.#view.value?.status?.head;
    const key = head?.upstream && head.oid ? `${head.branch} ${head.upstream}` : '';
    if (key === this.#linkFor) return;
    this.#linkFor = key;
    const plan = key === '' ? null : await this.#work.value!.repo.get_push_plan().catch(() => null);
    if (key === this.#linkFor) this.link = plan?.pullRequest ?? null;
  }

  async #load(): Promise<void> {
    const [branches, stashes] = await Promise.all([
      this.#work.value!.repo.list_branches().catch((): BranchFacts[] => []),
      this.#work.value!.repo.stash_list().catch((): StashFacts[] => []),
    ]);
    this.branches = branches;
    this.stashes = stashes;
  }

  #onMenu(): void {
    const { left, bottom } = this.button.getBoundingClientRect();
    this.menu.style.left = `${Math.max(GAP_PX, left)}px`;
    this.menu.style.top = `${bottom + GAP_PX}px`;
  }

  /** Before it is open: the browser reports that only later, when somebody may have typed. */
  #onToggle({ newState }: ToggleEvent): void {
    this.text = '';
    this.renamed = null;
    if (newState === 'open') void this.#load();
  }

  #onText({ target }: InputEvent): void {
    this.text = (target as HTMLInputElement).value;
  }

  #onFindKey(event: KeyboardEvent): void {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    this.renderRoot.querySelector<HTMLElement>('.item')?.click();
  }

  #onMenuKey(event: KeyboardEvent): void {
    // The panel would close with it.
    if (event.key === 'Escape') event.stopPropagation();
    const step = own({ ArrowDown: 1, ArrowUp: -1 }, event.key);
    if (!step) return;
    event.preventDefault();
    const places = [...this.renderRoot.querySelectorAll<HTMLElement>('[popover] :is(.find, .item)')];
    const now = places.indexOf(this.shadowRoot?.activeElement as HTMLElement);
    places[(now + step + places.length) % places.length]?.focus();
  }

  async #onSwitch({ name, isCurrent }: BranchFacts): Promise<void> {
    this.menu.hidePopover();
    this.button.focus();
    if (!isCurrent) await this.acts.switchTo(name);
  }

  async #onCreate(): Promise<void> {
    const name = this.text.trim();
    this.menu.hidePopover();
    this.button.focus();
    await this.acts.create(name);
  }

  async #onDelete(branch: BranchFacts): Promise<void> {
    await this.acts.remove(branch);
    if (this.#told.value?.refusal) this.menu.hidePopover();
    else await this.#load();
  }

  async #onStash(act: () => Promise<void>): Promise<void> {
    await act();
    await this.#load();
  }

  #onTrust(event: UserActEvent): void {
    event.stopPropagation();
    const { act } = event;
    if (act.type === 'server_command' && act.args[1] === true) void this.acts.trust(String(act.args[0]));
    else this.acts.dismiss();
  }
}

/** Fired when a person wants a task to stop. */
export class StopTaskEvent extends Event {
  static readonly type = 'stop-task';
  readonly taskId: string;

  constructor(taskId: string) {
    super(StopTaskEvent.type, { bubbles: true, composed: true });
    this.taskId = taskId;
  }
}

function renderCommits({ commits, total }: CommitList): TemplateResult {
  const rest = total - commits.length;
  return html`<ul class="commits" tabindex="0">
    ${commits.map(({ oid, subject }) => html`<li><code>${oid.slice(0, 9)}</code> <bdi>${label(subject, 200)}</bdi></li>`)}
    ${rest > 0 ? html`<li>${branchWords.more(rest)}</li>` : nothing}
  </ul>`;
}

function placeWords({ head: { oid, branch } }: WholeStatus): string {
  if (branch === null) return branchWords.detached(oid?.slice(0, 9) ?? '');
  return oid === null ? branchWords.unborn(branch) : branch;
}

/** The last progress that git has told: it overwrites its lines. */
function lastWords(lines: readonly string[]): string {
  return lines.at(-1)?.split('\r').filter(Boolean).at(-1) ?? '';
}

declare global {
  interface HTMLElementTagNameMap {
    'branch-bar': BranchBar;
  }
  interface HTMLElementEventMap {
    'stop-task': StopTaskEvent;
  }
}
