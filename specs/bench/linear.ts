import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConversation } from '../../server/imports/read-conversation.js';
import { CONVERSATION_FORMAT } from '../../server/protocol/api/conversation-file.js';
import { manyEvents, STREAMS, type Stream } from '../../server/protocol/session/many-events.rig.js';
import { reduceTranscript } from '../../server/protocol/session/reduce.js';
import type { LoggedEvent } from '../../server/protocol/session/session-event.js';
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

/** What it costs to deal with the events of a stream, up to each of the lengths. */
type Costs = (stream: Stream) => number[];

/** Whether twice the events of any kind cost twice the time, wherever they are folded. */
export const measure: Bench = async () => ({
  'linear-fold': dearest(foldAll),
  'linear-import': dearest(importAll),
  'linear-log': dearest(recordAll),
});

/** The most that a doubling costs, of all kinds of events. */
function dearest(costsOf: Costs): number {
  const ratios = Object.values(STREAMS).flatMap((stream) => {
    const costs = costsOf(stream);
    return costs.slice(1).map((cost, i) => cost / Math.max(costs[i]!, LEAST_MS));
  });
  return Math.max(...ratios);
}

/** The cost until each of the lengths, of one way through the longest. */
function alongTheWay(stream: Stream, take: (event: LoggedEvent, n: number) => void): number[] {
  const events = manyEvents(stream, LENGTHS.at(-1)!);
  const start = cpuMs();
  return events.flatMap((event, i) => {
    take(event, i + 1);
    return LENGTHS.some((length) => length === i + 1) ? [cpuMs() - start] : [];
  });
}

function foldAll(stream: Stream): number[] {
  let transcript = emptyTranscript;
  return alongTheWay(stream, (event) => {
    transcript = reduceTranscript(transcript, event);
  });
}

function importAll(stream: Stream): number[] {
  return LENGTHS.map((length) => {
    const events = manyEvents(stream, length);
    const json = JSON.stringify({ format: CONVERSATION_FORMAT, version: 1, events });
    const start = cpuMs();
    const reading = readConversation(json);
    while (!reading.next().done);
    return cpuMs() - start;
  });
}

/** Through the log of a session, into a real file. */
function recordAll(stream: Stream): number[] {
  const dataDir = mkdtempSync(join(tmpdir(), 'acdeck-linear-'));
  const { store } = openStore(dataDir);
  const { log } = rigLog({ store });
  const costs = alongTheWay(stream, ({ seq: _seq, at: _at, ...event }, n) => {
    log.append(event);
    if (n % PER_TICK === 0) log.flush();
  });
  log.close();
  store.close();
  rmSync(dataDir, { recursive: true });
  return costs;
}
