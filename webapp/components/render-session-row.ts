import { html, nothing, type TemplateResult } from 'lit';
import type { SessionSummary } from '../../server/protocol/app-state.js';
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
};

/** What a row needs to know and may ask for. */
export interface RowPlace {
  readonly group: SessionGroup['id'];
  readonly isActive: boolean;
  readonly now: number;
  act(act: UserAct): void;
  rename(sessionId: string): void;
}

/** A session's name as it is shown. */
export function sessionName({ title }: SessionSummary): string {
  return label(title, LIMITS.titleChars) || 'New session';
}

/** One session in the list, with what can be done to it. */
export function renderSessionRow(session: SessionSummary, place: RowPlace): TemplateResult {
  const { id, updatedAt } = session;
  const { group, isActive, act } = place;
  const name = sessionName(session);
  const look = LOOKS[group];
  return html`<li class="${group} ${isActive ? 'active' : ''}">
    <button
      class="open"
      type="button"
      aria-current=${isActive ? 'true' : nothing}
      title=${name}
      @click=${() => act({ type: 'open_session', sessionId: id })}
      @dblclick=${() => place.rename(id)}
    >
      ${icon(look.icon)}<span class="title"><bdi>${name}</bdi></span>
      <span class="when">${look.word || ago(updatedAt, place.now)}</span>
    </button>
    <span class="row-acts">
      <button class="icon-btn" type="button" aria-label="Rename ${name}" title="Rename" @click=${() => place.rename(id)}>
        ${icon('pencil')}
      </button>
      <button
        class="icon-btn"
        type="button"
        aria-label="Delete ${name}"
        title="Delete"
        @click=${() => act({ type: 'delete_session', sessionId: id, title: name })}
      >
        ${icon('trash')}
      </button>
    </span>
  </li>`;
}
