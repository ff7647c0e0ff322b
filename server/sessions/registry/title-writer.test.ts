import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { act, settled, TestServer } from './registry.rig.js';
import { titleIn } from './title-writer.js';

const REQUEST =
  'Please find out why the login page shows an error after the token has been refreshed in the background';

/** A session in which something was said. */
async function talked(): Promise<TestServer> {
  const server = await TestServer.ready();
  server.prompt(REQUEST);
  server.host.last.say('The token was stale.');
  server.host.last.prompts[0]!.end();
  await server.tick();
  return server;
}

const shownTitle = (server: TestServer) => server.app.current.sessions.find(({ id }) => id === server.id)!.title;

describe('a suggested title', () => {
  it('[SL19] is what the agent answers in a conversation beside, which is deleted and in no list', async () => {
    const server = await talked();
    const wish = act();
    server.once(wish, () => server.registry.suggestTitle(wish, server.id));
    server.once(wish, () => server.registry.suggestTitle(wish, server.id));
    server.registry.suggestTitle(act(), server.id);
    await settled();
    const aside = server.host.last;
    assert.equal(server.host.sessions.length, 2, 'asked once');
    assert.ok(aside.request.isAside);
    assert.match(aside.prompts[0]!.text, /Write a title[\s\S]*login page[\s\S]*The token was stale\./);
    aside.say('"Stale token on the login page."');
    aside.prompts[0]!.end();
    await server.tick();
    assert.equal(shownTitle(server), 'Stale token on the login page');
    assert.deepEqual(server.host.deleted, [aside.facts.agentSessionId]);
    assert.equal(server.app.current.sessions.length, 1);
    assert.deepEqual(server.host.renamed, [['demo', 'agent-1', 'Stale token on the login page']]);
  });

  it('[SL19] is the first message, cut at a word, if the agent has none or takes more than 30 seconds', async () => {
    for (const outcome of ['fails', 'talks', 'hangs'] as const) {
      const server = await talked();
      server.registry.acts.rename(act(), server.id, 'Something else');
      server.registry.suggestTitle(act(), server.id);
      await settled();
      const aside = server.host.last;
      if (outcome === 'fails') aside.prompts[0]!.fail('No credit');
      if (outcome === 'talks') aside.say('x'.repeat(400));
      if (outcome === 'hangs') server.clock.pass(30_000);
      await server.tick();
      assert.equal(shownTitle(server), 'Please find out why the login page shows an error after the token has been…');
    }
  });

  it('[SL19] does not replace a name that a person has given meanwhile', async () => {
    const server = await talked();
    server.registry.suggestTitle(act(), server.id);
    await settled();
    server.registry.acts.rename(act(), server.id, 'Mine');
    server.host.last.say('Stale token');
    server.host.last.prompts[0]!.end();
    await server.tick();
    assert.equal(shownTitle(server), 'Mine');
  });

  it('[SL19] is refused where nothing was said', async () => {
    const server = await TestServer.ready();
    assert.throws(() => server.registry.suggestTitle(act(), server.id), { name: 'bad_request' });
  });

  for (const [answer, title] of [
    ['Fix the login', 'Fix the login'],
    ['**Title:** Fix the login', 'Fix the login'],
    ['Here is a title:\n\n“Fix the login”', 'Fix the login'],
    ['```\nFix the login\n```', 'Fix the login'],
    ['Fix\u202e the \u001b[31mlogin', 'Fix the [31mlogin'],
    ['I looked at it.\nThen I fixed it.', null],
    ['  \n', null],
  ] as const) {
    it(`[SL19] is ${JSON.stringify(title)} for ${JSON.stringify(answer)}`, () => {
      assert.equal(titleIn(answer), title);
    });
  }
});
