import { html, nothing, type TemplateResult } from 'lit';
import type { ErrorAction } from '../../server/protocol/events.js';
import { type UserAct, UserActEvent } from '../state/acts.js';
import type { EntryPlace } from './entry-place.js';
import { label } from './visible-text.js';

/** An entry that may offer something to do. */
interface ActionEntry {
  readonly kind: string;
  readonly turn: number;
  readonly action: ErrorAction | null;
  readonly canResend?: true;
}

/** Tells the app what a person wants. */
export type Act = (event: UserActEvent) => void;

/** The buttons for what can be done about a failure; none once the session has gone on, or where there is no way. */
export function renderAction(entry: ActionEntry, place: EntryPlace, act: Act): unknown {
  if (entry.turn !== place.lastTurn) return nothing;
  switch (entry.action) {
    case 'resend': {
      const { lastPrompt } = place;
      return lastPrompt ? renderButton('Send again', { type: 'send_prompt', content: [...lastPrompt] }, act) : nothing;
    }
    case 'update_from_agent':
      return renderButton('Update from the agent', { type: 'update_from_agent' }, act);
    case 'restart_agent':
      if (place.isAgentUp) return entry.canResend ? renderAction({ ...entry, action: 'resend' }, place, act) : nothing;
      return renderButton('Restart the agent', { type: 'restart_agent', agentId: place.agentId }, act);
    case 'sign_in':
      if (place.needsSignIn) return renderButton('Sign in', { type: 'open_sign_in', agentId: place.agentId }, act);
      // Signed in since; what waits in the queue goes by itself.
      return place.isQueueEmpty
        ? renderAction({ ...entry, action: entry.kind === 'error' ? 'resend' : null }, place, act)
        : nothing;
    case 'choose_agent':
      return place.others.map(({ id, name }) =>
        renderButton(`Start with ${label(name, 40)}`, { type: 'new_session', agentId: id }, act),
      );
    default:
      return nothing;
  }
}

/** The way from a failure to what the agent wrote about it. */
export function renderShowLog(act: Act): TemplateResult {
  return renderButton('Show log', { type: 'show_logs' }, act);
}

function renderButton(text: string, what: UserAct, act: Act): TemplateResult {
  return html`<button class="btn outline" type="button" @click=${() => act(new UserActEvent(what))}>${text}</button>`;
}
