import { html, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import { MAIN_ROOT, type TaskState } from '../../../server/protocol/api/changes.js';
import { MINUTE_MS } from '../../../server/protocol/clock.js';
import { type TroubleHelp, troubleHelp } from '../../codes/repo-help.js';
import { UserActEvent } from '../../state/app/acts.js';
import { consume, preferencesContext, serverContext, workContext } from '../../state/app/contexts.js';
import { follow } from '../../state/base/follow.js';
import type { ChangeActs } from '../../state/changes/change-acts.js';
import { type CommitMessage, readMessage, SUBJECT_LENGTHS, writeMessage } from '../../state/changes/commit-message.js';
import { LastCommitStore } from '../../state/changes/last-commit-store.js';
import type { RepoStatusStore, WholeStatus } from '../../state/changes/repo-status-store.js';
import { deepActiveElement } from '../../ui/focus-search.js';
import { ago } from '../../ui/format.js';
import { icon } from '../../ui/icon.js';
import { LightElement } from '../../ui/light-element.js';
import { NowController } from '../../ui/now-controller.js';
import { typeInto } from '../../ui/typing.js';
import { label } from '../../ui/visible-text.js';
import '../content/terminal-output.js';
import { commitBoxStyles } from './commit-box.styles.js';
import { commitWords } from './words.js';

/** Where a commit is written and made: its message, how its hooks go, and the last one, which can be taken back. Light DOM. */
@customElement('commit-box')
export class CommitBox extends LightElement {
  static override styles = commitBoxStyles;

  @property({ attribute: false }) status!: RepoStatusStore;
  @property({ attribute: false }) acts!: ChangeActs;

  @state() private isAmend = false;
  /** A task that failed and that the person has seen. */
  @state() private dismissed = '';

  readonly #server = consume(this, serverContext);
  readonly #work = consume(this, workContext);
  readonly #preferences = consume(this, preferencesContext);
  readonly #view = follow(this, () => this.status);
  readonly #told = follow(this, () => this.acts);
  readonly #task = follow(
    this,
    () => this.#server.value?.app,
    (app) => app?.tasks?.findLast(({ kind, rootId }) => kind === 'commit' && rootId === MAIN_ROOT) ?? null,
  );
  readonly #draft = follow(
    this,
    () => this.#preferences.value,
    ({ commitMessage }) => commitMessage,
  );
  readonly #ownTask = follow(
    this,
    () => this.#preferences.value,
    ({ commitTask }) => commitTask,
  );
  readonly #writing = follow(
    this,
    () => this.#preferences.value,
    ({ messageTask }) => messageTask,
  );
  readonly #writer = follow(this, () => this.#preferences.value);
  readonly #agents = follow(
    this,
    () => this.#server.value?.app,
    (app) => app?.agents ?? [],
  );
  readonly #letter = follow(
    this,
    () => this.#server.value?.app,
    (app) => app?.tasks?.findLast(({ kind, rootId }) => kind === 'message' && rootId === MAIN_ROOT) ?? null,
  );
  readonly #signsOff = follow(
    this,
    () => this.#preferences.value,
    ({ signsOff }) => signsOff,
  );
  readonly #goal = follow(
    this,
    () => this.#work.value?.panel,
    ({ goal }) => goal,
  );
  #lastStore: LastCommitStore | null = null;
  readonly #last = follow(this, () => this.#lastStore);
  readonly #now = new NowController(this, () => this.#last.value !== null, MINUTE_MS);
  /** What the box wrote by itself, which goes again with what it was written for. */
  #filled: string | null = null;
  /** What was there before an agent wrote. */
  @state() private replaced: string | null = null;

  override focus(): void {
    this.querySelector<HTMLElement>('.commit-subject')?.focus();
  }

  protected override willUpdate(): void {
    this.#lastStore ??= new LastCommitStore(this.#work.value!.repo);
    const status = this.#view.value?.status;
    if (status) void this.#lastStore?.want(status.head.oid);
    this.#settle(this.#task.value ?? null);
  }

  protected override updated(): void {
    this.#takeLetter();
    if (this.#goal.value !== 'commit') return;
    this.focus();
    this.#work.value?.panel.arrive();
  }

  protected override render(): TemplateResult | typeof nothing {
    const status = this.#view.value?.status;
    if (!status) return nothing;
    const message = this.#message;
    return html`<form class="commit" aria-label=${commitWords.box} @submit=${this.#onSubmit} @keydown=${this.#onKey}>
      ${this.#renderTask(this.#task.value ?? null)}${this.#renderTask(this.#letter.value ?? null)}
      <div class="commit-fields">
        <input
          dir="auto"
          class="commit-subject"
          aria-label=${commitWords.subject}
          aria-describedby="commit-length"
          placeholder=${commitWords.subject}
          autocomplete="off"
          .value=${live(message.subject)}
          @input=${this.#onSubject}
        />
        ${renderLength(message.subject)}
        <textarea class="commit-body" rows="2" dir="auto" aria-label=${commitWords.body} placeholder=${commitWords.bodyHint} .value=${live(message.body)} @input=${this.#onBody}></textarea>
        ${this.#renderWrite(status)}
      </div>
      <div class="commit-choices">
        <label title=${commitWords.amendHint}><input type="checkbox" .checked=${live(this.isAmend)} ?disabled=${status.head.oid === null} @change=${this.#onAmend} />${commitWords.amend}</label>
        <label title=${commitWords.signOffHint}><input type="checkbox" .checked=${live(this.#signsOff.value ?? false)} @change=${this.#onSignOff} />${commitWords.signOff}</label>
        <div class="commit-go">${this.#renderButton(status)}</div>
      </div>
      ${this.#renderLast(status)}
    </form>`;
  }

  get #message(): CommitMessage {
    return readMessage(this.#draft.value ?? '');
  }

  /** An agent writes the message only when it is asked to; what was there is one press away. */
  #renderWrite(status: WholeStatus): TemplateResult {
    const isWriting = this.#letter.value?.state === 'running';
    const bringBack = () => {
      this.#fill(this.replaced ?? '');
      this.replaced = null;
    };
    return html`<div class="commit-write">
      ${this.replaced === null ? nothing : html`<span>${commitWords.written}</span><button type="button" class="btn" @click=${bringBack}>${commitWords.bringBack}</button>`}
      <button type="button" class="btn" title=${commitWords.writeHint} ?disabled=${isWriting || countStaged(status) === 0} @click=${this.#onWrite}>${icon('sparkles')}${commitWords.write}</button>
      <button type="button" class="btn commit-writer-btn" aria-label=${commitWords.writer} title=${commitWords.writer} popovertarget="commit-writer">${icon('chevronDown')}</button>
      ${this.#renderWriter()}
    </div>`;
  }

  /** Which agent writes messages, and with which model. */
  #renderWriter(): TemplateResult {
    const { messageAgent: agent, messageModel: model } = this.#writer.value ?? { messageAgent: '', messageModel: '' };
    const agents = this.#agents.value ?? [];
    return html`<div id="commit-writer" class="commit-writer" popover role="group" aria-label=${commitWords.writer}>
      <label>${commitWords.writerAgent}
        <select .value=${live(agent)} @change=${({ target }: Event) => this.#preferences.value?.choose({ messageAgent: (target as HTMLSelectElement).value, messageModel: '' })}>
          <option value="" ?selected=${agent === ''}>${commitWords.writerDefault}</option>
          ${agents.map(({ id, name }) => html`<option value=${id} ?selected=${agent === id}>${label(name, 60)}</option>`)}
        </select>
      </label>
      <label>${commitWords.writerModel}
        <input autocomplete="off" spellcheck="false" maxlength="200" placeholder=${commitWords.writerModelHint} .value=${live(model)} @change=${({ target }: Event) => this.#preferences.value?.choose({ messageModel: (target as HTMLInputElement).value.trim() })} />
      </label>
      <p>${commitWords.writerNote}</p>
    </div>`;
  }

  #renderButton(status: WholeStatus): TemplateResult {
    const obstacle = this.#obstacle(status);
    const staged = countStaged(status);
    return html`<span class="commit-why" id="commit-why">${obstacle ?? (staged > 0 ? commitWords.commitFiles(staged) : nothing)}</span>
      <button type="submit" class="btn primary" aria-describedby="commit-why" ?disabled=${obstacle !== null || this.#isBusy}>${label(this.#buttonWords(status), 60)}</button>`;
  }

  #buttonWords({ head: { branch } }: WholeStatus): string {
    if (this.isAmend) return commitWords.amendCommit;
    return branch === null ? commitWords.commit : commitWords.commitTo(branch);
  }

  /** Why there can be no commit now. */
  #obstacle(status: WholeStatus): string | null {
    if (status.files.some(({ kind }) => kind === 'conflict')) return commitWords.conflicts;
    if (countStaged(status) === 0 && !this.isAmend && !isMerge(status)) return commitWords.nothingStaged;
    return this.#message.subject.trim() === '' ? commitWords.noSubject : null;
  }

  get #isBusy(): boolean {
    return this.#task.value?.state === 'running' || (this.#told.value?.running ?? 0) > 0;
  }

  #renderTask(task: TaskState | null): TemplateResult | typeof nothing {
    if (!task || task.id === this.dismissed) return nothing;
    switch (task.state) {
      case 'running':
        return html`<div class="commit-task" role="status">
          <p class="commit-says"><span class="commit-spinner" aria-hidden="true"></span>${runningWords(task)}
            <button type="button" class="btn outline" @click=${() => void this.#work.value!.repo.stop_task(task.id).catch(() => {})}>${commitWords.stop}</button>
          </p>
          ${renderOutput(task.lines.join('\n'), true)}
        </div>`;
      case 'failed':
        return task.trouble ? this.#renderTrouble(task, troubleHelp(task.trouble)) : nothing;
      case 'stopped':
        if (task.kind === 'message') return nothing;
        return html`<div class="commit-task" role="status"><p class="commit-says">${commitWords.stopped} ${this.#renderDismiss(task)}</p></div>`;
      case 'done':
        return nothing;
      default:
        return task.state satisfies never;
    }
  }

  #renderTrouble(task: TaskState, { says, todo, command, output }: TroubleHelp): TemplateResult {
    const isHook = task.trouble?.code === 'hook';
    return html`<div class="commit-task failed" role="alert">
      <p class="commit-says">${icon('triangleAlert')}<strong>${label(says, 300)}</strong></p>
      ${todo === null ? nothing : html`<p>${label(todo, 300)}</p>`}
      ${command === null ? nothing : this.#renderCommand(command)}
      ${renderOutput(output ?? '', false)}
      <div class="commit-task-acts">
        ${isHook ? html`<button type="button" class="btn outline" @click=${() => void this.#commit(true)}>${commitWords.withoutHooks}</button>` : nothing}
        ${this.#renderDismiss(task)}
      </div>
    </div>`;
  }

  #renderDismiss(task: TaskState): TemplateResult {
    const dismiss = () => {
      this.dismissed = task.id;
    };
    return html`<button type="button" class="btn" @click=${dismiss}>${commitWords.dismiss}</button>`;
  }

  #renderCommand(command: string): TemplateResult {
    const copy = () => this.dispatchEvent(new UserActEvent({ type: 'copy', text: command, what: 'command' }));
    return html`<p class="repo-command"><code>${command}</code><button type="button" class="icon-btn" aria-label=${commitWords.copyCommand} title=${commitWords.copyCommand} @click=${copy}>${icon('copy')}</button></p>`;
  }

  #renderLast(status: WholeStatus): TemplateResult | typeof nothing {
    const last = this.#last.value;
    if (!last || last.oid !== status.head.oid) return nothing;
    const isPushed = last.pushedTo.length > 0;
    const undo = () => void this.#undoCommit(last.oid, last.message);
    return html`<p class="commit-last">
      <span class="vh">${commitWords.last}: </span><bdi class="commit-last-subject" title=${label(last.subject, 300)}>${label(last.subject, 200)}</bdi>
      <span class="commit-last-when">${ago(last.committedAt, this.#now.value)}</span>
      ${isPushed ? html`<span class="git-mark">${commitWords.pushed}</span>` : nothing}
      ${isPushed || status.operation ? nothing : html`<button type="button" class="btn" title=${commitWords.undoHint} ?disabled=${this.#isBusy} @click=${undo}>${commitWords.undo}</button>`}
    </p>`;
  }

  /** What a task that commits this message came to. */
  #settle(task: TaskState | null): void {
    if (!task || task.state === 'running' || task.id !== this.#ownTask.value) return;
    const isDone = task.state === 'done';
    this.#preferences.value?.choose({ commitTask: '', ...(isDone && { commitMessage: '' }) });
    if (!isDone) return;
    this.isAmend = false;
    this.#filled = null;
    this.replaced = null;
  }

  /** What the agent wrote comes into the box, once. */
  #takeLetter(): void {
    const task = this.#letter.value;
    if (!task || task.state === 'running' || task.id !== this.#writing.value) return;
    this.#preferences.value?.choose({ messageTask: '' });
    if (task.state !== 'done' || !task.text) return;
    this.replaced = this.#draft.value ?? '';
    this.#fill(task.text);
  }

  async #commit(skipHooks = false): Promise<void> {
    const status = this.#view.value?.status;
    if (!status || this.#obstacle(status) !== null || this.#isBusy) return;
    const options = {
      head: status.head.oid,
      ...{ amend: this.isAmend, signOff: this.#signsOff.value ?? false, skipHooks },
    };
    const begun = await this.acts.commit(this.#draft.value ?? '', options, (commitTask) =>
      this.#preferences.value?.choose({ commitTask }),
    );
    if (begun) this.dismissed = '';
  }

  async #undoCommit(oid: string, message: string): Promise<void> {
    const done = await this.acts.undoCommit(oid);
    if (done && (this.#draft.value ?? '') === '') this.#preferences.value?.choose({ commitMessage: message });
  }

  async #onWrite(): Promise<void> {
    const { messageAgent, messageModel } = this.#writer.value ?? { messageAgent: '', messageModel: '' };
    // An agent that was chosen once may be gone by now.
    const agent = this.#agents.value?.some(({ id }) => id === messageAgent) ? messageAgent : '';
    const messageTask = await this.acts.writeMessage({ agent, model: messageModel });
    if (messageTask !== null) this.#preferences.value?.choose({ messageTask });
  }

  #onSubmit(event: Event): void {
    event.preventDefault();
    void this.#commit();
  }

  #onKey(event: KeyboardEvent): void {
    const target = event.target as HTMLElement;
    if (event.key !== 'Enter' || event.isComposing || !target.matches('.commit-subject, .commit-body')) return;
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      void this.#commit();
    } else if (target.matches('.commit-subject')) {
      event.preventDefault();
      this.querySelector<HTMLElement>('.commit-body')?.focus();
    }
  }

  #onSubject({ target }: Event): void {
    this.#write({ ...this.#message, subject: (target as HTMLInputElement).value });
  }

  #onBody({ target }: Event): void {
    this.#write({ ...this.#message, body: (target as HTMLTextAreaElement).value });
  }

  #write(message: CommitMessage): void {
    this.#preferences.value?.choose({ commitMessage: writeMessage(message) });
  }

  #onAmend({ target }: Event): void {
    this.isAmend = (target as HTMLInputElement).checked;
    const last = this.#last.value;
    const draft = this.#draft.value ?? '';
    if (this.isAmend && last && draft === '') this.#fill(last.message);
    else if (!this.isAmend && draft === this.#filled) this.#fill('');
  }

  /** Writes a message as a person would, so that their own Undo brings back what was there. */
  #fill(message: string): void {
    const { subject, body } = readMessage(message);
    this.#filled = message;
    const active = deepActiveElement();
    const fields = [
      [this.querySelector<HTMLTextAreaElement>('.commit-body')!, body],
      [this.querySelector<HTMLInputElement>('.commit-subject')!, subject],
    ] as const;
    for (const [field, text] of fields) if (field.value !== text) typeInto(field, text);
    // A person who writes elsewhere goes on there.
    if (active instanceof HTMLElement && active !== document.body) active.focus();
  }

  #onSignOff({ target }: Event): void {
    this.#preferences.value?.choose({ signsOff: (target as HTMLInputElement).checked });
  }
}

function runningWords({ kind, hook }: TaskState): string {
  if (kind === 'message') return commitWords.writing;
  return hook === null ? commitWords.committing : commitWords.hook(label(hook, 60));
}

function renderLength(subject: string): TemplateResult {
  const { length } = subject;
  const { good, most } = SUBJECT_LENGTHS;
  const look = length > most ? 'over' : length > good ? 'long' : '';
  const shown =
    length === 0
      ? nothing
      : html`<span aria-hidden="true">${commitWords.length(length, length > good ? most : good)}</span>`;
  return html`<span class="commit-length ${look}">${shown}<span class="vh" id="commit-length">${commitWords.lengthOf(length, good, most)}</span></span>`;
}

function renderOutput(text: string, isLive: boolean): TemplateResult | typeof nothing {
  return text.trim() === '' ? nothing : html`<terminal-output .text=${text} ?live=${isLive} at-end></terminal-output>`;
}

function countStaged({ files }: WholeStatus): number {
  return files.filter(
    ({ kind, index }) => kind !== 'conflict' && kind !== 'untracked' && kind !== 'nested' && index !== '.',
  ).length;
}

/** What a merge or the like has brought can be committed as it is. */
function isMerge({ operation }: WholeStatus): boolean {
  return operation === 'merge' || operation === 'cherry_pick' || operation === 'revert';
}

declare global {
  interface HTMLElementTagNameMap {
    'commit-box': CommitBox;
  }
}
