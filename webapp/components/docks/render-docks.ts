import { html, nothing, type TemplateResult } from 'lit';
import type { AgentSummary, AppState, SessionSummary } from '../../../server/protocol/api/app-state.js';
import type { FileEdit } from '../../../server/protocol/transcript/edits.js';
import type { PlanEntry } from '../../../server/protocol/transcript/entries.js';
import { endOf, entryAt } from '../../../server/protocol/transcript/entry-list.js';
import type { Transcript } from '../../../server/protocol/transcript/transcript.js';
import type { Absence } from '../../state/session/away-store.js';
import type { OutboxCommand } from '../../state/session/outbox-store.js';
import { lateElement } from '../../ui/late-element.js';
import { repeat } from '../../ui/repeat.js';
import { type RequestFacts, renderRequests } from './render-requests.js';

const needPlanDock = lateElement(() => import('./plan-dock.js'));
const needSignInDock = lateElement(() => import('../sign-in/sign-in-dock.js'));
const needQueueDock = lateElement(() => import('./queue-dock.js'));
const needOutboxDock = lateElement(() => import('./outbox-dock.js'));
const needChangesBar = lateElement(() => import('./changes-bar.js'));
const needDelegatedRequests = lateElement(() => import('./delegated-requests.js'));

/** What the docks are about, besides the transcript. */
export interface DockFacts extends RequestFacts {
  readonly unsent: readonly OutboxCommand[];
  /** The agent that a person wants to sign in to here. */
  readonly signIn: string | null;
  /** Sessions that work for this one and wait for a person. */
  readonly waitingBelow: readonly string[];
  /** A message waits for the agent, which is on its way into the session. */
  readonly isOpening: boolean;
  /** Changes of the newest turn that made some. */
  readonly edits: readonly FileEdit[];
}

/** How an agent is while it answers nothing. */
const CANNOT_ANSWER: ReadonlySet<AgentSummary['health']['state']> = new Set([
  ...(['idle', 'starting', 'stopped', 'needs_login', 'crashed', 'missing', 'untrusted'] as const),
]);

/** What is between the transcript and the composer, the most urgent first. */
export function renderDocks(transcript: Transcript, facts: DockFacts): TemplateResult {
  const { unsent, agent, signIn, edits } = facts;
  const { queue, queuePaused, turn } = transcript;
  const plan = turn.status === 'idle' ? null : planOfTurn(transcript);
  const hasQueue = queue.length > 0 || queuePaused !== null;
  if (hasQueue) needQueueDock();
  if (unsent.length > 0) needOutboxDock();
  if (plan) needPlanDock();
  return html`
    ${renderSignIn(agent, signIn)} ${renderRequests(transcript, facts)} ${renderBelow(facts.waitingBelow)}
    ${unsent.length > 0 ? html`<outbox-dock .commands=${unsent}></outbox-dock>` : nothing}
    ${
      hasQueue
        ? html`<queue-dock
            .queue=${queue}
            .paused=${queuePaused}
            ?running=${turn.status !== 'idle'}
            ?waiting=${facts.isOpening || (agent !== null && CANNOT_ANSWER.has(agent.health.state))}
            ?starting=${facts.isOpening || agent?.health.state === 'starting'}
            agent-name=${agent?.name ?? ''}
          ></queue-dock>`
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
  needSignInDock();
  return html`<sign-in-dock .agent=${agent} ?wanted=${isWanted}></sign-in-dock>`;
}

function renderChanges(edits: readonly FileEdit[], turn: number): TemplateResult {
  needChangesBar();
  return html`<changes-bar .edits=${edits} ?is-earlier=${edits[0]!.turn !== turn}></changes-bar>`;
}

function renderBelow(ids: readonly string[]): TemplateResult | typeof nothing {
  if (ids.length === 0) return nothing;
  needDelegatedRequests();
  return html`${repeat(
    ids,
    (id) => id,
    (id) => html`<delegated-requests session-id=${id}></delegated-requests>`,
  )}`;
}

function planOfTurn({ entries, turn }: Transcript): PlanEntry | null {
  for (let n = endOf(entries) - 1; n >= entries.first; n--) {
    const entry = entryAt(entries, n);
    if (!entry || entry.turn !== turn.n) return null;
    if (entry.kind === 'plan') return entry;
  }
  return null;
}

const needAwayRecap = lateElement(() => import('./away-recap.js'));
const needNotifyOffer = lateElement(() => import('./notify-offer.js'));

/** What somebody who comes back is told. */
export interface Return {
  readonly absence: Absence | null;
  readonly isOffered: boolean;
  readonly transcript: Transcript;
  readonly app: Pick<AppState, 'sessions'> | null;
  readonly session: SessionSummary | null;
}

/** What happened meanwhile, and the offer to be told of it next time. */
export function renderReturn({ absence, isOffered, transcript, app, session }: Return): TemplateResult {
  if (absence) needAwayRecap();
  if (isOffered) needNotifyOffer();
  const waiting = (app?.sessions ?? []).filter(({ id, status }) => status === 'waiting' && id !== session?.id);
  return html`${
    absence
      ? html`<away-recap .absence=${absence} .transcript=${transcript} .waiting=${waiting}></away-recap>`
      : nothing
  }${isOffered ? html`<notify-offer></notify-offer>` : nothing}`;
}
