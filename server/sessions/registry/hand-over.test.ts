import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LIMITS } from '../../protocol/limits.js';
import { entriesOf } from '../../protocol/transcript/entry-list.js';
import { act, TestServer } from './registry.rig.js';

/** A conversation with the first agent, at rest. */
async function talked(...rounds: [asked: string, answered: string][]): Promise<TestServer> {
  const server = await TestServer.ready();
  for (const [asked, answered] of rounds) {
    server.prompt(asked);
    const agent = server.host.sessions[0]!;
    agent.say(answered);
    agent.prompts.at(-1)!.end();
    await server.tick();
  }
  return server;
}

const noticesIn = (server: TestServer, id: string) =>
  entriesOf(server.tab(id).transcript.entries).flatMap((entry) => (entry.kind === 'notice' ? [entry.notice] : []));

describe('a hand-over', () => {
  it('[DL34] goes on in a new session of the other agent, with links both ways, and once', async () => {
    const server = await talked(['Fix the login', 'Done, but the test is missing.']);
    const from = server.id;
    const before = entriesOf(server.tab(from).transcript.entries);
    const wish = act();
    const begin = () =>
      server.once(wish, () => server.registry.handOverTo(wish, from, 'other', 'Please write the test.'));
    const { id, agentId } = begin();
    assert.equal(begin().id, id);
    await server.tick();
    assert.deepEqual([agentId, server.id], ['other', id], 'the new session is shown');
    const agent = server.host.sessions.at(-1)!;
    assert.deepEqual(
      agent.prompts.map(({ text }) => text),
      ['Please write the test.'],
    );
    assert.deepEqual(noticesIn(server, id), [
      { code: 'taken_over', agent: 'demo', sessionId: from, title: 'Fix the login' },
    ]);
    assert.deepEqual(noticesIn(server, from), [{ code: 'handed_over', agent: 'other', sessionId: id }]);
    const after = entriesOf(server.tab(from).transcript.entries);
    assert.deepEqual(after.slice(0, before.length), before, 'what was said there is as it was');
    assert.throws(() => server.registry.handOverTo(act(), from, 'nobody', 'x'), { name: 'not_found' });
  });

  it('[DL34] begins with a briefing of at most 12,000 characters: requests, files, open steps and the last reply', async () => {
    const server = await talked(['Fix the login\u001b[31m', 'I changed it.'], ['And a test', 'Here it is.']);
    const agent = server.host.sessions[0]!;
    server.prompt('Now the docs');
    const edit = { toolCallId: 't', title: 'Edit', kind: 'edit' as const, status: 'completed' as const };
    agent.listener.onUpdate({ sessionUpdate: 'tool_call', ...edit, locations: [{ path: '/p/login.ts' }] });
    agent.listener.onUpdate({
      sessionUpdate: 'plan',
      entries: [
        { content: 'Write it', priority: 'high', status: 'completed' },
        { content: 'Check it', priority: 'high', status: 'pending' },
      ],
    });
    agent.say('Half of it.');
    agent.prompts.at(-1)!.end();
    await server.tick();
    const text = server.registry.brief(server.id);
    for (const part of ['Fix the login', 'And a test', 'Now the docs', '/p/login.ts', 'Check it', 'Half of it.'])
      assert.ok(text.includes(part), `${part} is in ${text}`);
    assert.ok(!text.includes('Write it') && !text.includes('\u001b'), text);
    const long = await talked(
      ...Array.from({ length: 9 }, (): [string, string] => ['x'.repeat(9_000), 'y'.repeat(9_000)]),
    );
    assert.ok(long.registry.brief(long.id).length <= LIMITS.briefingChars);
  });
});
