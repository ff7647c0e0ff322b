import { own } from '../../../server/protocol/own.js';
import { toolWords } from '../tools/words.js';
import './delegation-card.js';
import './thought-entry.js';
import './tool-card.js';
import './user-message.js';
import { html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type {
  CompactionEntry,
  Entry,
  ErrorEntry,
  MarkEntry,
  NoticeEntry,
  TextEntry,
} from '../../../server/protocol/transcript/entries.js';
import { errorDetails, errorEntryText, markText } from '../../codes/entry-words.js';
import type { UserActEvent } from '../../state/app/acts.js';
import { controls } from '../../styles/controls.js';
import { dayName } from '../../ui/format.js';
import { icon } from '../../ui/icon.js';
import type { IconName } from '../../ui/icons.js';
import { lateElement } from '../../ui/late-element.js';
import { LightElement } from '../../ui/light-element.js';
import { visibleText } from '../../ui/visible-text.js';
import { renderContentBlock } from '../content/content-block.js';
import { type ActHandler, renderActButton } from '../controls/act-button.js';
import { renderMessageBar } from '../messages/message-bar.js';
import { summarise } from '../tools/summarise.js';
import type { EntryPlace } from './entry-place.js';
import { renderAction, renderGoOn, renderShowLog } from './error-action.js';
import { noticeText } from './notice-words.js';
import { renderPlan } from './render-plan.js';
import { renderQuestion, renderTerminal } from './render-work-entry.js';
import { toolCardStyles } from './tool-card.styles.js';
import { transcriptEntryStyles } from './transcript-entry.styles.js';
import { conversationWords } from './words.js';

const needTurnFooter = lateElement(() => import('../messages/turn-footer.js'));

/** One entry of the transcript, by its kind. An unchanged entry costs nothing. Light DOM. */
@customElement('transcript-entry')
export class TranscriptEntry extends LightElement {
  static override styles = [controls, toolCardStyles, transcriptEntryStyles];

  @property({ attribute: false }) entry!: Entry;
  @property({ attribute: false }) place!: EntryPlace;
  @property({ type: Boolean, attribute: 'is-newest-edit' }) isNewestEdit = false;

  /** It has been on its way to the server for so long that a person should know. */
  @property({ type: Boolean, attribute: 'is-late' }) isLate = false;

  /** The same is shown above the composer: one line of it is enough here. */
  @property({ type: Boolean, attribute: 'is-docked' }) isDocked = false;

  /** When this entry begins a day, that. */
  @property({ attribute: false }) day: number | null = null;

  protected override willUpdate(): void {
    const { entry } = this;
    this.dataset.kind = entry.kind;
    const isEmbedded = (entry.kind === 'terminal' || entry.kind === 'delegation') && entry.embedded;
    this.toggleAttribute('data-embedded', isEmbedded && !entry.ended && this.day === null);
    this.ariaLabel = nameOf(entry, this.place);
  }

  protected override render(): TemplateResult {
    return html`${this.day === null ? nothing : renderDay(this.day)}${this.#renderBody()}${this.#renderFooter()}`;
  }

  #renderFooter(): TemplateResult | typeof nothing {
    const { ended, turn } = this.entry;
    if (!ended) return nothing;
    needTurnFooter();
    return html`<turn-footer .ended=${ended} turn=${turn}></turn-footer>`;
  }

  #renderBody(): TemplateResult | typeof nothing {
    const { entry, place } = this;
    const act = this.#act;
    switch (entry.kind) {
      case 'user':
        return html`<user-message .entry=${entry} ?is-late=${this.isLate} ?is-writable=${place.isWritable}></user-message>`;
      case 'agent':
        return renderAgent(entry, place);
      case 'thought':
        return html`<thought-entry .entry=${entry}></thought-entry>`;
      case 'tool':
        return html`<tool-card .entry=${entry} folder=${place.folder} agent-name=${place.agentName} ?is-newest-edit=${this.isNewestEdit}></tool-card>`;
      case 'terminal':
        return entry.embedded ? nothing : renderTerminal(entry);
      case 'delegation':
        return entry.embedded ? nothing : html`<delegation-card delegation-id=${entry.delegationId}></delegation-card>`;
      case 'plan':
        return renderPlan(entry, this.isDocked);
      case 'question':
        return renderQuestion(entry);
      case 'compaction':
        return renderCompaction(entry);
      case 'notice':
        return renderNotice(entry, place, act);
      case 'error':
        return renderError(entry, place, act);
      case 'mark':
        return renderMark(entry, place, act);
      default:
        // A newer server may tell of more.
        entry satisfies never;
        return nothing;
    }
  }

  readonly #act = (event: UserActEvent): void => {
    this.dispatchEvent(event);
  };
}

const NAMES: Record<Exclude<Entry['kind'], 'agent' | 'tool'>, string> = conversationWords.names;

/** What a screen reader calls the entry when it goes from one to the next. */
function nameOf(entry: Entry, { agentName, folder }: EntryPlace): string {
  if (entry.kind === 'agent') return agentName;
  if (entry.kind !== 'tool') return own(NAMES, entry.kind) ?? conversationWords.names.notice;
  const { verb, target } = summarise(entry, folder);
  return toolWords.named(verb, target);
}

/** A day begins with this entry. */
function renderDay(at: number): TemplateResult {
  return html`<div class="mark day"><time datetime=${new Date(at).toISOString()}>${dayName(at, Date.now())}</time></div>`;
}

function renderAgent(entry: TextEntry, { agentName, isWritable }: EntryPlace): TemplateResult {
  const { content, open, continues } = entry;
  return html`${continues ? nothing : html`<h3 class="vh">${agentName}</h3>`}
    <div class="answer" aria-busy=${open}>
      ${content.map((block, n) => renderContentBlock(block, 'agent', open && n === content.length - 1))}
    </div>
    ${open ? nothing : renderMessageBar(entry, isWritable)}`;
}

declare global {
  interface HTMLElementTagNameMap {
    'transcript-entry': TranscriptEntry;
  }
}

const NOTICE_ICONS: Record<NoticeEntry['severity'], IconName> = {
  info: 'info',
  warning: 'triangleAlert',
  error: 'circleAlert',
};

/** A turn that went wrong: the sentence, what can be done, and the details for who wants them. */
function renderError(entry: ErrorEntry, place: EntryPlace, act: ActHandler): TemplateResult {
  const details = errorDetails(entry);
  return html`<div class="panel error" role="group" aria-label=${conversationWords.names.error}>
    ${icon('circleAlert')}
    <div class="panel-words">
      <p>${visibleText(errorEntryText(entry))}</p>
      ${
        details
          ? html`<details>
              <summary>${conversationWords.details}</summary>
              <pre class="plain" tabindex="0" aria-label=${conversationWords.details}>${visibleText(details)}</pre>
            </details>`
          : nothing
      }
      <div class="panel-actions">${renderAction(entry, place, act)} ${renderShowLog(act)}</div>
    </div>
  </div>`;
}

function renderNotice(entry: NoticeEntry, place: EntryPlace, act: ActHandler): TemplateResult {
  const { title, description } = noticeText(entry.notice);
  return html`<div class="panel ${entry.severity}" role="group" aria-label=${conversationWords.names.notice}>
    ${icon(own(NOTICE_ICONS, entry.severity) ?? 'info')}
    <div class="panel-words">
      <p>${visibleText(title)}</p>
      ${description ? html`<p class="panel-more">${visibleText(description)}</p>` : nothing}
      <div class="panel-actions">${renderAction(entry, place, act)} ${renderWayTo(entry, act)}</div>
    </div>
  </div>`;
}

/** A conversation that went on elsewhere, or began there, leads there. */
function renderWayTo({ notice }: NoticeEntry, act: ActHandler): unknown {
  if (notice.code !== 'handed_over' && notice.code !== 'taken_over') return nothing;
  const { sessionId } = notice;
  return renderActButton('outline', conversationWords.task.open, { type: 'open_session', sessionId }, act);
}

/** A line across the page. */
function renderMark(entry: MarkEntry, place: EntryPlace, act: ActHandler): TemplateResult {
  return html`<div class="mark">
    <span>${visibleText(markText(entry.mark))}</span> ${renderAction(entry, place, act)} ${renderGoOn(entry, place, act)}
  </div>`;
}

function renderCompaction(entry: CompactionEntry): TemplateResult {
  const sentence = compactionWords(entry);
  if (entry.summary.length === 0) return html`<div class="mark"><span>${sentence}</span></div>`;
  return html`<details class="compaction">
    <summary class="mark"><span>${sentence}</span></summary>
    <div class="compaction-text">${entry.summary.map((block) => renderContentBlock(block, 'agent'))}</div>
  </details>`;
}

function compactionWords({ status, error }: CompactionEntry): string {
  if (error) return conversationWords.compactFailed(visibleText(error));
  return status === 'completed' ? conversationWords.compacted : conversationWords.compacting;
}
