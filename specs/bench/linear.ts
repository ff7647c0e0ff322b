import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConversation } from '../../server/imports/read-conversation.js';
import { CONVERSATION_FORMAT } from '../../server/protocol/api/conversation-file.js';
import type { LoggedEvent } from '../../server/protocol/events.js';
import { manyEvents, STREAMS } from '../../server/protocol/transcript/many-events.rig.js';
import { reduceTranscript } from '../../server/protocol/transcript/reduce.js';
import { emptyTranscript } from '../../server/protocol/transcript/transcript.js';
import { rigLog } from '../../server/sessions/log/log.rig.js';
import { openStore } from '../../server/sessions/store/open-store.js';
import type { Bench } from './figure.js';
import { cpuMs } from './reference.js';

const LENGTHS = [10_000, 20_000, 40_000] as const;
/** Less than this is mostly chance. */
const LEAST_MS = 100;
/** What an agent says in one tick of the log. */
const PER_TICK = 50;

type Work = (events: readonly LoggedEvent[]) => void;

/** Whether twice the events of any kind cost twice the time, wherever they are folded. */
export const measure: Bench = async () => ({
  'linear-fold': dearest(fold),
  'linear-import': dearest(importAll),
  'linear-log': dearest(record),
});

/** The most that a doubling costs, of all kinds of events. */
function dearest(work: Work): number {
  const ratios = Object.values(STREAMS).flatMap((stream) => {
    const [, ...costs] = [LENGTHS[0], ...LENGTHS].map((count) => costOf(work, manyEvents(stream, count)));
    return costs.slice(1).map((cost, i) => cost / Math.max(costs[i]!, LEAST_MS));
  });
  return Math.max(...ratios);
}

function costOf(work: Work, events: readonly LoggedEvent[]): number {
  const before = cpuMs();
  work(events);
  return cpuMs() - before;
}

function fold(events: readonly LoggedEvent[]): void {
  events.reduce(reduceTranscript, emptyTranscript);
}

function importAll(events: readonly LoggedEvent[]): void {
  const reading = readConversation(JSON.stringify({ format: CONVERSATION_FORMAT, version: 1, events }));
  while (!reading.next().done);
}

/** Through the log of a session, into a real file. */
function record(events: readonly LoggedEvent[]): void {
  const dataDir = mkdtempSync(join(tmpdir(), 'acdeck-linear-'));
  const { store } = openStore(dataDir);
  const { log } = rigLog({ store });
  for (const [n, { seq: _seq, at: _at, ...event }] of events.entries()) {
    log.append(event);
    if (n % PER_TICK === 0) log.flush();
  }
  log.close();
  store.close();
  rmSync(dataDir, { recursive: true });
}
