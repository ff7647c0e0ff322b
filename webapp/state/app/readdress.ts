import { type ServerCommandAct, type UserAct, UserActEvent } from './acts.js';

/** Has what people do inside of an element act on another session than the one on screen. */
export function readdress(element: HTMLElement, sessionId: () => string): void {
  element.addEventListener(UserActEvent.type, (event) => {
    const act = addressed(event.act, sessionId());
    if (act === event.act) return;
    event.stopPropagation();
    element.dispatchEvent(new UserActEvent(act));
  });
}

function addressed(act: UserAct, sessionId: string): UserAct {
  if (act.type !== 'session_command') return act;
  const { className, method, args } = act;
  // Each such method takes the session first.
  return { type: 'server_command', className, method, args: [sessionId, ...args] } as unknown as ServerCommandAct;
}
