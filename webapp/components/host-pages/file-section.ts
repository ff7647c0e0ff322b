import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, query, state } from 'lit/decorators.js';
import { CONFIG_PLACES, type ConfigContent, type ConfigPlace } from '../../../server/protocol/api/config.js';
import { RpcError } from '../../../server/protocol/api/rpc-error.js';
import type { SettingsProblem } from '../../../server/protocol/api/settings-problem.js';
import { errorText } from '../../codes/error-words.js';
import { settingsProblemText } from '../../codes/storage-words.js';
import { consume, outboxContext } from '../../state/app/contexts.js';
import { controls } from '../../styles/controls.js';
import { settings } from '../../styles/settings.js';
import { icon } from '../../ui/icon.js';
import { visibleText } from '../../ui/visible-text.js';
import type { CodeEditor, TextEditedEvent } from '../files/code-editor.js';
import { ConfigController } from './config-controller.js';
import { formStyles } from './form.styles.js';
import { hostWords } from './words.js';

/** The page of the settings on which their files are edited as text. What is wrong is said with its line, and not saved. */
@customElement('file-section')
export class FileSection extends LitElement {
  static override styles = [
    controls,
    settings,
    formStyles,
    css`
      [data-key] {
        display: grid;
        gap: var(--s3);
        background: none;
      }

      p.help {
        margin: 0;
      }

      .editor {
        display: flex;
        height: clamp(240px, 55vh, 640px);
        overflow: hidden;
        border: 1px solid var(--line);
        border-radius: var(--r-m);
        background: var(--surface);
      }

      .note {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: var(--s2);
        margin: 0;
        padding: var(--s2) var(--s3);
        border: 1px solid var(--warn);
        border-radius: var(--r-s);
        overflow-wrap: anywhere;
      }

      .note .text {
        flex: 1 1 16rem;
        min-width: 0;
      }

      .bar {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: var(--s2);
      }

      .state {
        color: var(--text-3);
        font-size: var(--t-xs);
      }
    `,
  ];

  @state() private place: ConfigPlace = 'user';
  /** The file that the text was made from. */
  @state() private content: ConfigContent | null = null;
  /** The file as it is now, if that is another one. */
  @state() private newer: ConfigContent | null = null;
  @state() private text = '';
  @state() private given = 0;
  @state() private failure: string | null = null;
  @state() private problem: SettingsProblem | null = null;
  @state() private wasSaved = false;
  @query('code-editor') private editor!: CodeEditor | null;

  readonly #config = new ConfigController(this);
  readonly #outbox = consume(this, outboxContext);
  #seen: unknown = null;

  protected override willUpdate(_changed: PropertyValues): void {
    // Whatever has changed the settings may have changed the text.
    if (!this.#config.queries || this.#seen === this.#config.info) return;
    this.#seen = this.#config.info;
    void this.#look();
  }

  protected override firstUpdated(): void {
    void import('../files/code-editor.js');
  }

  protected override render(): TemplateResult {
    const words = hostWords.file;
    const info = this.#config.info?.files.find(({ place }) => place === this.place);
    const path = this.content?.path ?? info?.path ?? '';
    return html`<div data-key="file">
      <div class="bar">
        <div class="choices" role="radiogroup" aria-label=${words.places}>
          ${CONFIG_PLACES.map(
            (place) => html`<label>
              <input type="radio" name="place" .checked=${place === this.place} ?disabled=${this.#isDirty} @change=${() => this.#show(place)} />
              ${words[place]}
            </label>`,
          )}
        </div>
        <code translate="no">${visibleText(path)}</code>
      </div>
      <p class="help">${this.place === 'user' ? words.help : words.folderHelp}</p>
      ${this.#renderNotes(info?.problem ?? null)}
      <div class="editor">
        <code-editor
          .text=${this.text}
          .given=${this.given}
          name=${words.editor(path)}
          @text-edited=${(event: TextEditedEvent) => this.#edited(event.text)}
          @save-text=${() => this.#save()}
        ></code-editor>
      </div>
      <div class="bar">
        <button class="btn primary" type="button" ?disabled=${!this.#isDirty} @click=${() => this.#save()}>${hostWords.save}</button>
        <button class="btn" type="button" ?disabled=${!this.#isDirty} @click=${() => this.#take(this.newer ?? this.content)}>${words.discard}</button>
        <button class="btn" type="button" @click=${() => this.#reload()}>${icon('rotateCw')} ${words.reload}</button>
        <span class="state" role="status">${this.#isDirty ? words.unsaved : this.wasSaved ? words.saved : ''}</span>
      </div>
    </div>`;
  }

  #renderNotes(inFile: SettingsProblem | null): unknown {
    const words = hostWords.file;
    const problem = this.problem ?? (this.#isDirty ? null : inFile);
    const line = problem?.line;
    return html`
      ${
        problem
          ? html`<p class="note" role="alert">
              ${icon('triangleAlert')}
              <span class="text">${this.problem ? nothing : words.problem} ${visibleText(settingsProblemText(problem))}</span>
              ${line === undefined ? nothing : html`<button class="btn outline" type="button" @click=${() => this.#goTo(line)}>${words.showLine(line)}</button>`}
            </p>`
          : nothing
      }
      ${
        this.newer
          ? html`<p class="note" role="alert">
              ${icon('triangleAlert')}<span class="text">${words.conflict}</span>
              <button class="btn outline" type="button" @click=${() => this.#take(this.newer)}>${words.takeTheirs}</button>
              <button class="btn outline" type="button" @click=${() => this.#save(this.newer)}>${words.keepMine}</button>
            </p>`
          : nothing
      }
      ${this.failure ? html`<p class="error" role="alert">${this.failure}</p>` : nothing}
    `;
  }

  get #isDirty(): boolean {
    return this.content !== null && this.text !== this.content.text;
  }

  #edited(text: string): void {
    this.text = text;
    this.wasSaved = false;
    this.problem = null;
  }

  #goTo(line: number): void {
    this.editor?.goTo(line);
    this.editor?.focus();
  }

  #show(place: ConfigPlace): void {
    this.place = place;
    this.content = null;
    this.newer = null;
    void this.#look();
  }

  /** Takes the file as it is, unless somebody has written something of their own: then it is theirs to decide. */
  async #look(): Promise<void> {
    const { place } = this;
    try {
      const now = await this.#config.queries?.get_config_content(place);
      if (!now || place !== this.place || now.revision === this.content?.revision) return;
      if (this.#isDirty) this.newer = now;
      else this.#take(now);
      this.failure = null;
    } catch (error) {
      this.failure = errorText(error);
    }
  }

  #take(content: ConfigContent | null): void {
    if (!content) return;
    this.content = content;
    this.newer = null;
    this.problem = null;
    this.failure = null;
    this.text = content.text;
    this.given += 1;
  }

  async #reload(): Promise<void> {
    try {
      await this.#config.queries?.reload();
      await this.#look();
    } catch (error) {
      this.failure = errorText(error);
    }
  }

  async #save(over: ConfigContent | null = this.content): Promise<void> {
    const outbox = this.#outbox.value;
    if (!over || !outbox) return;
    const { place, text } = this;
    this.problem = null;
    this.failure = null;
    try {
      const saved = await outbox.sendSecret('Settings', 'save_config_content', place, text, over.revision);
      this.wasSaved = true;
      if (this.text === text) this.#take(saved);
      else this.content = saved;
    } catch (error) {
      await this.#refused(error);
    }
  }

  async #refused(error: unknown): Promise<void> {
    const { reason } = RpcError.from(error);
    if (reason?.code === 'settings_invalid') this.problem = reason.problem;
    else if (reason?.code === 'settings_changed') await this.#look();
    else this.failure = errorText(error);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'file-section': FileSection;
  }
}
