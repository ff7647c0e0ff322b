import type { EventsByType, ShapeKit } from '../event-shape.js';
import type { EventStamp } from '../events.js';
import { agentShapes } from './agent.js';
import { budgetShapes } from './budgets.js';
import { delegationShapes } from './delegation.js';
import { noticeShapes } from './notices.js';
import { permissionShapes } from './permissions.js';
import { questionShapes } from './questions.js';
import { queueShapes } from './queue.js';
import { settingShapes } from './session-settings.js';
import { terminalShapes } from './terminals.js';
import { toolCallShapes } from './tool-calls.js';
import { turnShapes } from './turns.js';
import { updateShapes } from './updates.js';

/** The shape of every event of a session. */
export const sessionShapes = (kit: ShapeKit) => ({
  ...queueShapes(kit),
  ...turnShapes(kit),
  ...budgetShapes(kit),
  ...updateShapes(kit),
  ...toolCallShapes(kit),
  ...permissionShapes(kit),
  ...questionShapes(kit),
  ...terminalShapes(kit),
  ...agentShapes(kit),
  ...delegationShapes(kit),
  ...settingShapes(kit),
  ...noticeShapes(kit),
});

type ByType = EventsByType<typeof sessionShapes>;

/**
 * Everything that can happen in a session. Events carry codes and data, never sentences of ours: the page has those.
 * The log of these is the session.
 */
export type SessionEvent = ByType[keyof ByType];

/** An event as recorded: numbered from 1 without gaps, stamped by the server. */
export type LoggedEvent = SessionEvent & EventStamp;

/** The recorded events of some types. */
export type EventOf<T extends keyof ByType> = ByType[T] & EventStamp;
