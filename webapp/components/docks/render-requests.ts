import { html, nothing, type TemplateResult } from 'lit';
import type { AgentSummary } from '../../../server/protocol/api/app-state.js';
import type { Permission } from '../../../server/protocol/transcript/entries.js';
import { entryAt } from '../../../server/protocol/transcript/entry-list.js';
import type { Transcript } from '../../../server/protocol/transcript/transcript.js';
import { lateElement } from '../../ui/late-element.js';
import { dockWords } from './words.js';

const needQuestionDock = lateElement(() => import('../question/question-dock.js'));

/** Loads the dock of permissions, which the first page can do without; before its first question, if there is time. */
export function loadPermissionDock(): void {
  void import('../permission/permission-dock.js').catch(() => {
    // The next question tries again.
  });
}

/** What a request needs to be shown with. */
export interface RequestFacts {
  readonly folder: string;
  readonly sessionId: string;
  readonly agent: AgentSummary | null;
  /** Minutes after which a question is answered with no; 0 means never. */
  readonly rejectAfter: number;
}

/** The oldest open question, or all open requests if the oldest is one. */
export function renderRequests(transcript: Transcript, facts: RequestFacts): TemplateResult | typeof nothing {
  const { pending, entries } = transcript;
  const [first] = pending;
  const entry = first && entryAt(entries, first.entry);
  if (entry?.kind === 'question') {
    needQuestionDock();
    // While the agent works, Stop ends all of them.
    const behind = transcript.turn.status === 'idle' ? pending.length - 1 + (transcript.waiting ?? 0) : 0;
    return html`<question-dock .entry=${entry} behind=${behind}></question-dock>`;
  }
  const requests = openRequests(transcript, facts.sessionId);
  if (entry?.kind !== 'tool' || requests.length === 0) return nothing;
  loadPermissionDock();
  return html`<permission-dock
    .requests=${requests}
    waiting=${transcript.waiting ?? 0}
    folder=${facts.folder}
    session=${facts.sessionId}
    agent=${facts.agent?.name ?? dockWords.theAgent}
    reject-after=${facts.rejectAfter}
  ></permission-dock>`;
}

/** The same list as long as it holds the same, so that nothing is drawn anew for other news. */
function openRequests({ pending, entries }: Transcript, sessionId: string): readonly Permission[] {
  const requests = pending.flatMap(({ kind, id, entry: n }) => {
    const entry = kind === 'permission' ? entryAt(entries, n) : undefined;
    if (entry?.kind !== 'tool') return [];
    return entry.permissions.filter(({ permissionId }) => permissionId === id);
  });
  const known = lastRequests.get(sessionId) ?? [];
  if (requests.length === known.length && requests.every((one, n) => one === known[n])) return known;
  lastRequests.set(sessionId, requests);
  return requests;
}

const lastRequests = new Map<string, readonly Permission[]>();
