import { html, nothing, type TemplateResult } from 'lit';
import type { CompactionEntry, ErrorEntry, MarkEntry, NoticeEntry } from '../../server/protocol/entries.js';
import { renderContentBlock } from './content-block.js';
import type { EntryPlace } from './entry-place.js';
import { type Act, renderAction, renderShowLog } from './error-action.js';
import { icon } from './icon.js';
import type { IconName } from './icons.js';
import { visibleText } from './visible-text.js';

const NOTICE_ICONS: Record<NoticeEntry['severity'], IconName> = {
  info: 'info',
  warning: 'triangleAlert',
  error: 'circleAlert',
};

/** A turn that went wrong: the sentence, what can be done, and the details for who wants them. */
export function renderError(entry: ErrorEntry, place: EntryPlace, act: Act): TemplateResult {
  return html`<div class="panel error" role="group" aria-label="Error">
    ${icon('circleAlert')}
    <div class="panel-words">
      <p>${visibleText(entry.message)}</p>
      ${
        entry.details
          ? html`<details>
              <summary>Details</summary>
              <pre class="plain" tabindex="0" aria-label="Details">${visibleText(entry.details)}</pre>
            </details>`
          : nothing
      }
      <div class="panel-actions">${renderAction(entry, place, act)} ${renderShowLog(act)}</div>
    </div>
  </div>`;
}

export function renderNotice(entry: NoticeEntry, place: EntryPlace, act: Act): TemplateResult {
  return html`<div class="panel ${entry.severity}" role="group" aria-label="Notice">
    ${icon(NOTICE_ICONS[entry.severity] ?? 'info')}
    <div class="panel-words">
      <p>${visibleText(entry.title)}</p>
      ${entry.description ? html`<p class="panel-more">${visibleText(entry.description)}</p>` : nothing}
      <div class="panel-actions">${renderAction(entry, place, act)}</div>
    </div>
  </div>`;
}

/** A line across the page. */
export function renderMark(entry: MarkEntry, place: EntryPlace, act: Act): TemplateResult {
  return html`<div class="mark"><span>${visibleText(entry.text)}</span> ${renderAction(entry, place, act)}</div>`;
}

export function renderCompaction(entry: CompactionEntry): TemplateResult {
  const words = compactionWords(entry);
  if (entry.summary.length === 0) return html`<div class="mark"><span>${words}</span></div>`;
  return html`<details class="compaction">
    <summary class="mark"><span>${words}</span></summary>
    <div class="compaction-text">${entry.summary.map((block) => renderContentBlock(block, 'agent'))}</div>
  </details>`;
}

function compactionWords({ status, error }: CompactionEntry): string {
  if (error) return `The agent could not shorten its memory: ${visibleText(error)}`;
  return status === 'completed' ? 'The agent shortened its memory' : 'The agent is shortening its memory…';
}
