import { html, nothing, type TemplateResult } from 'lit';
import type { PlanEntry } from '../../server/protocol/entries.js';
import { endOf, entryAt } from '../../server/protocol/entry-list.js';
import type { Transcript } from '../../server/protocol/transcript.js';
import type { Command } from '../state/outbox-store.js';
import { needElement } from './late-elements.js';
import './outbox-dock.js';
import './permission-dock.js';
import './plan-dock.js';
import './queue-dock.js';

/** What stands between the transcript and the composer, the most urgent first. */
export function renderDocks(transcript: Transcript, unsent: readonly Command[], folder: string): TemplateResult {
  const { queue, queuePaused, turn } = transcript;
  const plan = turn.status === 'idle' ? null : planOfTurn(transcript);
  return html`
    ${renderQuestion(transcript, folder)}
    ${unsent.length > 0 ? html`<outbox-dock .commands=${unsent}></outbox-dock>` : nothing}
    ${
      queue.length > 0 || queuePaused !== null
        ? html`<queue-dock .queue=${queue} .paused=${queuePaused} ?running=${turn.status !== 'idle'}></queue-dock>`
        : nothing
    }
    ${plan ? html`<plan-dock .plan=${plan}></plan-dock>` : nothing}
  `;
}

/** The oldest open question; the others wait behind it. */
function renderQuestion({ pending, entries }: Transcript, folder: string): TemplateResult | typeof nothing {
  const [first] = pending;
  const entry = first && entryAt(entries, first.entry);
  if (entry?.kind === 'question') {
    needElement('question-dock');
    return html`<question-dock .entry=${entry}></question-dock>`;
  }
  if (entry?.kind !== 'tool') return nothing;
  const permission = entry.permissions.find(({ permissionId }) => permissionId === first?.id);
  if (!permission) return nothing;
  return html`<permission-dock
    .permission=${permission}
    .entry=${entry}
    folder=${folder}
    count=${pending.length}
  ></permission-dock>`;
}

function planOfTurn({ entries, turn }: Transcript): PlanEntry | null {
  for (let n = endOf(entries) - 1; n >= entries.first; n--) {
    const entry = entryAt(entries, n);
    if (!entry || entry.turn !== turn.n) return null;
    if (entry.kind === 'plan') return entry;
  }
  return null;
}
