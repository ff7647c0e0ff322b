import { ContextConsumer } from '@lit/context';
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { appContext } from '../state/app-context.js';
import { EDITORS, editorAddress } from '../state/editors.js';
import { StoreController } from '../state/store-controller.js';

/** A link that opens a file in the person's editor; before one was chosen, the choice of it. Light DOM. */
@customElement('editor-link')
export class EditorLink extends LitElement {
  /** Absolute, or relative to the folder. */
  @property() path = '';
  @property({ type: Number }) line: number | null = null;

  readonly #context = new ContextConsumer(this, { context: appContext, subscribe: true });
  readonly #editor = new StoreController(
    this,
    () => this.#context.value?.preferences,
    ({ editor }) => EDITORS.find(({ id }) => id === editor) ?? null,
  );

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override render(): TemplateResult | typeof nothing {
    const editor = this.#editor.value ?? null;
    if (!editor) return this.#renderChoice();
    const folder = this.#context.value?.app.value?.folder.path ?? '';
    const path = this.path.startsWith('/') ? this.path : `${folder.replace(/\/$/, '')}/${this.path}`;
    const address = editorAddress(editor, path, this.line);
    return address ? html`<a class="btn" href=${address}>Open in ${editor.name}</a>` : nothing;
  }

  #renderChoice(): TemplateResult {
    return html`<select class="btn editor-choice" aria-label="Open in an editor" @change=${this.#onChoose}>
      <option value="">Open in…</option>
      ${EDITORS.map(({ id, name }) => html`<option value=${id}>${name}</option>`)}
    </select>`;
  }

  #onChoose(event: Event): void {
    const editor = (event.target as HTMLSelectElement).value;
    this.#context.value?.preferences.choose({ editor });
    // The next press then opens it, and every other one after it.
    void this.updateComplete.then(() => this.querySelector('a')?.focus());
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'editor-link': EditorLink;
  }
}
