import type { ContentBlock } from '@agentclientprotocol/sdk';
import { html, nothing, type TemplateResult } from 'lit';
import type { ErrorAction } from '../../../server/protocol/events.js';
import type { MarkEntry } from '../../../server/protocol/transcript/entries.js';
import { serverCommand, sessionCommand } from '../../state/app/acts.js';
import { type ActHandler, renderActButton } from '../controls/act-button.js';
import { messageWords } from '../messages/words.js';
import type { EntryPlace } from './entry-place.js';
import { conversationWords } from './words.js';

/** An entry that may offer something to do. */
interface ActionEntry {
  readonly kind: string;
  readonly turn: number;
  readonly action: ErrorAction | null;
  readonly canResend?: true;
}

/** The buttons for what can be done about a failure; none once the session has gone on, or where there is no way. */
export function renderAction(entry: ActionEntry, place: EntryPlace, act: ActHandler): unknown {
  if (entry.turn !== place.lastTurn) return nothing;
  switch (entry.action) {
    case 'resend': {
      const { lastPrompt } = place;
      return lastPrompt
        ? renderActButton(
            'outline',
            conversationWords.sendAgain,
            { type: 'send_prompt', content: [...lastPrompt] },
            act,
          )
        : nothing;
    }
    case 'update_from_agent':
      return renderActButton(
        'outline',
        conversationWords.updateFromAgent,
        sessionCommand('Sessions', 'update_from_agent'),
        act,
      );
    case 'restart_agent':
      if (place.isAgentUp) return entry.canResend ? renderAction({ ...entry, action: 'resend' }, place, act) : nothing;
      return renderRestart(place, act);
    case 'restart_running_agent':
      return renderRestart(place, act);
    case 'sign_in':
      if (place.needsSignIn)
        return renderActButton(
          'outline',
          conversationWords.signIn,
          { type: 'open_sign_in', agentId: place.agentId },
          act,
        );
      // Signed in since; what waits in the queue goes by itself.
      return place.isQueueEmpty
        ? renderAction({ ...entry, action: entry.kind === 'error' ? 'resend' : null }, place, act)
        : nothing;
    case null:
      return nothing;
    default:
      // An older log or a newer server may have others.
      entry.action satisfies never;
      return nothing;
  }
}

function renderRestart({ agentId }: EntryPlace, act: ActHandler): TemplateResult {
  return renderActButton(
    'outline',
    conversationWords.restart,
    serverCommand('AcpBridge', 'restart_agent', agentId),
    act,
  );
}

/** Marks after which the agent can go on where it was. */
const CAN_GO_ON: ReadonlySet<string> = new Set(['max_tokens', 'max_turn_requests']);

/** After an answer that was cut off or stopped: to go on, or to begin again. */
export function renderGoOn({ mark, turn }: MarkEntry, place: EntryPlace, act: ActHandler): unknown {
  if (turn !== place.lastTurn || !place.lastPrompt || !place.isQueueEmpty) return nothing;
  const isStopped = mark.code === 'stopped';
  if (mark.code !== 'cancelled' && !isStopped) return nothing;
  const canGoOn = !isStopped || ('code' in mark.cause && CAN_GO_ON.has(mark.cause.code));
  const message: ContentBlock[] = [{ type: 'text', text: messageWords.continueMessage }];
  const again: ContentBlock[] = [...place.lastPrompt];
  return html`${canGoOn ? renderActButton('outline', messageWords.continue, { type: 'send_prompt', content: message }, act) : nothing}
  ${renderActButton('outline', messageWords.retry, { type: 'send_prompt', content: again }, act)}`;
}

/** The way from a failure to what the agent wrote about it. */
export function renderShowLog(act: ActHandler): TemplateResult {
  return renderActButton('outline', conversationWords.showLog, { type: 'show_logs' }, act);
}
