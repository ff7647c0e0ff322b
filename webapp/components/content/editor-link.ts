import { html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { consume, preferencesContext, serverContext } from '../../state/app/contexts.js';
import { follow } from '../../state/base/follow.js';
import { EDITORS, editorAddress } from '../../state/work/editors.js';
import { LightElement } from '../../ui/light-element.js';
import { contentWords } from './words.js';

/** A link that opens a file in the person's editor; before one was chosen, the choice of it. Light DOM. */
@customElement('editor-link')
export class EditorLink extends LightElement {
  /** Absolute, or relative to the folder. */
  @property() path = '';
  @property({ type: Number }) line: number | null = null;

  readonly #server = consume(this, serverContext);
  readonly #preferences = consume(this, preferencesContext);
  readonly #editor = follow(
    this,
    () => this.#preferences.value,
    ({ editor }) => EDITORS.find(({ id }) => id === editor) ?? null,
  );

  protected override render(): TemplateResult | typeof nothing {
    const editor = this.#editor.value ?? null;
    if (!editor) return this.#renderChoice();
    const folder = this.#server.value?.app.value?.folder.path ?? '';
    const path = this.path.startsWith('/') ? this.path : `${folder.replace(/\/$/, '')}/${this.path}`;
    const address = editorAddress(editor, path, this.line);
    return address ? html`<a class="btn" href=${address}>${contentWords.editor.openIn(editor.name)}</a>` : nothing;
  }

  #renderChoice(): TemplateResult {
    return html`<select class="btn editor-choice" aria-label=${contentWords.editor.openInEditor} @change=${this.#onChoose}>
      <option value="">${contentWords.editor.chooseEditor}</option>
      ${EDITORS.map(({ id, name }) => html`<option value=${id}>${name}</option>`)}
    </select>`;
  }

  #onChoose(event: Event): void {
    const editor = (event.target as HTMLSelectElement).value;
    this.#preferences.value?.choose({ editor });
    // The next press then opens it, and every other one after it.
    void this.updateComplete.then(() => this.querySelector('a')?.focus());
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'editor-link': EditorLink;
  }
}
