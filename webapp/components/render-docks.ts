import { html, nothing, type TemplateResult } from 'lit';
import type { AgentSummary } from '../../server/protocol/app-state.js';
import type { FileEdit } from '../../server/protocol/edits.js';
import type { PlanEntry } from '../../server/protocol/entries.js';
import { endOf, entryAt } from '../../server/protocol/entry-list.js';
import type { Transcript } from '../../server/protocol/transcript.js';
import type { Command } from '../state/outbox-store.js';
import { needElement } from './late-elements.js';

/** Loads the dock of permissions, which the first page can do without; before its first question, if there is time. */
export function loadPermissionDock(): void {
  void import('./permission-dock.js').catch(() => {
    // The next question tries again.
  });
}

/** What the docks are about, besides the transcript. */
export interface DockFacts {
  readonly unsent: readonly Command[];
  readonly folder: string;
  readonly sessionId: string;
  /** Minutes after which a question is answered with no; 0 means never. */
  readonly rejectAfter: number;
  readonly agent: AgentSummary | null;
  /** The agent that a person wants to sign in to here. */
  readonly signIn: string | null;
  /** Changes of the newest turn that made some. */
  readonly edits: readonly FileEdit[];
}

/** What stands between the transcript and the composer, the most urgent first. */
export function renderDocks(transcript: Transcript, facts: DockFacts): TemplateResult {
  const { unsent, agent, signIn, edits } = facts;
  const { queue, queuePaused, turn } = transcript;
  const plan = turn.status === 'idle' ? null : planOfTurn(transcript);
  const hasQueue = queue.length > 0 || queuePaused !== null;
  if (hasQueue) needElement('queue-dock');
  if (unsent.length > 0) needElement('outbox-dock');
  if (plan) void import('./plan-dock.js');
  return html`
    ${renderSignIn(agent, signIn)} ${renderQuestion(transcript, facts)}
    ${unsent.length > 0 ? html`<outbox-dock .commands=${unsent}></outbox-dock>` : nothing}
    ${
      hasQueue
        ? html`<queue-dock .queue=${queue} .paused=${queuePaused} ?running=${turn.status !== 'idle'}></queue-dock>`
        : nothing
    }
    ${plan ? html`<plan-dock .plan=${plan}></plan-dock>` : nothing}
    ${edits.length > 0 ? renderChanges(edits, turn.n) : nothing}
  `;
}

/** A sign-in that goes on is shown in every tab; the ways to do it only where they are wanted. */
function renderSignIn(agent: AgentSummary | null, wanted: string | null): TemplateResult | typeof nothing {
  if (!agent) return nothing;
  const isWanted = wanted === agent.id && agent.health.state === 'needs_login';
  if (!isWanted && !agent.signIn?.attempt) return nothing;
  void import('./sign-in-dock.js');
  return html`<sign-in-dock .agent=${agent} ?wanted=${isWanted}></sign-in-dock>`;
}

function renderChanges(edits: readonly FileEdit[], turn: number): TemplateResult {
  needElement('changes-bar');
  return html`<changes-bar .edits=${edits} ?is-earlier=${edits[0]!.turn !== turn}></changes-bar>`;
}

/** The oldest open question; the others wait behind it. */
function renderQuestion({ pending, entries }: Transcript, facts: DockFacts): TemplateResult | typeof nothing {
  const [first] = pending;
  const entry = first && entryAt(entries, first.entry);
  if (entry?.kind === 'question') {
    needElement('question-dock');
    return html`<question-dock .entry=${entry}></question-dock>`;
  }
  if (entry?.kind !== 'tool') return nothing;
  const permission = entry.permissions.find(({ permissionId }) => permissionId === first?.id);
  if (!permission) return nothing;
  loadPermissionDock();
  return html`<permission-dock
    .permission=${permission}
    .entry=${entry}
    folder=${facts.folder}
    session=${facts.sessionId}
    agent=${facts.agent?.name ?? 'the agent'}
    reject-after=${facts.rejectAfter}
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
