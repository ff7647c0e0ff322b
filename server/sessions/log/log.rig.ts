import type { Banner } from '../../protocol/api/app-state.js';
import { TestClock } from '../../protocol/clock.rig.js';
import { reduceTranscript } from '../../protocol/session/reduce.js';
import type { LoggedEvent, SessionEvent } from '../../protocol/session/session-event.js';
import type { Entry } from '../../protocol/transcript/entries.js';
import { emptyEntryList, entriesOf } from '../../protocol/transcript/entry-list.js';
import { emptyTranscript, type Transcript } from '../../protocol/transcript/transcript.js';
import type { EventStore } from '../store/event-store.js';
import { MemoryEventStore } from '../store/memory-event-store.rig.js';
import { rowOf } from '../store/rows.rig.js';
import { EventLog, type EventLogOptions } from './event-log.js';
import { LOG_LIMITS, type LogLimits } from './log-limits.js';
import { StorageHealth } from './storage-health.js';

export const DEVICE = { kind: 'device', device: 'Firefox on Linux' } as const;

export const chunk = (text: string, messageId?: string): SessionEvent => ({
  type: 'agent_update',
  update: {
    sessionUpdate: 'agent_message_chunk',
    content: { type: 'text', text },
    ...(messageId === undefined ? {} : { messageId }),
  },
});

export const prompt = (promptId: string, text = promptId): SessionEvent => ({
  ...{ type: 'prompt_sent', promptId, content: [{ type: 'text', text }], by: DEVICE },
});

export const ended: SessionEvent = { type: 'turn_ended', stopReason: 'end_turn' };

export const tool = (toolCallId: string, status: 'pending' | 'completed' = 'completed'): SessionEvent => ({
  type: 'agent_update',
  update: { sessionUpdate: 'tool_call', toolCallId, title: `Tool ${toolCallId}`, status },
});

export const toolUpdate = (toolCallId: string, title: string): SessionEvent => ({
  ...{ type: 'agent_update', update: { sessionUpdate: 'tool_call_update', toolCallId, title } },
});

/** Limits so small that a test of a few events reaches them. */
export const TINY: LogLimits = {
  ...LOG_LIMITS,
  recent: { count: 8, bytes: 1e6 },
  window: { count: 4, bytes: 1e6 },
  stretchedWindow: { count: 8, bytes: 1e6 },
  eventsPerSave: 5,
  thawedEntries: 2,
};

/** A log of one session `s`, its clock and its banners. */
export function rigLog(given: Partial<EventLogOptions> & { store?: EventStore } = {}) {
  const clock = new TestClock();
  const store = given.store ?? new MemoryEventStore();
  if (!store.session('s')) store.addSession(rowOf('s'));
  const banners = new Map<string, Banner>();
  const health = new StorageHealth({
    clock,
    probe: () => store.probe(),
    board: { raise: (banner) => banners.set(banner.id, banner), lower: (id) => banners.delete(id) },
  });
  let epochs = 0;
  const log = new EventLog({
    ...{ sessionId: 's', store, clock, health, newEpoch: () => `epoch${epochs++}` },
    ...given,
  });
  return { log, store, clock, health, banners };
}

/** All events of a log, from the store. */
export function eventsIn(store: EventStore): LoggedEvent[] {
  const all = store.eventsAfter('s', 0, { count: 1e6, bytes: 1e9 });
  return all.map(({ body }) => JSON.parse(body) as LoggedEvent);
}

/** What folding everything in one go gives: the measure for what the log keeps in pieces. */
export function wholeTranscript(events: readonly LoggedEvent[]): Transcript {
  return events.reduce(reduceTranscript, emptyTranscript);
}

/** All entries of a log, from wherever they are kept. */
export function allEntries(log: EventLog): Entry[] {
  const entries = entriesOf(log.transcript.entries);
  for (let before = log.transcript.entries.first; before > 0; ) {
    const older = log.entriesBefore(before, 3);
    entries.unshift(...older.entries);
    before = older.first;
  }
  return entries;
}

/** A transcript without its entries. */
export function stateOf(t: Transcript): Transcript {
  return { ...t, entries: emptyEntryList };
}
