import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import fc from 'fast-check';
import { scratchFolder } from '../server/agents/connection/connection.rig.js';
import { entriesOf } from '../server/protocol/transcript/entry-list.js';
import { MemoryEventStore } from '../server/sessions/store/memory-event-store.rig.js';
import { seeded } from '../server/testing/seeded.rig.js';
import { ChildDeck } from './rigs/child-deck.rig.js';

/** How an agent opens a session again; see the agent. */
type Way = 'load' | 'resume' | 'both' | 'no-load' | 'loaded' | 'late';

interface Kept {
  turns: { said: string; replied: string }[];
  heard: string[];
  opened: string[];
}

const memoryIn = (folder: string) => join(folder, 'memory.json');
const readMemory = (folder: string) => JSON.parse(readFileSync(memoryIn(folder), 'utf8')) as Kept;

const message = (n: number) => `Message ${n}: please do thing ${n}`;

/** What is left of `count` turns, and what the page has to say of it: nothing, that all is gone, or how much is left. */
const LOSSES: Record<string, { keep: (n: number, count: number) => boolean; said: 'nothing' | 'all' | 'part' }> = {
  'nothing is lost': { keep: () => true, said: 'nothing' },
  'everything is lost': { keep: () => false, said: 'all' },
  'the beginning is lost': { keep: (n) => n > 0, said: 'part' },
  'the end is lost': { keep: (n, count) => n < count - 1, said: 'part' },
  'the first half is lost': { keep: (n, count) => n >= count / 2, said: 'part' },
  'the second half is lost': { keep: (n, count) => n < count / 2, said: 'part' },
  // Agents in good health leave some out.
  'one in between is left out': { keep: (n) => n !== 1, said: 'nothing' },
};

/** Where nothing is retold, nothing can be known. */
const HEARS: Record<Way, boolean> = {
  load: true,
  both: true,
  late: true,
  resume: false,
  'no-load': false,
  loaded: false,
};

async function afterLoss(
  t: TestContext,
  way: Way,
  count: number,
  keep: (n: number, count: number) => boolean,
  words: (n: number) => string = message,
): Promise<ChildDeck & { readonly memory: Kept }> {
  const folder = scratchFolder(t);
  const options = {
    agent: ['forgetful-agent.mjs', memoryIn(folder), way],
    folder,
    store: new MemoryEventStore(),
  } as const;
  const first = await ChildDeck.start(t, options);
  for (let n = 0; n < count; n++) await first.turn(words(n));
  await first.stop();
  const turns = readMemory(folder).turns.filter((_turn, n) => keep(n, count));
  writeFileSync(memoryIn(folder), JSON.stringify({ turns, heard: [], opened: [] }));
  const deck = await ChildDeck.start(t, options);
  return Object.defineProperty(deck as ChildDeck & { memory: Kept }, 'memory', { get: () => readMemory(folder) });
}

function checkSaid(deck: ChildDeck, said: 'nothing' | 'all' | 'part', numbers: { left: number; count: number }): void {
  const memories = deck.notices.filter(({ code }) => code === 'started_over' || code === 'remembers_less');
  const agent = 'demo';
  const { left: remembered, count: messages } = numbers;
  const expected = {
    nothing: [],
    all: [{ code: 'started_over', agent, summary: 'next' }],
    part: [{ code: 'remembers_less', agent, remembered, messages }],
  };
  assert.deepEqual(memories, expected[said]);
}

describe('a session that is opened again in a new process', { concurrency: 7 }, () => {
  for (const way of Object.keys(HEARS) as Way[]) {
    for (const [what, { keep, said }] of Object.entries(LOSSES)) {
      it(`[AS29] says what the agent has forgotten, and nothing else (${way}, ${what})`, async (t) => {
        const count = 4;
        const deck = await afterLoss(t, way, count, keep);
        const left = Array.from({ length: count }, (_, n) => n).filter((n) => keep(n, count)).length;
        const truth = HEARS[way] ? said : 'nothing';
        checkSaid(deck, truth, { left, count });
        await deck.turn('And now?');
        const [heard = ''] = deck.memory.heard;
        if (truth === 'all') assert.match(heard, /^And now\?\s+\[From AcDeck[\s\S]*please do thing 3[\s\S]*Reply 4/);
        else assert.equal(heard, 'And now?');
        const spoken = entriesOf(deck.screen.entries).filter(({ kind }) => kind === 'user' || kind === 'agent');
        assert.equal(spoken.length, 2 * (count + 1), 'nothing is shown twice');
      });
    }
  }

  it('[AS29] says so for any part that is left of it', async (t) => {
    const { seed, numRuns } = seeded(t, 8);
    const parts = fc.array(fc.boolean(), { minLength: 2, maxLength: 9 });
    for (const kept of fc.sample(parts, { seed, numRuns })) {
      const count = kept.length;
      const deck = await afterLoss(t, 'both', count, (n) => kept[n]!);
      const left = kept.filter(Boolean).length;
      const said = left === 0 ? 'all' : kept[0] && kept.at(-1) ? 'nothing' : 'part';
      checkSaid(deck, said, { left, count });
    }
  });

  it('[AS29] counts messages that are no longer in the server’s memory too', async (t) => {
    const [count, lost] = [300, 20];
    const deck = await afterLoss(t, 'both', count, (n) => n >= lost);
    assert.ok(deck.screen.entries.first > 2 * lost, 'a tab has only the newest');
    checkSaid(deck, 'part', { left: count - lost, count });
  });

  it('[AS29] believes the agent in a session of more than 2,000 entries, and where nothing can be compared', async (t) => {
    for (const [count, method] of [
      [4, 'session/resume'],
      [3, 'session/load'],
      [0, 'session/new'],
    ] as const) {
      const deck = await afterLoss(
        t,
        'both',
        count,
        (n) => n > 0,
        (n) => `${message(n)} in 600 steps`,
      );
      assert.deepEqual(deck.memory.opened, [method], `${count} messages`);
      checkSaid(deck, method === 'session/load' ? 'part' : 'nothing', { left: count - 1, count });
    }
  });
});
