import { LIMITS } from '../limits.js';
import { own } from '../own.js';
import type { Transcript } from '../transcript/transcript.js';
import { agentReach } from './agent.js';
import { delegationReach } from './delegation.js';
import type { EventReach, ReachOf } from './event-case.js';
import { permissionReach } from './permissions.js';
import { questionReach } from './questions.js';
import type { LoggedEvent, sessionShapes } from './session-event.js';
import { turnReach } from './turns.js';
import { updateReach } from './updates.js';

const REACH: ReachOf<typeof sessionShapes> = {
  ...turnReach,
  ...updateReach,
  ...permissionReach,
  ...questionReach,
  ...agentReach,
  ...delegationReach,
};

/** The other entries that an event changes, by key or by number, wherever they are kept. */
export function entriesReachedBy(event: LoggedEvent, t: Transcript): readonly (string | number)[] {
  // A turn with very many unfinished entries gives up on the oldest.
  const oldest = t.open.length < LIMITS.openEntries ? [] : t.open.slice(0, 1);
  const reach = own(REACH, event.type) as EventReach<LoggedEvent> | undefined;
  return [...(reach?.(event, t) ?? []), ...oldest];
}
