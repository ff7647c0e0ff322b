import { html, nothing, type TemplateResult } from 'lit';
import type { AgentSummary, SessionSummary } from '../../server/protocol/app-state.js';
import { LIMITS } from '../../server/protocol/limits.js';
import type { UserAct } from '../state/acts.js';
import type { SessionGroup } from '../state/session-groups.js';
import { ago } from './format.js';
import { icon } from './icon.js';
import type { IconName } from './icons.js';
import { label } from './visible-text.js';

const LOOKS: Record<SessionGroup['id'], { icon: IconName; word: string }> = {
  waiting: { icon: 'hand', word: 'needs you' },
  running: { icon: 'circleDot', word: 'running' },
  unread: { icon: 'messageSquareDot', word: '' },
  recent: { icon: 'messageSquare', word: '' },
  copies: { icon: 'archive', word: '' },
};

/** What a row needs to know and may ask for. */
export interface RowPlace {
  readonly group: SessionGroup['id'];
  readonly isActive: boolean;
  readonly now: number;
  readonly agents: readonly AgentSummary[];
  act(act: UserAct): void;
  rename(sessionId: string): void;
}

/** A session's name as it is shown. */
export function sessionName({ title }: SessionSummary): string {
  return label(title, LIMITS.titleChars) || 'New session';
}

/** One session in the list, with what can be done to it. */
export function renderSessionRow(session: SessionSummary, place: RowPlace): TemplateResult {
  const { id, updatedAt, origin } = session;
  const { group, isActive, act } = place;
  const name = sessionName(session);
  const look = LOOKS[group];
  const agent = place.agents.find((other) => other.id === session.agentId);
  const from = origin ? `from ${label(agent?.name ?? 'the agent', 40)}` : '';
  return html`<li class="${group} ${isActive ? 'active' : ''} ${origin ? 'foreign' : ''}">
    <button
      class="open"
      type="button"
      aria-current=${isActive ? 'true' : nothing}
      title=${from ? `${name} (${from}, opened here for the first time)` : name}
      @click=${() => act({ type: 'open_session', sessionId: id })}
      @dblclick=${() => canRename(session) && place.rename(id)}
    >
      ${icon(origin ? 'bot' : look.icon)}<span class="title"><bdi>${name}</bdi></span>
      ${from ? html`<span class="vh">${from}</span>` : nothing}
      <span class="when">${look.word || (updatedAt > 0 ? ago(updatedAt, place.now) : nothing)}</span>
    </button>
    <span class="row-acts">
      ${canRename(session) ? renderRowAct('Rename', 'pencil', name, () => place.rename(id)) : nothing}
      ${
        origin && !agent?.deletesSessions
          ? nothing
          : renderRowAct('Delete', 'trash', name, () => act({ type: 'delete_session', sessionId: id, title: name }))
      }
    </span>
  </li>`;
}

/** Whoever renames a session owns it: what only an agent has is opened first, and a copy is what it was. */
function canRename({ origin, archived }: SessionSummary): boolean {
  return !origin && !archived;
}

function renderRowAct(word: string, picture: IconName, name: string, run: () => void): TemplateResult {
  return html`<button class="icon-btn" type="button" aria-label="${word} ${name}" title=${word} @click=${run}>
    ${icon(picture)}
  </button>`;
}
