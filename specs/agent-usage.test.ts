import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type CatalogEntry, customAgent } from '../server/agents/catalog/catalog.js';
import { CATALOG } from '../server/agents/catalog/catalog-entries.js';
import { scratchFolder } from '../server/agents/connection/connection.rig.js';
import { testHost } from '../server/agents/host.rig.js';
import { entriesOf } from '../server/protocol/transcript/entry-list.js';
import type { Transcript } from '../server/protocol/transcript/transcript.js';
import { allTokens } from '../server/protocol/turn-tokens.js';
import type { UsageSum } from '../server/protocol/usage-sum.js';
import { ruleJudge } from '../server/rules/rule-judge.js';
import { AppLog } from '../server/sessions/log/app-log.js';
import { act, blankApp, text } from '../server/sessions/registry/registry.rig.js';
import { SessionRegistry } from '../server/sessions/registry/session-registry.js';
import { TestTab } from '../server/sessions/registry/tab.rig.js';
import { MemoryEventStore } from '../server/sessions/store/memory-event-store.rig.js';
import { until } from '../server/testing/until.rig.js';
import { METERED_WIRES, type MeteredReply, type MeteredTurn, type MeteredWire } from './rigs/metered-wires.rig.js';
import { AGENTS } from './try-agents/agents.js';

const METERED_AGENT = fileURLToPath(new URL('./rigs/metered-agent.mjs', import.meta.url));

/** One answer of a model; costs are parts of 1024, which add up exactly. */
const answer = (input: number, output: number, cached: number, cost: number) => ({
  ...{ input, output, cached, cost: cost / 1024 },
});

/** Replies that grow, shrink, are alike, use nothing and call the model twice, with a kill among them. */
const REPLIES: readonly MeteredReply[] = [
  { answers: [answer(100, 15, 0, 64)] },
  { answers: [answer(400, 60, 51, 32), answer(30, 1, 20, 16)] },
  { answers: [answer(400, 24, 0, 8)] },
  { answers: [answer(0, 0, 0, 0)] },
  { answers: [answer(100, 15, 0, 4)], dies: true },
  { answers: [answer(2_000, 30, 900, 2)] },
  { answers: [answer(100, 17, 0, 1)] },
];

/**
 * The catalog's agent, with a program in its place that speaks as it does. It needs no minute to open a session again, and
 * one process for all sessions, whose end the host tells.
 */
function meteredEntry({ id, catalogId = id }: MeteredWire, file: string): CatalogEntry {
  const { npx: _npx, home: _home, quirks = {}, ...rest } = CATALOG.find((known) => known.id === catalogId)!;
  const { opensOncePerMinute: _minute, processPerSession: _apart, ...habits } = quirks;
  const commands = [{ command: process.execPath, args: [METERED_AGENT] }];
  return { ...rest, commands, quirks: habits, env: { METERED_FILE: file } };
}

/** Lets an agent play replies in a real process of its own; gives what a tab shows and what the server reports. */
async function play(t: TestContext, wire: MeteredWire, replies: readonly MeteredReply[], calledItself?: string) {
  const folder = scratchFolder(t);
  const file = join(folder, 'turns.json');
  const turns = replies.map(({ dies }, n): MeteredTurn => ({ ...wire.tell(replies, n), ...(dies ? { dies } : {}) }));
  writeFileSync(file, JSON.stringify({ name: calledItself, turns }));
  const known = meteredEntry(wire, file);
  const entry = calledItself ? { ...customAgent([process.execPath, METERED_AGENT]), env: known.env! } : known;
  const { host, told } = testHost(t, () => [entry], { folder });
  const app = new AppLog({ ...blankApp, agents: [...host.agents], defaultAgentId: entry.id });
  const registry = new SessionRegistry({
    ...{ store: new MemoryEventStore(), app, agents: host, folder, ownsFolder: true },
    ...{ judge: ruleJudge, shell: null, uploads: null },
  });
  t.after(() => registry.close());
  registry.restore();
  await registry.connectShown();
  const tab = new TestTab();
  const id = app.current.openSessionId!;
  tab.take(registry.sync(tab, id, null));
  for (const [n, { dies }] of replies.entries()) {
    registry.acts.prompt(act(), id, text(`message ${n + 1}`));
    await until(() => endsIn(tab.transcript).length === n + 1);
    if (dies) await until(() => told.some(({ health }) => health.state === 'crashed'));
  }
  return { transcript: tab.transcript, report: registry.usage(1), id };
}

function endsIn({ entries }: Transcript) {
  return entriesOf(entries).flatMap(({ ended }) => ended ?? []);
}

/** What can be added up of some replies. */
function added(parts: readonly { tokens?: object; costs?: Readonly<Record<string, number>> }[]) {
  const total = (kind: 'input' | 'output' | null) => {
    const known = parts.flatMap(({ tokens = {} }) => (kind ? (tokens as UsageSum)[kind] : allTokens(tokens)) ?? []);
    return known.length === 0 ? undefined : known.reduce((sum, count) => sum + count, 0);
  };
  const costs = parts.flatMap((part) => (part.costs ? [part.costs.USD ?? 0] : []));
  const cost = costs.length === 0 ? undefined : costs.reduce((sum, amount) => sum + amount, 0);
  return { input: total('input'), output: total('output'), total: total(null), cost };
}

const numbersOf = ({ input, output, costs, ...sum }: UsageSum) => ({
  ...{ input, output, total: allTokens({ ...sum, ...(input === undefined ? {} : { input }) }), cost: costs?.USD },
});

describe('what the tried agents use', { concurrency: 4 }, () => {
  it('[US26] has a row for each of them', () => {
    const tried = AGENTS.filter(({ packages }) => packages.length > 0).map(({ id }) => id);
    assert.deepEqual(METERED_WIRES.map(({ id }) => id).sort(), [...tried].sort());
  });

  it('[US24] is read as that of a known agent where one of the person’s own says that it is one', async (t) => {
    const copilot = METERED_WIRES.find(({ id }) => id === 'copilot')!;
    const { transcript } = await play(t, copilot, REPLIES.slice(0, 2), 'copilot');
    assert.deepEqual(
      endsIn(transcript).map(({ tokens }) => tokens),
      REPLIES.slice(0, 2).map((reply) => copilot.facts(reply).tokens),
    );
  });

  for (const wire of METERED_WIRES) {
    it(`[US26] is the same on the wire, in replies, in the session, on the day and for budgets: ${wire.id}`, async (t) => {
      const { transcript, report, id } = await play(t, wire, REPLIES);
      const facts = REPLIES.map((reply) => wire.facts(reply));
      assert.deepEqual(
        endsIn(transcript).map(({ tokens, costs }) => ({ ...(tokens ? { tokens } : {}), ...(costs ? { costs } : {}) })),
        facts,
        'per reply',
      );
      const wanted = added(facts);
      assert.deepEqual(numbersOf(report.sessions.find(({ sessionId }) => sessionId === id)!.sum), wanted, 'session');
      assert.deepEqual(numbersOf(report.today), wanted, 'day');
      assert.deepEqual(numbersOf(report.counted), wanted, 'budgets');
      assert.deepEqual(transcript.spent, wanted.cost === undefined ? {} : { USD: wanted.cost }, 'cost of the session');
      t.diagnostic(`${wire.id}: ${wanted.total ?? 'no'} tokens, ${wanted.cost ?? 'no'} cost`);
    });
  }
});
