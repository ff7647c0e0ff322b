import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import type { DataSizes } from '../../../server/protocol/api/host.js';
import { errorText } from '../../codes/error-words.js';
import { type UserAct, UserActEvent } from '../../state/app/acts.js';
import { consume, sessionsContext } from '../../state/app/contexts.js';
import { controls } from '../../styles/controls.js';
import { settings } from '../../styles/settings.js';
import { byteSize } from '../../ui/format.js';
import { icon } from '../../ui/icon.js';
import { saveFile } from '../../ui/save-file.js';
import { label, visibleText } from '../../ui/visible-text.js';
import { allSessions, exportAll } from '../export/export-all.js';
import { ConfigController } from './config-controller.js';
import { formStyles } from './form.styles.js';
import { HostController } from './host-controller.js';
import { hostWords } from './words.js';

/**
 * The page of the settings about what is kept on this computer.
 * @fires user-act - The person copies a path, or deletes all conversations.
 */
@customElement('data-section')
export class DataSection extends LitElement {
  static override styles = [
    controls,
    settings,
    formStyles,
    css`
      code {
        overflow-wrap: anywhere;
      }

      dl.group {
        display: grid;
        grid-template-columns: minmax(0, 1fr) auto;
        gap: var(--s2) var(--s4);
        margin: 0;
        padding: var(--s3) var(--s4);
      }

      dt {
        color: var(--text-2);
      }

      dd {
        margin: 0;
        font-variant-numeric: tabular-nums;
        text-align: end;
      }

      .total {
        color: var(--text);
        font-weight: 600;
      }

      .question {
        flex-basis: 100%;
      }

      .question p {
        margin: 0 0 var(--s2);
      }
    `,
  ];

  /** What is going on, or has come of it. */
  @state() private status = '';
  @state() private failure: string | null = null;
  @state() private isExporting = false;
  /** The sessions that a yes would delete. */
  @state() private doomed: readonly string[] | null = null;

  readonly #host = new HostController(this, ({ sessions }) => sessions.map(({ id }) => id));
  readonly #config = new ConfigController(this);
  readonly #sessions = consume(this, sessionsContext);

  protected override render(): TemplateResult {
    const words = hostWords.data;
    const problem = this.failure ?? this.#host.failure;
    const { info } = this.#host;
    const file = this.#config.info?.files.find(({ place }) => place === 'user')?.path;
    return html`
      ${problem ? html`<p class="error" role="alert">${problem}</p>` : nothing}
      <div>
        <h3>${words.where}</h3>
        <div class="group">
          ${info ? this.#renderPlace('folder', words.folder, { path: info.dataDir, help: words.folderHelp }) : nothing}
          ${file ? this.#renderPlace(null, words.settings, { path: file }) : nothing}
        </div>
      </div>
      ${info ? this.#renderSizes(info.sizes) : nothing}
      <div>
        <h3>${words.all}</h3>
        <div class="group">${this.#renderExport()} ${this.#renderDelete()}</div>
        <p class="help" role="status">${this.status}</p>
      </div>
    `;
  }

  #renderPlace(key: string | null, name: string, { path, help }: { path: string; help?: string }): TemplateResult {
    return html`<div class="row" data-key=${key ?? nothing}>
      <div class="about">
        <span class="name">${name}</span>
        <code translate="no">${visibleText(path)}</code>
        ${help ? html`<span class="help">${help}</span>` : nothing}
      </div>
      <button class="icon-btn" type="button" aria-label=${hostWords.data.copyPath(name)} title=${hostWords.data.copyPath(name)} @click=${() => this.#act({ type: 'copy', text: path })}>
        ${icon('copy')}
      </button>
    </div>`;
  }

  #renderSizes({ history, uploads, other }: DataSizes): TemplateResult {
    const words = hostWords.data;
    const rows = [
      [words.history, history],
      [words.uploads, uploads],
      [words.other, other],
    ] as const;
    return html`<div data-key="sizes">
      <h3>${words.sizes}</h3>
      <dl class="group" tabindex="-1">
        ${rows.map(([name, size]) => html`<dt>${name}</dt><dd>${byteSize(size)}</dd>`)}
        <dt class="total">${words.total}</dt><dd class="total">${byteSize(history + uploads + other)}</dd>
      </dl>
    </div>`;
  }

  #renderExport(): TemplateResult {
    const words = hostWords.data;
    return html`<div class="row" data-key="export">
      <div class="about"><span class="name">${words.export}</span><span class="help">${words.exportHelp}</span></div>
      <button class="btn outline" type="button" ?disabled=${this.isExporting} @click=${this.#export}>${icon('download')} ${words.exportButton}</button>
    </div>`;
  }

  #renderDelete(): TemplateResult {
    const words = hostWords.data;
    return html`<div class="row" data-key="delete">
      <div class="about"><span class="name">${words.delete}</span><span class="help">${words.deleteHelp}</span></div>
      ${
        this.doomed
          ? this.#renderQuestion(this.doomed)
          : html`<button class="btn outline danger-text" type="button" @click=${this.#ask}>${words.deleteButton}</button>`
      }
    </div>`;
  }

  #renderQuestion(doomed: readonly string[]): TemplateResult {
    const words = hostWords.data;
    const folder = label(this.#host.app?.folder.name ?? '', 80);
    const drop = () => {
      this.doomed = null;
    };
    const confirm = () => {
      drop();
      this.#act({ type: 'delete_sessions', sessionIds: doomed });
    };
    return html`<div class="question" role="group" aria-label=${words.delete}>
      <p>${words.deleteQuestion(doomed.length, folder)}</p>
      <button class="btn outline" type="button" @click=${drop}>${hostWords.cancel}</button>
      <button class="btn outline danger-text" type="button" @click=${confirm}>${words.deleteNow}</button>
    </div>`;
  }

  async #export(): Promise<void> {
    const words = hostWords.data;
    const [sessions, queries] = [this.#sessions.value, this.#host.queries];
    if (!sessions || !queries) return;
    this.isExporting = true;
    try {
      const wanted = (await allSessions(queries)).filter(({ empty }) => !empty);
      const text = await exportAll(sessions, wanted, {
        agentName: (id) => this.#host.app?.agents.find((agent) => agent.id === id)?.name ?? id,
        onDone: (count) => {
          this.status = words.exporting(count, wanted.length);
        },
      });
      if (wanted.length > 0) saveFile(`${this.#host.app?.folder.name ?? 'acdeck'}.json`, text, 'application/json');
      this.status = wanted.length > 0 ? words.exported(wanted.length) : words.nothing;
      this.failure = null;
    } catch (error) {
      this.status = '';
      this.failure = errorText(error);
    }
    this.isExporting = false;
  }

  async #ask(): Promise<void> {
    const { queries } = this.#host;
    if (!queries) return;
    try {
      const ids = (await allSessions(queries)).flatMap(({ id, writable, empty }) => (writable && !empty ? [id] : []));
      this.doomed = ids.length > 0 ? ids : null;
      this.status = ids.length > 0 ? '' : hostWords.data.nothingToDelete;
      this.failure = null;
    } catch (error) {
      this.failure = errorText(error);
    }
  }

  #act(act: UserAct): void {
    this.dispatchEvent(new UserActEvent(act));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'data-section': DataSection;
  }
}
