import { ContextConsumer } from '@lit/context';
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { RpcError } from '../../server/protocol/rpc-error.js';
import { appContext } from '../state/app-context.js';
import { fetchTrace } from '../state/fetch-trace.js';
import { StoreController } from '../state/store-controller.js';
import { controls } from '../styles/controls.js';
import { settings } from '../styles/settings.js';
import { icon } from './icon.js';
import { label } from './visible-text.js';

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

  readonly #context = new ContextConsumer(this, { context: appContext, subscribe: true });
  readonly #app = new StoreController(
    this,
    () => this.#context.value?.app,
    (app) => app,
  );

  protected override render(): TemplateResult {
    const sessionId = this.#context.value?.view.value ?? null;
    const session = this.#app.value?.sessions.find(({ id }) => id === sessionId);
    if (!session) return html`<p class="row">There is no session to trace yet.</p>`;
    return html`<div class="row">
        <div class="about">
          <span class="name">What was said in “${label(session.title, 60) || 'New session'}”</span>
          <span class="help">The protocol both ways and the events of the session, as JSON lines. Secrets are taken out.</span>
        </div>
        <button class="btn outline" type="button" ?disabled=${this.isBusy} @click=${() => this.#download(session.id)}>
          ${icon('arrowDown')} ${this.isBusy ? 'Preparing…' : 'Download trace'}
        </button>
      </div>
      <div class="row">
        <div class="about">
          <label class="name" for="contents">Include texts</label>
          <span class="help">Without them the trace holds the length of prompts, answers and files, not their words.</span>
        </div>
        <input id="contents" class="switch" type="checkbox" role="switch" .checked=${this.withContents} @change=${this.#onContents} />
      </div>
      ${this.failure ? html`<p class="failure" role="alert">${this.failure}</p>` : nothing}`;
  }

  #onContents(event: Event): void {
    this.withContents = (event.target as HTMLInputElement).checked;
  }

  async #download(sessionId: string): Promise<void> {
    const logs = this.#context.value?.logs;
    if (!logs) return;
    this.isBusy = true;
    this.failure = null;
    try {
      const { fileName, text } = await fetchTrace(logs, sessionId, this.withContents);
      saveFile(fileName, text);
    } catch (error) {
      this.failure = `The trace could not be made: ${RpcError.from(error).message}`;
    } finally {
      this.isBusy = false;
    }
  }
}

/** Hands a text to the browser as a file. */
function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/jsonl' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Later, because the browser only begins to read it now.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

declare global {
  interface HTMLElementTagNameMap {
    'trace-row': TraceRow;
  }
}
