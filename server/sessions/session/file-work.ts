import type { SessionEvent } from '../../protocol/session/session-event.js';

/** Whether files of the folder may be others after this: a tool call, a command or a turn has ended, or one was written. */
export function mayChangeFiles(event: SessionEvent): boolean {
  switch (event.type) {
    case 'turn_ended':
    case 'turn_failed':
    case 'turn_interrupted':
    case 'agent_exited':
    case 'terminal_closed':
    case 'file_written':
      return true;
    case 'agent_update': {
      const { update } = event;
      if (update.sessionUpdate !== 'tool_call' && update.sessionUpdate !== 'tool_call_update') return false;
      return update.status === 'completed' || update.status === 'failed';
    }
    default:
      return false;
  }
}
