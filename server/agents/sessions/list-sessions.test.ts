import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { ScriptedError } from '../../testing/scripted-agent.rig.js';
import { Ear, faultWith, initializeScripted, scratchFolder } from '../connection/connection.rig.js';
import { AgentFault } from '../process/agent-fault.js';
import { saysMissing } from './missing-session.js';

const LIST = { sessionCapabilities: { list: {} } };
const LIST_AND_LOAD = { loadSession: true, ...LIST };
const idsOf = (listed: readonly { agentSessionId: string }[]) => listed.map(({ agentSessionId }) => agentSessionId);
const chunk = (kind: string, text: string) => ({ sessionUpdate: kind, content: { type: 'text', text } });

describe("an agent's list of sessions", () => {
  it('[AS2] is read to its last page, and only what belongs to the folder is taken', async (t) => {
    const { agent, connection, folder } = await initializeScripted(t, LIST);
    const link = join(scratchFolder(t), 'same');
    symlinkSync(folder, link);
    const pages: Record<string, object> = {
      first: {
        sessions: [{ sessionId: 'a', cwd: folder, title: 'One\nline', updatedAt: '2026-05-01T10:00:00Z' }],
        nextCursor: 'p2',
      },
      p2: {
        sessions: [
          { sessionId: 'b', cwd: '/elsewhere' },
          { sessionId: 'c', cwd: `${link}/` },
        ],
        nextCursor: 'p3',
      },
      p3: { sessions: [{ sessionId: 'a', cwd: folder, title: 'Newer' }], nextCursor: null },
    };
    agent.on('session/list', ({ cursor }) => pages[cursor ?? 'first']);
    assert.deepEqual(await connection.listSessions(folder), [
      { agentSessionId: 'a', title: 'Newer', updatedAt: null },
      { agentSessionId: 'c', title: null, updatedAt: null },
    ]);
    assert.deepEqual(
      agent.calls('session/list').map(({ params }) => params),
      [{ cwd: folder }, { cwd: folder, cursor: 'p2' }, { cwd: folder, cursor: 'p3' }],
    );
  });

  it('[AS2] ends where a page is named twice or cannot be had, with what was read until then', async (t) => {
    const { agent, connection, folder } = await initializeScripted(t, LIST);
    const page = (sessionId: string, nextCursor: string) => ({ sessions: [{ sessionId, cwd: folder }], nextCursor });
    agent.on('session/list', ({ cursor }) => (cursor ? page('b', 'again') : page('a', 'again')));
    assert.deepEqual(idsOf(await connection.listSessions(folder)), ['a', 'b']);
    agent.on('session/list', ({ cursor }) => {
      if (cursor) throw new ScriptedError(-32602, 'bad cursor');
      return page('a', 'next');
    });
    assert.deepEqual(idsOf(await connection.listSessions(folder)), ['a']);
    let n = 0;
    agent.on('session/list', () => page(`s${n}`, `c${n++}`));
    assert.equal((await connection.listSessions(folder)).length, 100);
  });

  it('[AS2] leaves out what is no session, and is empty where it is not offered', async (t) => {
    const { agent, connection, folder } = await initializeScripted(t, LIST);
    const bad = [null, 7, [], {}, { sessionId: '', cwd: folder }, { sessionId: 'x' }, { sessionId: 'y', cwd: 'here' }];
    const odd = { sessionId: 'odd', cwd: folder, title: { toString: 'x' }, updatedAt: 'last week' };
    agent.on('session/list', () => ({ sessions: [...bad, odd] }));
    assert.deepEqual(await connection.listSessions(folder), [{ agentSessionId: 'odd', title: null, updatedAt: null }]);
    agent.on('session/list', () => ({ sessions: 'none' }));
    assert.deepEqual(await connection.listSessions(folder), []);
    agent.on('session/list', () => Promise.reject(new ScriptedError(-32000, 'sign in')));
    await assert.rejects(connection.listSessions(folder), { code: -32000 });
    const other = await initializeScripted(t);
    assert.deepEqual(await other.connection.listSessions(folder), []);
    assert.equal(other.agent.calls('session/list').length, 0);
  });
});

describe('opening a session that an agent may still have', () => {
  it('[AS3] is not tried when its list does not have it, in this folder or any other', async (t) => {
    const { agent, open, log } = await initializeScripted(t, LIST_AND_LOAD, {
      'session/list': () => ({ sessions: [] }),
    });
    const session = await open(new Ear(), 'gone');
    assert.deepEqual([session.memory, agent.calls('session/load').length], ['lost', 0]);
    assert.equal(agent.calls('session/list').length, 2);
    assert.ok(log.includes('session/list does not have gone, so it is not loaded'));
  });

  it('[AS3] is tried when the list has it, cannot be had, or may have more than was read', async (t) => {
    const answers = [
      (folder: string) => ({ sessions: [{ sessionId: 'mine', cwd: folder }] }),
      () => Promise.reject(new ScriptedError(-32603, 'the disk is asleep')),
      () => ({ sessions: [], nextCursor: 'round and round' }),
    ];
    for (const answer of answers) {
      const { agent, open, folder } = await initializeScripted(t, LIST_AND_LOAD);
      agent.on('session/list', () => answer(folder));
      agent.on('session/load', ({ sessionId }) => {
        agent.update(sessionId, chunk('agent_message_chunk', 'past'));
        return {};
      });
      assert.equal((await open(new Ear(), 'mine')).memory, 'kept');
    }
  });

  it('[AS3] is tried for what this process had open itself, though a stale list does not have it', async (t) => {
    const capabilities = { loadSession: true, sessionCapabilities: { list: {}, close: {} } };
    const { agent, open } = await initializeScripted(t, capabilities, {
      'session/list': () => ({ sessions: [] }),
      'session/close': () => ({}),
    });
    agent.on('session/load', ({ sessionId }) => {
      agent.update(sessionId, chunk('agent_message_chunk', 'past'));
      return {};
    });
    (await open()).close();
    assert.equal((await open(new Ear(), 's1')).memory, 'kept');
    const order = agent.heard.flatMap(({ method }) => method ?? []);
    assert.deepEqual(order.slice(2), ['session/close', 'session/list', 'session/list', 'session/load']);
  });

  it('[AS4] tells "not there" from a failure by the words beside a code that says little', () => {
    const missing: [number, string][] = [
      [-32002, 'gone'],
      [-32602, 'Session 0199 not found'],
      [-32602, 'unknown session id'],
      [-32603, 'Internal error: No previous sessions found for this project.'],
      [-32603, 'Internal error: No conversation found with session ID: 0199'],
      [-32603, 'Internal error: no rollout found for thread id 0199: not found'],
    ];
    const failing: [number | undefined, string][] = [
      [-32603, 'Internal error'],
      [-32603, 'Internal error: Failed to resolve provider'],
      [-32602, 'cwd must be absolute'],
      [-32603, 'the session file is locked'],
      [-32000, 'session not found'],
      [undefined, 'The agent did not answer within 120 s, session not found'],
    ];
    const says = ([code, message]: [number | undefined, string]) =>
      saysMissing(new AgentFault({ code: 'said', text: message }, code));
    assert.deepEqual(
      missing.map(says),
      missing.map(() => true),
    );
    assert.deepEqual(
      failing.map(says),
      failing.map(() => false),
    );
  });

  it('[AS4] loads where resuming fails', async (t) => {
    const capabilities = { loadSession: true, sessionCapabilities: { resume: {} } };
    const { agent, open } = await initializeScripted(t, capabilities, {
      'session/resume': () => Promise.reject(new ScriptedError(-32603, 'Internal error')),
    });
    agent.on('session/load', ({ sessionId }) => {
      agent.update(sessionId, chunk('user_message_chunk', 'past'));
      return {};
    });
    assert.equal((await open(new Ear(), 'mine')).memory, 'kept');
  });

  it('[AS5] that retells nothing of a past has lost it, however it answers', async (t) => {
    const { open, log } = await initializeScripted(t, { loadSession: true }, { 'session/load': () => ({}) });
    const session = await open(new Ear(), 'mine');
    assert.deepEqual([session.memory, session.facts.agentSessionId], ['lost', 'mine']);
    assert.ok(log.includes('session/load of mine retold nothing: the agent has lost it'));
  });

  it('[AS6] that has changed since we saw it is loaded, to hear what people said in it', async (t) => {
    const openSeenAt = async (seenAt: number) => {
      const capabilities = { loadSession: true, sessionCapabilities: { list: {}, resume: {} } };
      const { agent, connection, folder } = await initializeScripted(t, capabilities, { 'session/resume': () => ({}) });
      const updatedAt = new Date(1_000_000).toISOString();
      agent.on('session/list', () => ({ sessions: [{ sessionId: 'mine', cwd: folder, updatedAt }] }));
      agent.on('session/load', ({ sessionId }) => {
        for (const text of ['Hel', 'lo']) agent.update(sessionId, chunk('user_message_chunk', text));
        agent.update(sessionId, chunk('agent_message_chunk', 'Hi'));
        agent.update(sessionId, chunk('user_message_chunk', 'From the terminal'));
        return {};
      });
      const ear = new Ear();
      const request = { cwd: folder, agentSessionId: 'mine', replay: 'drop', seenAt } as const;
      const { retelling } = await connection.openSession(request, ear);
      assert.deepEqual(ear.updates, []);
      return { retelling, resumes: agent.calls('session/resume').length };
    };
    assert.deepEqual(await openSeenAt(995_000), { retelling: null, resumes: 1 });
    const retelling = { isNewer: true, said: ['Hello', 'From the terminal'] };
    assert.deepEqual(await openSeenAt(5_000), { retelling, resumes: 0 });
  });

  it('[AS7] whose history is wanted is refused if it is gone or held open', async (t) => {
    const { agent, open } = await initializeScripted(t, { loadSession: true });
    agent.on('session/load', () => Promise.reject(new ScriptedError(-32002, 'no')));
    await assert.rejects(open(new Ear(), 'x', 'keep'), {
      trouble: { code: 'session_gone', agent: 'Scripted' },
      code: -32002,
    });
    agent.on('session/load', () => Promise.reject(new ScriptedError(-32602, 'Session x is already loaded')));
    await assert.rejects(open(new Ear(), 'x', 'keep'), faultWith('session_held_open'));
    assert.equal(agent.calls('session/new').length, 0);
  });

  it('[AS7] whose history is wanted again is closed and loaded, although this process had it open', async (t) => {
    const capabilities = { loadSession: true, sessionCapabilities: { close: {} } };
    const { agent, open } = await initializeScripted(t, capabilities, { 'session/close': () => ({}) });
    agent.on('session/load', ({ sessionId }) => {
      agent.update(sessionId, chunk('agent_message_chunk', 'all of it'));
      return {};
    });
    (await open()).close();
    const ear = new Ear();
    const session = await open(ear, 's1', 'keep');
    assert.deepEqual([session.memory, ear.text, session.retelling], ['kept', 'all of it', null]);
  });

  it('[AS8] is deleted and renamed with the agent only where it offers that', async (t) => {
    const plain = await initializeScripted(t);
    await assert.rejects(plain.connection.deleteSession('a'), faultWith('cannot_delete'));
    assert.equal(await plain.connection.renameSession('a', 'New'), false);
    assert.deepEqual(plain.connection.abilities, { list: false, load: false, delete: false });
    const capabilities = { sessionCapabilities: { delete: {}, title: {} } };
    const { agent, connection } = await initializeScripted(t, capabilities, {
      'session/delete': () => ({}),
      'session/set_title': ({ title }) => ({ title }),
    });
    await connection.deleteSession('a');
    assert.equal(await connection.renameSession('a', 'New'), true);
    assert.deepEqual(agent.calls('session/delete')[0]?.params, { sessionId: 'a' });
    assert.deepEqual(agent.calls('session/set_title')[0]?.params, { sessionId: 'a', title: 'New' });
  });
});
