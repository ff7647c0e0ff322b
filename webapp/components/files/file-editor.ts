import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { follow } from '../../state/base/follow.js';
import type { EditedFile, EditedFileState } from '../../state/work/edited-file.js';
import { ago } from '../../ui/format.js';
import { icon } from '../../ui/icon.js';
import { LightElement } from '../../ui/light-element.js';
import { nameLabel } from '../../ui/visible-text.js';
import '../content/diff-view.js';
import { codeWorker } from '../../worker/code-worker-client.js';
import type { CodeEditor, SaveTextEvent, TextEditedEvent } from './code-editor.js';
import type { FileDesk } from './file-desk.js';
import { fileWords } from './words.js';

/** Fired when a person is done with editing; bubbles to the file view. */
export class EditEndedEvent extends Event {
  static readonly type = 'edit-ended';

  constructor() {
    super(EditEndedEvent.type, { bubbles: true });
  }
}

/**
 * A file while it is edited: the text, whether it is saved, and what others made of it meanwhile. Light DOM.
 * @fires edit-ended - The person is done.
 */
@customElement('file-editor')
export class FileEditorView extends LightElement {
  @property({ attribute: false }) desk!: FileDesk;
  @property() path = '';
  /** Where the cursor begins. */
  @property({ type: Number }) line = 1;
  /** Goes up when the file may have become another one. */
  @property({ type: Number }) touched = 0;
  @property({ attribute: false }) worker = codeWorker;

  @query('code-editor') private editor!: CodeEditor | null;
  @state() private isLoaded = false;
  @state() private showsDifference = false;

  #edit: EditedFile | null = null;
  readonly #value = follow(this, () => this.#edit);
  #hasFocused = false;

  override focus(): void {
    this.editor?.focus();
  }

  /** Finds something in the text, as the view does in a file that is read. */
  find(): void {
    this.editor?.find();
  }

  goTo(line: number, column?: number): void {
    this.editor?.goTo(line, column);
    this.editor?.focus();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    this.#edit ??= this.desk.edit();
    if (changed.has('path')) {
      this.#hasFocused = false;
      this.showsDifference = false;
      void this.#edit.open(this.path);
    } else if (changed.has('touched')) void this.#edit.check();
    const edit = this.#value.value;
    if (edit && edit.status !== 'loading') this.desk.unsaved.mark(edit.path, edit.isDirty);
  }

  protected override firstUpdated(): void {
    void import('./code-editor.js').then(() => {
      this.isLoaded = true;
    });
  }

  protected override updated(): void {
    const { editor } = this;
    if (!editor || this.#hasFocused || this.#value.value?.status !== 'ready') return;
    this.#hasFocused = true;
    void editor.updateComplete.then(() => this.goTo(this.line));
  }

  protected override render(): TemplateResult {
    const edit = this.#value.value;
    if (!edit || edit.status === 'loading' || !this.isLoaded)
      return html`<p class="work-empty" aria-busy="true">${fileWords.editor.loading}</p>`;
    if (edit.status === 'failed') return this.#renderSentence(edit.problem);
    if (edit.noEdit) return this.#renderSentence(fileWords.editor.noEdit[edit.noEdit]);
    return html`${this.#renderBar(edit)} ${this.#renderNotes(edit)}
      <code-editor
        name=${fileWords.editor.text(nameLabel(edit.path))}
        path=${edit.path}
        .worker=${this.worker}
        .text=${edit.body}
        .given=${edit.given}
        @text-edited=${this.#onEdited}
        @save-text=${this.#onSave}
        @keydown=${this.#onKey}
      ></code-editor>`;
  }

  #renderSentence(sentence: string): TemplateResult {
    return html`<p class="work-empty" role="status">${sentence}</p>
      <p class="view-acts"><button type="button" class="btn outline" @click=${this.#onDone}>${fileWords.editor.close}</button></p>`;
  }

  #renderBar(edit: EditedFileState): TemplateResult {
    const { editor: words } = fileWords;
    const form = [
      edit.form.ends === '\r\n' && words.form.crlf,
      edit.form.ends === 'mixed' && words.form.mixed,
      edit.form.hasMark && words.form.mark,
    ].filter(Boolean);
    const isSaving = edit.status === 'saving';
    return html`<div class="edit-bar">
      <span class="edit-state" role="status">${edit.theirs ? words.paused : isSaving ? words.saving : edit.isDirty ? words.unsaved : words.saved}</span>
      ${form.map((each) => html`<span class="edit-form">${each}</span>`)}
      ${edit.isDirty ? html`<button type="button" class="btn" @click=${this.#onDiscard}>${words.discard}</button>` : nothing}
      <button type="button" class="btn" @click=${this.#onDone}>${words.close}</button>
      <button type="button" class="btn primary" title=${words.saveHint} ?disabled=${!edit.isDirty || isSaving} @click=${this.#onSave}>${words.save}</button>
    </div>`;
  }

  #renderNotes(edit: EditedFileState): TemplateResult | typeof nothing {
    const { editor: words } = fileWords;
    if (edit.theirs && !edit.isPutOff) return this.#renderConflict(edit.theirs.text);
    const restored = edit.keptAt === null ? '' : words.restored(ago(edit.keptAt, Date.now()));
    const sentence = edit.problem || restored;
    return html`${edit.theirs ? html`<div class="edit-note warns"><span>${words.conflict}</span><button type="button" class="btn" @click=${this.#onSave}>${words.resolve}</button></div>` : nothing}
      ${sentence ? html`<div class="edit-note ${edit.problem ? 'danger-text' : ''}" role=${edit.problem ? 'alert' : 'status'}>${sentence}</div>` : nothing}`;
  }

  #renderConflict(theirs: string): TemplateResult {
    const { editor: words } = fileWords;
    return html`<div class="edit-conflict" role="alert">
        <p>${icon('triangleAlert')}<span><strong>${words.conflict}</strong> ${words.conflictHint}</span></p>
        <div class="edit-acts">
          <button type="button" class="btn outline" aria-expanded=${this.showsDifference} @click=${this.#onDifference}>${this.showsDifference ? words.hideDiff : words.showDiff}</button>
          <button type="button" class="btn outline" @click=${this.#onKeepMine}>${words.keepMine}</button>
          <button type="button" class="btn outline" @click=${this.#onTakeTheirs}>${words.takeTheirs}</button>
          <button type="button" class="btn" @click=${this.#onLater}>${words.later}</button>
        </div>
      </div>
      ${
        this.showsDifference
          ? html`<div class="edit-difference"><diff-view path=${this.path} .oldText=${theirs} .newText=${this.#edit!.text} .worker=${this.worker}></diff-view></div>`
          : nothing
      }`;
  }

  #onEdited({ text }: TextEditedEvent): void {
    this.#edit?.change(text);
  }

  async #onSave(event: SaveTextEvent | Event): Promise<void> {
    event.stopPropagation();
    const written = await this.#edit?.save();
    if (written) this.desk.tellSaved(this.path, written.undoId);
  }

  #onDifference(): void {
    this.showsDifference = !this.showsDifference;
  }

  async #onKeepMine(): Promise<void> {
    const written = await this.#edit?.keepMine();
    if (written) this.desk.tellSaved(this.path, written.undoId);
    this.focus();
  }

  async #onTakeTheirs(): Promise<void> {
    await this.#edit?.takeTheirs();
    this.focus();
  }

  #onLater(): void {
    this.#edit?.putOff();
    this.focus();
  }

  async #onDiscard(): Promise<void> {
    await this.#edit?.discard();
    this.focus();
  }

  /** What is not saved is kept, so nobody has to be asked. */
  async #onDone(): Promise<void> {
    await this.#edit?.settled();
    this.dispatchEvent(new EditEndedEvent());
  }

  /** In the text, Escape belongs to the editor: it closes its search, and lets Tab leave. */
  #onKey(event: KeyboardEvent): void {
    if (event.key === 'Escape') event.stopPropagation();
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'file-editor': FileEditorView;
  }
  interface HTMLElementEventMap {
    'edit-ended': EditEndedEvent;
  }
}
