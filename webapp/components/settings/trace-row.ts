import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { errorText } from '../../codes/error-words.js';
import { consume, logsContext, pageContext, serverContext } from '../../state/app/contexts.js';
import { follow } from '../../state/base/follow.js';
import { appParts } from '../../state/server/app-store.js';
import { fetchTrace } from '../../state/server/log-follower.js';
import { controls } from '../../styles/controls.js';
import { settings } from '../../styles/settings.js';
import { icon } from '../../ui/icon.js';
import { saveFile } from '../../ui/save-file.js';
import { label } from '../../ui/visible-text.js';
import { settingsWords } from './words.js';

/** Offers the trace of the session that is on screen, for somebody who is to find out what went wrong. */
@customElement('trace-row')
export class TraceRow extends LitElement {
  static override styles = [
    controls,
    settings,
    css`
      :host {
        display: block;
      }

      .failure {
        margin: 0;
        padding: 0 var(--s4) var(--s3);
        color: var(--danger);
      }
    `,
  ];

  @state() private withContents = false;
  @state() private isBusy = false;
  @state() private failure: string | null = null;

  readonly #server = consume(this, serverContext);
  readonly #page = consume(this, pageContext);
  readonly #logs = consume(this, logsContext);
  readonly #app = follow(this, () => this.#server.value?.app, appParts('sessions'));

  protected override render(): TemplateResult {
    const sessionId = this.#page.value?.view.value ?? null;
    const session = this.#app.value?.sessions.find(({ id }) => id === sessionId);
    if (!session) return html`<p class="row">${settingsWords.trace.none}</p>`;
    return html`<div class="row">
        <div class="about">
          <span class="name">${settingsWords.trace.of(label(session.title, 60) || settingsWords.trace.untitled)}</span>
          <span class="help">${settingsWords.trace.help}</span>
        </div>
        <button class="btn outline" type="button" ?disabled=${this.isBusy} @click=${() => this.#download(session.id)}>
          ${icon('arrowDown')} ${this.isBusy ? settingsWords.trace.preparing : settingsWords.trace.download}
        </button>
      </div>
      <div class="row">
        <div class="about">
          <label class="name" for="contents">${settingsWords.trace.contents}</label>
          <span class="help">${settingsWords.trace.contentsHelp}</span>
        </div>
        <input id="contents" class="switch" type="checkbox" role="switch" .checked=${this.withContents} @change=${this.#onContents} />
      </div>
      ${this.failure ? html`<p class="failure" role="alert">${this.failure}</p>` : nothing}`;
  }

  #onContents(event: Event): void {
    this.withContents = (event.target as HTMLInputElement).checked;
  }

  async #download(sessionId: string): Promise<void> {
    const logs = this.#logs.value;
    if (!logs) return;
    this.isBusy = true;
    this.failure = null;
    try {
      const { fileName, text } = await fetchTrace(logs, sessionId, this.withContents);
      saveFile(fileName, text, 'application/jsonl');
    } catch (error) {
      this.failure = settingsWords.trace.failed(errorText(error));
    } finally {
      this.isBusy = false;
    }
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'trace-row': TraceRow;
  }
}
