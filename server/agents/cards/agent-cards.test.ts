import assert from 'node:assert/strict';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import type { AgentChange, AgentFeature } from '../../protocol/api/agent-report.js';
import { TestClock } from '../../protocol/clock.rig.js';
import { connectScripted, Ear, scratchFolder } from '../connection/connection.rig.js';
import { oddEntry, testHost } from '../host.rig.js';
import { AgentCards } from './agent-cards.js';

const GEMINI = { id: 'gemini', name: 'Gemini CLI' };

function runs(t: TestContext) {
  const dataDir = scratchFolder(t);
  const clock = new TestClock(0);
  const run = () => {
    const news: AgentChange[] = [];
    const cards = new AgentCards({ dataDir, clock, onNews: (_id, change) => news.push(change) });
    return { cards, news };
  };
  return { dataDir, clock, run };
}

describe('the card of an agent', () => {
  it('[MC1] holds per version what it advertised and how often it was seen to do what', (t) => {
    const { run, clock, dataDir } = runs(t);
    const { cards } = run();
    cards.begin(GEMINI, '0.61', ['load', 'images']);
    for (const feature of ['plans', 'usage', 'usage'] as const) cards.see('gemini', feature);
    cards.tripped('gemini');
    clock.pass(10);
    cards.begin(GEMINI, '0.62', ['load']);
    cards.see('gemini', 'plans');
    const [now, before] = run().cards.of('gemini');
    assert.deepEqual(
      [now?.version, now?.firstSeen, now?.seen, now?.tripwires, now?.advertised],
      ['0.62', 10, { plans: 1 }, 0, ['load']],
    );
    assert.deepEqual([before?.version, before?.seen, before?.tripwires], ['0.61', { plans: 1, usage: 2 }, 1]);
    const file = join(dataDir, 'agent-cards', 'gemini.json');
    assert.equal(statSync(file).mode & 0o777, 0o600);
  });

  it('[MC1] adds up what several servers see, and is there after a crash of ours', (t) => {
    const { run } = runs(t);
    const [a, b] = [run().cards, run().cards];
    for (const cards of [a, b]) cards.begin(GEMINI, '0.61', []);
    a.see('gemini', 'diffs');
    b.see('gemini', 'diffs');
    b.see('gemini', 'terminals');
    b.close();
    assert.deepEqual(run().cards.of('gemini')[0]?.seen, { diffs: 2, terminals: 1 });
  });

  it('[MC2] says what changed since the last run, and only then', (t) => {
    const { run } = runs(t);
    run().cards.begin(GEMINI, '0.61', ['load', 'images', 'list']);
    const same = run();
    same.cards.begin(GEMINI, '0.61', ['load', 'images', 'list']);
    assert.deepEqual(same.news, []);
    const other = run();
    other.cards.begin(GEMINI, '0.62', ['images', 'resume', 'close']);
    const change = { agent: 'Gemini CLI', version: '0.62', lost: ['load', 'list'], gained: ['resume', 'close'] };
    assert.deepEqual(other.news, [change]);
    other.cards.begin(GEMINI, '0.62', ['images', 'resume', 'close']);
    assert.deepEqual([other.news.length, other.cards.changeOf('gemini')], [1, change], 'a restart is no new run');
  });

  it('[MC1] is measured anew where its file is damaged', (t) => {
    const { run, dataDir } = runs(t);
    run().cards.begin(GEMINI, '0.61', ['load']);
    const file = join(dataDir, 'agent-cards', 'gemini.json');
    for (const text of ['{', '7', '[{"version":1}]', '[null]', '{"__proto__":[]}']) {
      writeFileSync(file, text);
      assert.deepEqual(run().cards.of('gemini'), [], text);
    }
    const odd = [{ version: 'v', advertised: ['load', 'sorcery'], seen: { usage: 'many', plans: 2, toString: 1 } }];
    writeFileSync(file, JSON.stringify(odd));
    const [card] = run().cards.of('gemini');
    assert.deepEqual([card?.advertised, card?.seen], [['load'], { plans: 2 }]);
  });
});

describe('what an agent is seen to do', () => {
  it('[MC3] is read off the wire: updates, questions and answers', async (t) => {
    const seen: AgentFeature[] = [];
    const modes = { currentModeId: 'a', availableModes: [{ id: 'a', name: 'A' }] };
    const models = { currentModelId: 'm', availableModels: [{ modelId: 'm', name: 'M' }] };
    const agentCapabilities = { loadSession: true, promptCapabilities: { image: true } };
    const { agent, connection, open } = connectScripted(
      t,
      {
        initialize: () => ({ protocolVersion: 1, agentCapabilities }),
        'session/new': () => ({ sessionId: 's1', modes, models }),
      },
      { onSeen: (feature) => seen.push(feature) },
    );
    await connection.initialize();
    const session = await open(new Ear());
    assert.deepEqual(seen.splice(0), ['modes', 'models']);
    const diff = { type: 'diff', path: '/a', oldText: null, newText: 'x' };
    agent.update('s1', { sessionUpdate: 'tool_call', toolCallId: 't1', title: 'Edit', content: [diff] });
    agent.update('s1', { sessionUpdate: 'usage_update', used: 1, size: 2 });
    agent.update('s1', { sessionUpdate: 'agent_message_chunk', messageId: 'm', content: { type: 'text', text: 'x' } });
    const options = [{ optionId: 'o', name: 'Yes', kind: 'allow_once' }];
    const ask = (toolCallId: string, content: object[]) =>
      agent.request('session/request_permission', { sessionId: 's1', toolCall: { toolCallId, content }, options });
    await ask('t1', [diff]);
    await ask('never seen', []);
    assert.deepEqual(seen.splice(0), [
      'diffs',
      'usage',
      'message_ids',
      'permissions',
      'permission_diffs',
      'matching_tool_ids',
      'permissions',
    ]);
    await session.prompt([{ type: 'image', data: 'AAAA', mimeType: 'image/png' }]);
    assert.deepEqual(seen, ['images']);
  });

  it('[MC3] is in the report of the agent, under the version that it told', async (t) => {
    const { host, folder } = testHost(t, () => [oddEntry('plain', 'plain')]);
    await host.connect('plain');
    host.flagged('plain');
    const [card] = host.reports()[0]!.cards;
    assert.deepEqual([card?.version, card?.tripwires], ['1.2.3', 1]);
    await host.stopAll();
    assert.match(readFileSync(join(folder, 'data/agent-cards/plain.json'), 'utf8'), /"tripwires": 1/);
  });
});
