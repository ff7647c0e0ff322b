import { html, nothing, type TemplateResult } from 'lit';
import type { AgentSummary, SessionSummary } from '../../../server/protocol/api/app-state.js';
import { MINUTE_MS } from '../../../server/protocol/clock.js';
import { LIMITS } from '../../../server/protocol/limits.js';
import { own } from '../../../server/protocol/own.js';
import type { UserAct } from '../../state/app/acts.js';
import type { SessionGroup } from '../../state/app/session-groups.js';
import { ago, roughDuration } from '../../ui/format.js';
import { icon } from '../../ui/icon.js';
import type { IconName } from '../../ui/icons.js';
import { label } from '../../ui/visible-text.js';
import { listWords } from './words.js';

const LOOKS: Partial<Record<SessionGroup['id'], { icon: IconName; word: string }>> = {
  waiting: { icon: 'hand', word: listWords.needsYou },
  running: { icon: 'circleDot', word: listWords.running },
  unread: { icon: 'messageSquareDot', word: '' },
  pinned: { icon: 'pin', word: '' },
  copies: { icon: 'archive', word: '' },
};
const PLAIN: { icon: IconName; word: string } = { icon: 'messageSquare', word: '' };

/** What a row needs to know and may ask for. */
export interface RowPlace {
  readonly group: SessionGroup['id'];
  readonly isActive: boolean;
  readonly now: number;
  /** The folder of this server. */
  readonly here: string;
  readonly agents: readonly AgentSummary[];
  /** Sessions that are chosen; null while nobody chooses. */
  readonly chosen: ReadonlySet<string> | null;
  act(act: UserAct): void;
  rename(sessionId: string): void;
  /** The person pressed a row, perhaps with a key held that means choosing. */
  press(session: SessionSummary, event: MouseEvent): void;
  /** The sessions that work for one. */
  below(sessionId: string): readonly SessionSummary[];
  isUnfolded(sessionId: string): boolean;
  unfold(sessionId: string, isOpen: boolean): void;
  readonly activeId: string | null;
}

/** A session's name as it is shown. */
function sessionName({ title }: SessionSummary): string {
  return label(title, LIMITS.titleChars) || listWords.newSession;
}

/** One session in the list, with what can be done to it. */
export function renderSessionRow(session: SessionSummary, place: RowPlace): TemplateResult {
  const { id, origin } = session;
  const { group, isActive, chosen } = place;
  const name = sessionName(session);
  const look = own(LOOKS, group) ?? PLAIN;
  const agent = place.agents.find((other) => other.id === session.agentId);
  const agentName = label(agent?.name ?? (origin ? listWords.theAgent : session.agentId), 40);
  const isChosen = chosen?.has(id) === true;
  return html`<li class="${group} ${isActive ? 'active' : ''} ${origin ? 'foreign' : ''} ${isChosen ? 'chosen' : ''}">
    <button
      class="open"
      type="button"
      data-id=${id}
      aria-current=${isActive ? 'true' : nothing}
      aria-pressed=${chosen ? isChosen : nothing}
      title=${origin ? listWords.fromAgent(name, agentName) : name}
      @click=${(event: MouseEvent) => place.press(session, event)}
      @dblclick=${() => !chosen && canRename(session, place) && place.rename(id)}
    >
      ${icon(chosen ? (isChosen ? 'circleCheck' : 'circle') : origin ? 'bot' : look.icon)}<span class="title"><bdi>${name}</bdi></span>
      ${origin ? html`<span class="vh">${listWords.from(agentName)}</span>` : nothing}
      <span class="when">${whenWords(session, look.word, place.now)}</span>
      ${renderDetails(session, agentName, place)}
    </button>
    ${chosen ? nothing : renderActs(session, name, agent, place)}
  </li>
  ${renderBelow(session, place)}`;
}

/** The state in a word, with how long it lasts already; else when it was last used. */
function whenWords({ since, updatedAt }: SessionSummary, word: string, now: number): string | typeof nothing {
  if (word)
    return since !== undefined && now - since >= MINUTE_MS ? listWords.lasts(word, roughDuration(now - since)) : word;
  return updatedAt > 0 ? ago(updatedAt, now) : nothing;
}

/** The second line: whose it is, where it works, and how the last reply begins. */
function renderDetails(session: SessionSummary, agentName: string, { here, agents }: RowPlace): TemplateResult {
  const { branch, preview, failed, cwd } = session;
  const folder = cwd === here ? '' : label(cwd.split('/').at(-1) ?? cwd, 40);
  return html`<span class="details">
    ${agents.length > 1 ? html`<span class="badge">${agentName}</span>` : nothing}
    ${failed ? html`<span class="badge failed">${listWords.failed}</span>` : nothing}
    ${folder ? html`<span class="badge">${icon('folder')}<bdi>${folder}</bdi></span>` : nothing}
    ${branch ? html`<span class="badge">${icon('gitBranch')}<bdi>${label(branch, 60)}</bdi></span>` : nothing}
    ${preview ? html`<span class="preview"><bdi>${label(preview, 200)}</bdi></span>` : nothing}
  </span>`;
}

function renderActs(
  session: SessionSummary,
  name: string,
  agent: AgentSummary | undefined,
  place: RowPlace,
): TemplateResult {
  const { id, origin, pinnedAt, archivedAt, cwd } = session;
  const { act } = place;
  const mark = (change: Parameters<typeof markAct>[1]) => act(markAct([id], change));
  const canMark = !origin && cwd === place.here;
  const isPinned = pinnedAt !== undefined;
  const isArchived = archivedAt !== undefined;
  const canDelete = cwd === place.here && (!origin || agent?.deletesSessions);
  return html`<span class="row-acts">
    ${
      canMark
        ? [
            renderRowAct(isPinned ? 'pinOff' : 'pin', isPinned ? listWords.unpin : listWords.pin, name, () =>
              mark({ pinned: !isPinned }),
            ),
            renderRowAct(
              isArchived ? 'archiveArrowUp' : 'archive',
              isArchived ? listWords.unarchive : listWords.archive,
              name,
              () => mark({ archived: !isArchived }),
            ),
          ]
        : nothing
    }
    ${canRename(session, place) ? renderRowAct('pencil', listWords.rename, name, () => place.rename(id)) : nothing}
    ${
      canDelete
        ? renderRowAct('trash', listWords.delete, name, () =>
            act({ type: 'delete_session', sessionId: id, title: name }),
          )
        : nothing
    }
  </span>`;
}

/** Pins sessions, puts them away, or takes that back. */
export function markAct(
  sessionIds: readonly string[],
  mark: { pinned?: boolean; archived?: boolean; unread?: boolean },
) {
  return { type: 'mark_sessions', sessionIds, mark } as const;
}

/** The tasks of a session, folded until somebody wants them or one is on screen. */
function renderBelow({ id }: SessionSummary, place: RowPlace): TemplateResult | typeof nothing {
  const below = place.below(id);
  if (below.length === 0) return nothing;
  const isOpen = place.isUnfolded(id);
  return html`<li class="tasks-of"><button class="tasks" type="button" aria-expanded=${isOpen} @click=${() => place.unfold(id, !isOpen)}>
      ${icon('chevronRight')} ${listWords.tasks(below.length)}
    </button>
    ${
      isOpen
        ? html`<ul class="below">
            ${below.map((child) => renderTask(child, place))}
          </ul>`
        : nothing
    }</li>`;
}

function renderTask(session: SessionSummary, { activeId, act, agents }: RowPlace): TemplateResult {
  const name = sessionName(session);
  const agent = label(agents.find(({ id }) => id === session.agentId)?.name ?? session.agentId, 40);
  const isActive = session.id === activeId;
  const look = session.status === 'idle' ? null : LOOKS[session.status];
  return html`<li class="${look ? session.status : ''} ${isActive ? 'active' : ''}">
    <button
      class="open"
      type="button"
      aria-current=${isActive ? 'true' : nothing}
      title=${listWords.taskOf(name, agent)}
      @click=${() => act({ type: 'open_session', sessionId: session.id })}
    >
      ${icon('bot')}<span class="title"><bdi>${name}</bdi></span>
      <span class="when">${look?.word || agent}</span>
    </button>
  </li>`;
}

/** Anyone who renames a session owns it: what only an agent has is opened first, and a copy is what it was. */
function canRename({ origin, copy, cwd }: SessionSummary, { here }: RowPlace): boolean {
  return !origin && !copy && cwd === here;
}

function renderRowAct(picture: IconName, word: string, session: string, run: () => void): TemplateResult {
  const name = listWords.actNamed(word, session);
  return html`<button class="icon-btn" type="button" aria-label=${name} title=${word} @click=${run}>
    ${icon(picture)}
  </button>`;
}
