import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { entriesOf } from '../../protocol/transcript/entry-list.js';
import { act, settled, TestServer, text } from '../registry/registry.rig.js';

const WHY = { trouble: { code: 'said', text: 'Internal error' }, code: -32603 } as const;
const LOST = 'notice: started_over demo next';

/** One exchange, from the prompt to the end of the turn. */
async function exchange(server: TestServer, words: string, reply: string): Promise<string> {
  server.prompt(words);
  await settled();
  const { last } = server.host;
  last.say(reply);
  await server.tick();
  const sent = last.prompts.at(-1)!;
  sent.end();
  await settled();
  return sent.text;
}

const MOMENTS = {
  'after a crash of the agent': async (server: TestServer) => {
    server.tab();
    server.host.exit();
    await settled();
    return server;
  },
  'for the next prompt after a crash': async (server: TestServer) => {
    server.host.exit();
    server.registry.agentReady('demo');
    await settled();
    return server;
  },
  'after a restart of the server': async (server: TestServer) => {
    const again = server.restarted();
    for (const [id, why] of server.host.broken) again.host.broken.set(id, why);
    await again.registry.connectShown();
    return again;
  },
} as const;

/** A session whose agent could not open its own again and has begun another. */
async function fallenBack(moment: keyof typeof MOMENTS = 'after a crash of the agent'): Promise<TestServer> {
  const server = await TestServer.ready();
  await exchange(server, 'Hello', 'Hi');
  server.host.broken.set('agent-1', WHY);
  return await MOMENTS[moment](server);
}

const oldSession = (server: TestServer) => server.tab().transcript.oldSession;

describe('a session that an agent could not open again', () => {
  for (const moment of Object.keys(MOMENTS) as (keyof typeof MOMENTS)[]) {
    it(`[AS20] is kept by its id, in every tab and after a restart (${moment})`, async () => {
      const server = await fallenBack(moment);
      const old = { agentSessionId: 'agent-1', ...WHY, turn: 1, state: 'waiting' };
      assert.deepEqual(oldSession(server), old);
      assert.deepEqual(
        server.lines().filter((line) => line.startsWith('notice')),
        [LOST],
      );
      const sent = await exchange(server, 'Go on', 'On what?');
      assert.match(sent, /^Go on\n\n\[From AcDeck, [\s\S]*"Hello"[\s\S]*"Hi"/);
      assert.deepEqual(oldSession(server), old);
      const again = server.restarted();
      assert.deepEqual(oldSession(again), old);
      assert.deepEqual(again.store.session(again.id)?.ties.setAsideIds, ['agent-1']);
    });
  }

  it('[AS20] is the one that something was said in, though the new one is lost as well before anything was', async () => {
    const server = await fallenBack();
    const fresh = server.host.last.facts.agentSessionId;
    server.host.broken.set(fresh, WHY);
    server.host.exit();
    await settled();
    assert.notEqual(server.host.last.facts.agentSessionId, fresh);
    assert.equal(oldSession(server)?.agentSessionId, 'agent-1');
    await exchange(server, 'Go on', 'Well');
    const used = server.host.last.facts.agentSessionId;
    server.host.broken.set(used, WHY);
    server.host.exit();
    await settled();
    assert.deepEqual([oldSession(server)?.agentSessionId, oldSession(server)?.turn], [used, 2]);
  });

  it('[AS20] is in no list beside ours, and is deleted with ours', async () => {
    const server = await fallenBack();
    const listed = ['agent-1', server.host.last.facts.agentSessionId].map((agentSessionId) => ({
      ...{ agentSessionId, title: null, updatedAt: null },
    }));
    server.host.listed.set('demo', listed);
    server.clock.pass(5_000);
    server.registry.list();
    await settled();
    assert.equal(server.registry.list().length, 1);
    server.registry.remove(act(), server.id);
    assert.deepEqual(server.host.deleted.sort(), listed.map(({ agentSessionId }) => agentSessionId).sort());
  });

  it('[AS21] goes on there when it is tried again and opens; the agent is told what it missed, and the page says so', async () => {
    const server = await fallenBack();
    const [one, two] = [server.tab(), server.tab(server.id, 'two')];
    await exchange(server, 'In the new one', 'Noted');
    server.host.broken.clear();
    const { last: fresh } = server.host;
    const again = act();
    server.once(again, () => server.registry.writable(server.id).agent.back.answer(again, true));
    server.once(again, () => server.registry.writable(server.id).agent.back.answer(again, true));
    assert.equal(one.transcript.oldSession?.state, 'trying');
    await settled();
    assert.deepEqual([fresh.isClosed, server.host.last.facts.agentSessionId], [true, 'agent-1']);
    assert.equal(server.host.last.request.isOnly, true);
    for (const tab of [one, two]) {
      assert.equal(tab.transcript.oldSession, undefined);
      const notice = entriesOf(tab.transcript.entries).at(-1);
      assert.ok(notice?.kind === 'notice');
      assert.deepEqual(notice.notice, { code: 'back_in_session', agent: 'demo', missed: 1 });
    }
    assert.ok(server.lines().includes('agent: Noted'), 'what was said meanwhile is kept');
    const sent = await exchange(server, 'And now?', 'Now');
    assert.match(
      sent,
      /^And now\?\n\n\[From AcDeck, [^"]*One message of this conversation was answered in another session/,
    );
    assert.match(sent, /"In the new one"[\s\S]*"Noted"/);
    assert.equal(await exchange(server, 'Thanks', 'Welcome'), 'Thanks');
    const later = server.restarted();
    await later.registry.connectShown();
    assert.deepEqual([later.host.last.request.agentSessionId, later.tab().transcript.memory], ['agent-1', 'kept']);
  });

  it('[AS21] still tells what was missed after another restart, and again if that turn failed', async () => {
    const server = await fallenBack();
    await exchange(server, 'In the new one', 'Noted');
    server.host.broken.clear();
    server.registry.writable(server.id).agent.back.answer(act(), true);
    await settled();
    const later = server.restarted();
    await later.registry.connectShown();
    later.prompt('And now?');
    await settled();
    assert.match(later.host.last.prompts[0]!.text, /"In the new one"/);
    later.host.last.prompts[0]!.fail('Too many requests.', -32603);
    await settled();
    later.prompt('Again');
    await settled();
    assert.match(later.host.last.prompts[1]!.text, /answered in another session/);
  });

  it('[AS21] tells nothing where nothing was missed', async () => {
    const server = await fallenBack();
    server.host.broken.clear();
    server.registry.writable(server.id).agent.back.answer(act(), true);
    await settled();
    assert.deepEqual([server.tab().transcript.handover, server.tab().transcript.memory], [false, 'kept']);
    assert.equal(await exchange(server, 'Go on', 'Yes'), 'Go on');
  });

  it('[AS22] leaves the new one in place with a sentence when it still does not open', async () => {
    const server = await fallenBack();
    const { last: fresh } = server.host;
    server.registry.writable(server.id).agent.back.answer(act(), true);
    await settled();
    assert.deepEqual([fresh.isClosed, server.host.last === fresh], [false, true]);
    assert.equal(oldSession(server)?.state, 'waiting');
    const notice = entriesOf(server.tab().transcript.entries).at(-1);
    assert.ok(notice?.kind === 'notice');
    assert.deepEqual(notice.notice, { code: 'old_session_not_opened', trouble: WHY.trouble });
    assert.match(await exchange(server, 'Go on', 'Yes'), /"Hello"/);
    assert.equal(server.host.last, fresh);
  });

  it('[AS22] offers to sign in where that is why', async () => {
    const server = await fallenBack();
    server.host.broken.set('agent-1', { trouble: { code: 'said', text: 'Sign in first.' }, code: -32000 });
    server.registry.writable(server.id).agent.back.answer(act(), true);
    await settled();
    const notice = entriesOf(server.tab().transcript.entries).at(-1);
    assert.equal(notice?.kind === 'notice' && notice.action, 'sign_in');
  });

  it('[AS22] counts as failed when the agent opens it and has forgotten what was said', async () => {
    const server = await fallenBack();
    const { last: fresh } = server.host;
    server.host.broken.clear();
    server.host.memory = 'lost';
    server.registry.writable(server.id).agent.back.answer(act(), true);
    await settled();
    assert.deepEqual([fresh.isClosed, server.host.last.isClosed, oldSession(server)?.state], [false, true, 'waiting']);
  });

  it('[AS21] is tried by one tab at a time, never in a turn, and prompts wait for it', async () => {
    const server = await fallenBack();
    server.prompt('Working');
    await settled();
    assert.throws(() => server.registry.writable(server.id).agent.back.answer(act(), true), { name: 'conflict' });
    server.host.last.prompts[0]!.end();
    await settled();
    let open = () => {};
    server.host.gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    server.host.broken.clear();
    server.registry.writable(server.id).agent.back.answer(act(), true);
    assert.throws(() => server.registry.writable(server.id).agent.back.answer(act(), true), { name: 'conflict' });
    server.registry.acts.prompt(act(), server.id, text('Meanwhile'));
    assert.equal(server.tab().transcript.queue.length, 1);
    open();
    await settled();
    assert.equal(server.host.last.facts.agentSessionId, 'agent-1');
    assert.match(server.host.last.prompts[0]!.text, /^Meanwhile[\s\S]*"Working"/);
  });

  it('[AS21] waits to be tried again if the server stops on the way', async () => {
    const server = await fallenBack();
    server.host.gate = new Promise(() => {});
    server.registry.writable(server.id).agent.back.answer(act(), true);
    assert.equal(oldSession(server)?.state, 'trying');
    assert.equal(oldSession(server.restarted())?.state, 'waiting');
  });

  it('[AS20] is no longer spoken of when a person says so', async () => {
    const server = await fallenBack();
    server.registry.writable(server.id).agent.back.answer(act(), false);
    assert.equal(oldSession(server)?.state, 'hidden');
    const other = await TestServer.ready();
    assert.throws(() => other.registry.writable(other.id).agent.back.answer(act(), true), { name: 'unavailable' });
  });

  it('[AS19] that is lost while its process slept is handed over with the prompt that woke it', async () => {
    const server = await TestServer.ready();
    await exchange(server, 'Hello', 'Hi');
    server.prompt('Go on');
    await settled();
    const { listener } = server.host.last;
    const opening = { facts: { agentSessionId: 'agent-9' }, memory: 'lost', retelling: null } as const;
    const replaced = { agentSessionId: 'agent-1', ...WHY };
    const told = listener.onReopened!({ ...opening, replaced });
    const [block] = told;
    assert.match(block?.type === 'text' ? block.text : '', /"Hello"[\s\S]*"Hi"/);
    const opened = server.events().findLast(({ type }) => type === 'agent_session_opened');
    assert.equal(Reflect.get(opened!, 'memory'), 'lost');
    const user = entriesOf(server.tab().transcript.entries).findLast((entry) => entry.kind === 'user');
    assert.equal(user?.context, block?.type === 'text' && block.text);
    assert.deepEqual([oldSession(server)?.agentSessionId, oldSession(server)?.turn], ['agent-1', 1]);
    server.host.last.prompts[1]!.end();
    await settled();
    server.prompt('More');
    await settled();
    assert.equal(server.host.last.prompts[2]!.text, 'More');
  });
});

describe('an agent that remembers less than the page shows', () => {
  const WORDS = ['one', 'two', 'three', 'four', 'five'];
  const notices = (server: TestServer) => server.lines().filter((line) => line.includes('remembers_less'));

  async function afterFive(): Promise<TestServer> {
    const server = await TestServer.ready();
    for (const words of WORDS) await exchange(server, `Message ${words}`, `Reply ${words}`);
    return server;
  }

  /** Opens the session again, in a new server, with an agent that retells this. */
  async function retold(server: TestServer, said: string[], isNewer: boolean | null = null): Promise<TestServer> {
    const again = server.restarted();
    again.host.retelling = { isNewer, said };
    await again.registry.connectShown();
    return again;
  }
  const all = WORDS.map((words) => `Message ${words}`);

  it('[AS23] is named with the numbers, once per loss', async () => {
    let server = await retold(await afterFive(), all.slice(0, 3));
    const first = 'notice: remembers_less demo 3 5';
    assert.deepEqual(notices(server), [first]);
    server = await retold(server, all.slice(0, 3));
    assert.deepEqual(notices(server), [first]);
    await exchange(server, 'Message six', 'Reply six');
    server = await retold(server, [...all.slice(0, 3), 'Message six']);
    assert.deepEqual(notices(server), [first]);
    server = await retold(server, all.slice(0, 2));
    assert.deepEqual(notices(server), [first, 'notice: remembers_less demo 2 6']);
  });

  it('[AS23] is named where the beginning is gone', async () => {
    assert.deepEqual(notices(await retold(await afterFive(), all.slice(2))), ['notice: remembers_less demo 3 5']);
  });

  it('[AS23] is not suspected where all is well', async () => {
    const healthy: string[][] = [
      all,
      [...all, 'In the terminal'],
      // One is left out between others, as Copilot, Qwen and Kimi do.
      all.toSpliced(2, 1),
      // Two are retold as one.
      [all[0]!, `${all[1]}\n${all[2]}`, all[3]!, all[4]!],
      // With the agent's own words among and around them.
      ['<system-reminder>be kind</system-reminder>', ...all.map((said) => `<user_query>\n${said}\n</user_query>`)],
      // Reworded altogether.
      WORDS.map((words) => `The person said ${words}`),
    ];
    for (const said of healthy) assert.deepEqual(notices(await retold(await afterFive(), said)), [], said.join(' | '));
  });

  it('[AS23] is not suspected for what was stopped, failed, went unanswered, or was a command', async () => {
    const server = await afterFive();
    server.prompt('Stopped');
    await settled();
    server.registry.writable(server.id).turns.cancel(act());
    server.host.last.prompts.at(-1)!.end('cancelled');
    await settled();
    server.registry.acts.pauseQueue(act(), server.id, false);
    server.prompt('Failed');
    await settled();
    server.host.last.prompts.at(-1)!.fail('Boom');
    await settled();
    server.prompt('Unanswered');
    await settled();
    server.host.last.prompts.at(-1)!.end();
    await settled();
    await exchange(server, '/compact', 'Done');
    assert.equal(server.tab().transcript.turn.n, 9);
    assert.deepEqual(notices(await retold(server, all)), []);
  });

  it('[AS23] is not suspected for what was said before the agent compacted its memory', async () => {
    const shortened: ((server: TestServer) => Promise<unknown>)[] = [
      (server) => exchange(server, '/compact', 'Done'),
      async (server) => {
        const update = { sessionUpdate: 'compaction_update', compactionId: 'c', status: 'completed' };
        server.host.last.listener.onUpdate(update as never);
        server.clock.pass(100);
      },
    ];
    for (const shorten of shortened) {
      const before = await afterFive();
      await shorten(before);
      let server = await retold(before, ['The story so far']);
      assert.deepEqual([server.host.last.request.hearsPast?.(), notices(server)], [false, []]);
      await exchange(server, 'Message six', 'Reply six');
      server = await retold(server, ['The story so far', 'Message six']);
      assert.deepEqual([server.host.last.request.hearsPast?.(), notices(server)], [true, []]);
      assert.equal(notices(await retold(server, [])).length, 1);
    }
  });

  it('[AS29] is not heard again from an agent that gave no answer', async () => {
    const server = await afterFive();
    const again = server.restarted();
    again.host.openFault = Object.assign(new Error('silent'), {
      trouble: { code: 'no_answer', agent: 'demo', method: 'session/load', seconds: 120 },
    });
    await assert.rejects(again.registry.connectShown());
    again.host.openFault = null;
    await again.registry.connectShown();
    assert.equal(again.host.last.request.hearsPast?.(), false);
  });

  it('[AS23] is asked only of what was said in its present session', async () => {
    const server = await afterFive();
    server.host.memory = 'lost';
    server.host.exit();
    await exchange(server, 'Anew', 'Yes');
    assert.deepEqual(notices(await retold(server, ['Anew'])), []);
  });

  it('[AS23] is waited for while fewer messages were retold than there were', async () => {
    const server = await afterFive();
    const again = await retold(server, all);
    assert.equal(again.host.last.request.expects, 5);
    assert.equal(again.host.last.request.hearsPast?.(), true);
  });
});
