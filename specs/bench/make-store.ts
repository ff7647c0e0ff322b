/**
 * `npm run bench:store -- <data folder> <project folder> [sessions] [events]`: fills a data folder as years of work would,
 * through the log itself, so that everything in it is as the server writes it. 10,000 sessions with 1,000,000 events if
 * nothing else is said.
 */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { systemClock } from '../../server/protocol/clock.js';
import type { SessionEvent } from '../../server/protocol/session/session-event.js';
import { EventLog } from '../../server/sessions/log/event-log.js';
import { StorageHealth } from '../../server/sessions/log/storage-health.js';
import { UNLISTED, UNTIED } from '../../server/sessions/store/event-store.js';
import { openStore } from '../../server/sessions/store/open-store.js';

export interface StoreSize {
  readonly sessions: number;
  readonly events: number;
}

export const LARGE_STORE: StoreSize = { sessions: 10_000, events: 1_000_000 };

const SESSIONS_PER_LOOK = 100;
const EVENTS_PER_TURN = 10;
const DAY_MS = 24 * 60 * 60_000;
const TOPICS = ['parser', 'login', 'cache', 'layout', 'search', 'invoice', 'socket', 'theme', 'import', 'budget'];

/** Fills the store of a data folder with sessions of one project folder. */
export function fillStore(dataDir: string, folder: string, { sessions, events }: StoreSize): void {
  const { store } = openStore(dataDir);
  const health = new StorageHealth({
    clock: systemClock,
    probe: () => store.probe(),
    board: { raise: ({ about }) => fail(JSON.stringify(about)), lower() {} },
  });
  const newest = Date.now();
  const turns = Math.max(1, Math.round(events / sessions / EVENTS_PER_TURN));
  for (let n = 0; n < sessions; n += 1) {
    const id = `made-${n}`;
    const at = newest - ((sessions - n) * 365 * DAY_MS) / sessions;
    store.addSession({
      ...{
        id,
        agentId: 'demo',
        cwd: folder,
        createdAt: at,
        updatedAt: at,
        draft: '',
        ties: UNTIED,
        parent: null,
        listing: UNLISTED,
      },
      names: { person: null, agent: null, prompt: `Work on the ${topic(n)}, part ${n}` },
    });
    const log = new EventLog({ sessionId: id, store, clock: systemClock, health, newEpoch: () => `epoch-${n}` });
    log.commit(Array.from({ length: turns }, (_, turn) => eventsOf(n, turn)).flat(), null);
    log.close();
    // As a server does from time to time: brings the journal into the file.
    if (n % SESSIONS_PER_LOOK === 0) store.look();
  }
  store.close();
}

/** A turn as agents have it: a thought, calls that end, an answer in pieces. */
function eventsOf(n: number, turn: number): SessionEvent[] {
  const by = { kind: 'device', device: 'Firefox on Linux' } as const;
  const update = (fields: object): SessionEvent => ({ type: 'agent_update', update: fields as never });
  const text = (words: string) => ({ type: 'text', text: words }) as const;
  const says = (words: string) =>
    update({ sessionUpdate: 'agent_message_chunk', messageId: `m${turn}`, content: text(words) });
  const calls = (k: number) => [
    update({
      sessionUpdate: 'tool_call',
      toolCallId: `t${turn}-${k}`,
      title: `Read src/${topic(n + k)}.ts`,
      kind: 'read',
    }),
    update({ sessionUpdate: 'tool_call_update', toolCallId: `t${turn}-${k}`, status: 'completed' }),
  ];
  return [
    { type: 'prompt_sent', promptId: `p${turn}`, content: [text(`Look at the ${topic(n + turn)} again.`)], by },
    update({ sessionUpdate: 'agent_thought_chunk', content: text(`The ${topic(n)} comes first.`) }),
    ...calls(0),
    ...calls(1),
    says(`The ${topic(n + turn)} of session ${n} `),
    says('was changed in **two places**; '),
    says(`see \`src/${topic(n)}.ts:${turn + 1}\`.`),
    { type: 'turn_ended', stopReason: 'end_turn' },
  ];
}

const topic = (n: number) => TOPICS[n % TOPICS.length]!;

function fail(message: string): never {
  throw new Error(message);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [dataDir, folder, sessions, events] = process.argv.slice(2);
  if (!dataDir || !folder) {
    console.error('Say where: npm run bench:store -- <data folder> <project folder> [sessions] [events]');
    process.exit(2);
  }
  const size = { sessions: Number(sessions ?? LARGE_STORE.sessions), events: Number(events ?? LARGE_STORE.events) };
  fillStore(resolve(dataDir), resolve(folder), size);
  console.log(`${size.sessions} sessions with about ${size.events} events are in ${dataDir}.`);
}
