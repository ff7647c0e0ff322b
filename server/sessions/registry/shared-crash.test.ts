import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { SessionEvent } from '../../protocol/session/session-event.js';
import { entriesOf } from '../../protocol/transcript/entry-list.js';
import { asked, someone } from '../../protocol/transcript/transcript.rig.js';
import { seeded } from '../../testing/seeded.rig.js';
import { act, settled, TestServer } from './registry.rig.js';

interface State {
  /** Whether a crash takes something from a session in this state. */
  readonly isHit: boolean;
  readonly events: readonly SessionEvent[];
  readonly isRunning?: true;
}

const question = { mode: 'form', message: 'Which?', schema: {} } as const;
const terminal = { type: 'terminal_opened', terminalId: 'x', command: 'sleep 9', cwd: '/work/a' } as const;
const task: SessionEvent = {
  type: 'delegation_started',
  delegationId: 'd',
  sessionId: 's',
  name: 'n',
  agentId: 'other',
  task: 'Look',
};

/** How a session can be when the process dies that it shares with others. */
const STATES: Record<string, State> = {
  untouched: { isHit: false, events: [] },
  'with a queue that is paused': {
    isHit: false,
    events: [
      { type: 'queue_paused', reason: { code: 'paused', device: null } },
      { type: 'prompt_queued', promptId: 'p', content: [{ type: 'text', text: 'later' }], by: someone },
    ],
  },
  'with a command of a person': { isHit: false, events: [{ ...terminal, by: someone }] },
  'with a failed reply': { isHit: false, events: [{ type: 'turn_failed', trouble: { code: 'said', text: 'no' } }] },
  'with a task that has ended': {
    isHit: false,
    events: [task, { type: 'delegation_ended', delegationId: 'd', outcome: 'completed', answer: '' }],
  },
  'with a request that is answered': {
    isHit: false,
    events: [
      asked('p1', { toolCallId: 't' }),
      { type: 'permission_voided', permissionId: 'p1', reason: { code: 'agent_withdrew' } },
    ],
  },
  'at work': { isHit: true, events: [], isRunning: true },
  'with an open request': { isHit: true, events: [asked('p1', { toolCallId: 't' })] },
  'with an open question': { isHit: true, events: [{ type: 'question_asked', questionId: 'q', question }] },
  'with a task of its own': { isHit: true, events: [task] },
  'with a command of the agent': { isHit: true, events: [terminal] },
};

const states = fc.array(fc.record({ name: fc.constantFrom(...Object.keys(STATES)), isUsed: fc.boolean() }), {
  minLength: 1,
  maxLength: 5,
});

describe('a crash of a process that sessions share', () => {
  it('[S33] is recorded where something was in it, and changes nothing in idle sessions', async (t) => {
    const property = fc.asyncProperty(states, async (wanted) => {
      const server = await TestServer.ready();
      const sessions: { id: string; state: State }[] = [];
      for (const { name, isUsed } of wanted) {
        const { id } = server.registry.create(act(), 'demo');
        await settled();
        const state = STATES[name]!;
        const { last } = server.host;
        server.prompt('first', id);
        if (isUsed || !state.isRunning) last.prompts[0]!.end();
        await settled();
        if (isUsed && state.isRunning) server.prompt('second', id);
        server.registry.tree.session(id).log.record(...state.events);
        sessions.push({ id, state });
      }
      // Nothing is brought back here, so that all that is seen is the crash.
      server.host.startFault = new Error('It does not start');
      await server.tick();
      const before = new Map(
        sessions.map(({ id }) => [id, { types: server.types(id), row: JSON.stringify(listed(server, id)) }]),
      );
      server.host.exit();
      await server.tick();
      for (const { id, state } of sessions) {
        const crashes = server.types(id).filter((type) => type === 'agent_exited');
        assert.equal(crashes.length, state.isHit ? 1 : 0);
        if (state.isHit) continue;
        assert.deepEqual(server.types(id), before.get(id)!.types);
        assert.equal(JSON.stringify(listed(server, id)), before.get(id)!.row, 'neither unread nor failed');
      }
    });
    await fc.assert(property, seeded(t, 60));
  });

  it('[S33] says in one line that the agent was restarted, when an idle session is used again', async () => {
    const server = await TestServer.ready();
    const idle = server.id;
    server.prompt('first');
    server.host.last.say('one');
    server.host.last.prompts[0]!.end();
    await settled();
    const busy = server.registry.create(act(), 'demo').id;
    await settled();
    server.prompt('second', busy);
    for (let n = 0; n < 3; n += 1) {
      server.host.exit();
      await server.tick();
    }
    assert.deepEqual(server.lines(idle), ['user: first', 'agent: one']);
    server.prompt('third', idle);
    await settled();
    assert.deepEqual(server.lines(idle).slice(-2), ['mark: restarted', 'user: third']);
    const kinds = entriesOf(server.tab(idle).transcript.entries).map(({ kind }) => kind);
    assert.ok(!kinds.includes('error'));
  });
});

/** What the list of sessions shows of one. */
function listed(server: TestServer, id: string) {
  return server.app.current.sessions.find((session) => session.id === id);
}
