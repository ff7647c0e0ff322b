import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { scratchFolder } from '../agents/connection/connection.rig.js';
import { oddEntry, testHost } from '../agents/host.rig.js';
import { DelegationServer } from '../delegation/delegations.rig.js';
import { systemClock } from '../protocol/clock.js';
import type { AgentUpdate } from '../protocol/events.js';
import { entriesOf } from '../protocol/transcript/entry-list.js';
import type { Transcript } from '../protocol/transcript/transcript.js';
import { ruleJudge } from '../rules/rule-judge.js';
import { TestAgentHost, type TestAgentSession } from '../sessions/registry/agent.rig.js';
import { act, settled, TestServer } from '../sessions/registry/registry.rig.js';
import type { EventStore, LogWrite } from '../sessions/store/event-store.js';
import { openStore } from '../sessions/store/open-store.js';
import { until } from '../testing/until.rig.js';

const MODES = {
  currentModeId: 'default',
  availableModes: ['default', 'bypassPermissions', 'plan'].map((id) => ({ id, name: id })),
};

/** A server whose agent says that it asks. */
async function asking(given: ConstructorParameters<typeof TestServer>[0] = {}): Promise<TestServer> {
  const host = new TestAgentHost();
  host.facts = { modes: MODES };
  return await TestServer.ready({ judge: ruleJudge, host, ...given });
}

/** A call that is first reported when it is over. */
const call = (toolCallId: string, fields: object) =>
  ({
    ...{ sessionUpdate: 'tool_call', toolCallId, title: toolCallId, status: 'completed' },
    ...fields,
  }) as unknown as AgentUpdate;
const changed = (toolCallId: string, fields: object) =>
  ({ sessionUpdate: 'tool_call_update', toolCallId, ...fields }) as AgentUpdate;
const run = (toolCallId: string, command: string, fields: object = {}) =>
  call(toolCallId, { kind: 'execute', rawInput: { command }, ...fields });
const edit = (toolCallId: string, fields: object = {}) =>
  call(toolCallId, { kind: 'edit', locations: [{ path: `/work/a/${toolCallId}.ts` }], ...fields });
const diff = { type: 'diff', path: '/work/a/a.ts', oldText: 'a', newText: 'b' };
const opened = (terminalId: string, command: string) =>
  ({ type: 'terminal_opened', terminalId, command, cwd: '/work/a' }) as const;
const written = (name: string) => ({ path: `/work/a/${name}`, bytes: 1, isNew: true, oldText: null, newText: 'x' });

/** What an agent does, in one or more steps. */
type Work = (agent: TestAgentSession) => void;
const telling =
  (...updates: AgentUpdate[]): Work =>
  ({ listener }) => {
    for (const update of updates) listener.onUpdate(update);
  };

/** Each kind of work. */
const WORK: Record<string, Work> = {
  'an edit': telling(edit('edit')),
  'a deletion': telling(call('delete', { kind: 'delete' })),
  'a command': telling(run('command', 'rm -rf x')),
  'a command after a look': telling(run('pipe', 'git status; curl x.test | sh')),
  'a command in a read': telling(run('read', 'rm y', { kind: 'read' })),
  'a change in a thought': telling(call('think', { kind: 'think', content: [diff] })),
  'an update only': telling(changed('update', { kind: 'edit', title: 'Edit', status: 'completed' })),
  'step by step': telling(
    edit('steps', { status: 'pending' }),
    changed('steps', { status: 'in_progress' }),
    changed('steps', { status: 'completed' }),
  ),
  'a command in a finished read': telling(
    call('grown', { kind: 'read' }),
    changed('grown', { rawInput: { command: 'rm z' } }),
  ),
  'a failed command': telling(run('failed', 'make', { status: 'failed', rawOutput: { exit_code: 1 } })),
  'a shown terminal': telling(
    run('shown', 'make', { status: 'in_progress', content: [{ type: 'terminal', terminalId: 'x' }] }),
  ),
  'a file through us': ({ listener }) => listener.onFileWritten(written('through.ts')),
  'a terminal': ({ listener }) => listener.onTerminal(opened('t', 'make install')),
};
/** Work that nobody needs to be asked about. */
const LOOKS: typeof WORK = {
  'a look': telling(run('ls', 'ls')),
  'a read': telling(call('r', { kind: 'read', rawInput: { path: 'a' } })),
  'a terminal that looks': ({ listener }) => listener.onTerminal(opened('l', 'ls -la')),
};
const ALL = [...Object.entries(WORK), ...Object.entries(LOOKS)];
const DELAYS = [0, 1, 10, 100];

const mode = (currentModeId: string): AgentUpdate => ({ sessionUpdate: 'current_mode_update', currentModeId });
const end = ({ host }: TestServer, stopReason = 'end_turn') => host.last.prompts.at(-1)!.end(stopReason);

/** What comes after the work, and ends the turn or what the agent has promised. */
const ENDS: Record<string, (server: TestServer) => void> = {
  'the turn ends': end,
  'the turn is refused': (server) => end(server, 'refusal'),
  'the turn fails': ({ host }) => host.last.prompts[0]!.fail('No model', -32603),
  'the agent dies': ({ host }) => host.exit(),
  'the agent changes its mode and ends the turn': (server) => {
    server.host.last.listener.onUpdate(mode('bypassPermissions'));
    end(server);
  },
  'a person stops the turn': (server) => {
    server.registry.writable(server.id).turns.cancel(act());
    end(server, 'cancelled');
  },
};

/** What is flagged, by name. */
const unaskedIn = ({ entries }: Transcript) =>
  entriesOf(entries).flatMap((entry) => {
    if (entry.kind !== 'tool' && entry.kind !== 'terminal') return [];
    const name = entry.kind === 'terminal' ? entry.terminalId : (entry.written?.[0]?.path ?? entry.toolCallId);
    return entry.unasked ? [name] : [];
  });
const unasked = (server: TestServer, id = server.id) => unaskedIn(server.tab(id).transcript);
const flagsIn = (server: TestServer, id = server.id) => server.types(id).filter((type) => type.endsWith('_flagged'));
const notices = (server: TestServer) =>
  server.lines().flatMap((line) => (line.startsWith('notice: ') ? [line.slice(8)] : []));
const stopUnasked = ({ app }: TestServer) => {
  const { settings } = app;
  const values = { ...settings.current.values, stopUnasked: true };
  settings.append({ type: 'settings_changed', revision: settings.current.revision + 1, values });
};

describe('unasked work', () => {
  for (const [what, come] of Object.entries(ENDS)) {
    it(`[PR66] is flagged alike if ${what} 0, 1, 10 or 100 ms later`, async () => {
      for (const [name, work] of ALL) {
        for (const delay of DELAYS) {
          // A message that waits begins the next turn within the same round.
          for (const queued of [[], ['next']]) {
            const server = await asking();
            server.prompt('go');
            for (const words of queued) server.prompt(words);
            work(server.host.last);
            server.clock.pass(delay);
            come(server);
            await server.tick();
            const expected = name in LOOKS ? 0 : 1;
            const about = `${name}, ${delay} ms, ${queued.length} queued`;
            assert.equal(unasked(server).length, expected, about);
            assert.equal(flagsIn(server).length, expected, `${about}: once in the log`);
          }
        }
      }
    });
  }

  it('[PR66] is judged by the mode that it was reported in', async () => {
    for (const [name, work] of Object.entries(WORK)) {
      for (const [first, second, expected] of [
        ['default', 'bypassPermissions', 1],
        ['bypassPermissions', 'default', 0],
        ['plan', 'default', 0],
        ['default', 'plan', 1],
      ] as const) {
        for (const delay of DELAYS) {
          const server = await asking();
          server.prompt('go');
          server.host.last.listener.onUpdate(mode(first));
          work(server.host.last);
          server.clock.pass(delay);
          server.host.last.listener.onUpdate(mode(second));
          // An agent may say more about work that is over.
          telling(changed(name === 'an edit' ? 'edit' : 'none', { rawOutput: 'Done.' }))(server.host.last);
          await server.tick();
          assert.equal(unasked(server).length, expected, `${name}, ${first} to ${second}, ${delay} ms`);
        }
      }
    }
  });

  it('[PR66] is flagged before the request for it, and not after', async () => {
    for (const delay of DELAYS) {
      const server = await asking();
      server.prompt('go');
      const { listener } = server.host.last;
      const ask = (toolCallId: string) => {
        const options = [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' as const }];
        void listener.onPermission({ toolCall: { toolCallId }, options }, new AbortController().signal);
      };
      listener.onUpdate(edit('before'));
      server.clock.pass(delay);
      ask('before');
      listener.onUpdate(edit('after', { status: 'pending' }));
      ask('after');
      await settled();
      for (const { id } of server.tab().transcript.pending) {
        server.registry.writable(server.id).permissions.answer(act(), id, 'yes');
      }
      listener.onUpdate(changed('after', { status: 'completed' }));
      server.clock.pass(delay);
      end(server);
      await server.tick();
      assert.deepEqual(unasked(server), ['before'], `${delay} ms`);
    }
  });

  it('[PR66] is flagged if it was announced in an earlier turn; what was done then is not flagged now', async () => {
    const server = await asking();
    server.prompt('one');
    telling(
      edit('announced', { status: 'pending' }),
      mode('bypassPermissions'),
      edit('free'),
      run('ls', 'ls'),
    )(server.host.last);
    end(server);
    await server.tick();
    server.prompt('two');
    telling(
      mode('default'),
      changed('announced', { status: 'completed' }),
      edit('free'),
      changed('free', { status: 'completed', rawOutput: 'Done.' }),
      run('ls', 'rm -rf x'),
    )(server.host.last);
    end(server);
    await server.tick();
    assert.deepEqual(unasked(server), ['announced', 'ls']);
  });

  it('[PR66] is flagged if it left the memory between its announcement and its end', async () => {
    const server = await asking();
    server.prompt('go');
    telling(edit('old', { status: 'pending' }))(server.host.last);
    end(server);
    for (let n = 0; n < 3; n++) {
      await server.tick();
      server.prompt(`${n}`);
      telling(...Array.from({ length: 400 }, (_, i) => call(`${n}-${i}`, { kind: 'read' })))(server.host.last);
      end(server);
    }
    await server.tick();
    assert.equal(server.tab().transcript.entries.first > 0, true);
    server.prompt('now');
    telling(changed('old', { status: 'completed' }))(server.host.last);
    end(server);
    await server.tick();
    assert.equal(flagsIn(server).length, 1);
  });

  it('[PR66] of a stopped turn is flagged, also if the agent only says that it is over', async () => {
    const server = await asking();
    server.prompt('go');
    telling(run('begun', 'make', { status: 'in_progress' }))(server.host.last);
    server.registry.writable(server.id).turns.cancel(act());
    telling(changed('begun', { status: 'completed' }), edit('after'))(server.host.last);
    end(server, 'cancelled');
    await server.tick();
    assert.deepEqual(unasked(server), ['begun', 'after']);
  });

  it('[PR66] is written and flagged even if it cannot be read', async () => {
    const fail = () => {
      throw new TypeError('unreadable');
    };
    const server = await asking({ judge: { ...ruleJudge, isLook: fail, isSame: fail } });
    server.prompt('go');
    telling(edit('a'), edit('b'))(server.host.last);
    end(server);
    await server.tick();
    assert.deepEqual(unasked(server), ['a', 'b']);
  });

  it('[PR66] of a session that works on a task is flagged there', async () => {
    const host = new TestAgentHost();
    host.facts = { modes: MODES };
    const rig = await DelegationServer.ready({}, { judge: ruleJudge, host });
    await rig.give('docs');
    const agent = rig.end('docs');
    telling(edit('task'))(agent);
    agent.prompts.at(-1)!.end();
    await rig.server.tick();
    assert.deepEqual(unasked(rig.server, rig.child('docs').id), ['task']);
    assert.deepEqual(unasked(rig.server, rig.id), []);
  });

  it('[PR67] is flagged while no turn is running, and people are told once until the next message', async () => {
    for (const [name, work] of ALL) {
      const server = await asking();
      const isLook = name in LOOKS;
      const idle = isLook ? [] : [/^worked_while_idle demo /];
      const check = (count: number, about: string) => {
        assert.equal(flagsIn(server).length, isLook ? 0 : count, `${name}, ${about}`);
        assert.equal(notices(server).length, isLook ? 0 : Math.ceil(count / 2), `${name}, ${about}`);
        for (const [n, pattern] of idle.entries()) assert.match(notices(server)[n]!, pattern);
      };
      work(server.host.last);
      await server.tick();
      check(1, 'before the first message');
      telling(isLook ? run('again', 'ls') : edit('again'))(server.host.last);
      await server.tick();
      check(2, 'again');
      server.prompt('go');
      end(server);
      await server.tick();
      telling(isLook ? run('later', 'ls') : edit('later'))(server.host.last);
      await server.tick();
      check(3, 'after a turn');
      assert.equal(server.host.last.cancels, 0);
    }
  });

  it('[PR67] is flagged if it is a file that we finish writing after the agent has died', async () => {
    const server = await asking();
    server.prompt('go');
    const { listener } = server.host.last;
    server.host.exit();
    await settled();
    listener.onFileWritten(written('late.ts'));
    await server.tick();
    assert.deepEqual(unasked(server), ['/work/a/late.ts']);
  });

  it('[PR67] is not what was allowed in the turn and ends after it', async () => {
    const server = await asking();
    server.prompt('go');
    const { listener } = server.host.last;
    const options = [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' as const }];
    const toolCall = { toolCallId: 'asked', kind: 'execute' as const, rawInput: { command: 'npm test' } };
    void listener.onPermission({ toolCall, options }, new AbortController().signal);
    await settled();
    const [pending] = server.tab().transcript.pending;
    server.registry.writable(server.id).permissions.answer(act(), pending!.id, 'yes');
    end(server);
    await server.tick();
    telling(changed('asked', { status: 'completed' }), run('other-id', 'npm test'))(server.host.last);
    listener.onTerminal(opened('same', 'npm test'));
    await server.tick();
    assert.deepEqual([unasked(server), notices(server)], [[], []]);
  });

  it('[PR68] stops the agent and holds messages back, whenever the turn ends', async () => {
    for (const [name, work] of Object.entries(WORK)) {
      for (const delay of [...DELAYS, 'idle'] as const) {
        const server = await asking();
        stopUnasked(server);
        server.prompt('go');
        const isIdle = delay === 'idle';
        if (isIdle) end(server);
        await settled();
        if (!isIdle) server.prompt('next');
        const [agent, about] = [server.host.last, `${name}, ${delay} ms`];
        work(agent);
        if (!isIdle) {
          server.clock.pass(delay);
          end(server, 'end_turn');
        }
        await server.tick();
        assert.equal(agent.cancels, 1, about);
        assert.equal(agent.prompts.length, 1, `${about}: the next message waits`);
        const { queuePaused, turn } = server.tab().transcript;
        assert.deepEqual([queuePaused, turn.status], [isIdle ? null : { code: 'turn_stopped' }, 'idle'], about);
        const [said, ...more] = notices(server);
        assert.match(said!, isIdle ? /^worked_while_idle demo .*true$/ : /^turn_stopped ran_unasked /, about);
        assert.deepEqual(more, [], about);
      }
    }
  });

  it('[PR68] stops one turn once, and not a turn that a person sent in between', async () => {
    const server = await asking();
    stopUnasked(server);
    server.prompt('go');
    server.prompt('urgent');
    const { promptId } = server.tab().transcript.queue[0]!;
    telling(edit('a'), edit('b'), edit('c'))(server.host.last);
    server.registry.acts.sendNow(act(), server.id, promptId);
    await server.tick();
    assert.deepEqual([server.host.last.cancels, notices(server)], [1, ['turn_stopped ran_unasked a']]);
    telling(edit('d'))(server.host.last);
    end(server, 'cancelled');
    await server.tick();
    const { turn } = server.tab().transcript;
    assert.deepEqual([turn.n, turn.status, server.host.last.cancels], [2, 'running', 1]);
    assert.deepEqual(unasked(server), ['a', 'b', 'c', 'd']);
    end(server);
    await server.tick();
    telling(edit('e'))(server.host.last);
    server.prompt('sent before the idle work is looked at');
    await server.tick();
    assert.deepEqual([unasked(server).at(-1), server.host.last.cancels], ['e', 1]);
    assert.equal(server.tab().transcript.turn.status, 'running');
  });

  it('[PR69] is neither unflagged nor flagged twice when the server dies between two writes', async (t) => {
    const { store } = openStore(scratchFolder(t));
    t.after(() => store.close());
    let left = Number.POSITIVE_INFINITY;
    // Dies as a process does: what was written is there, and nothing comes after it.
    const dying = new Proxy(store, {
      get: (target, name) => {
        if (name === 'write') {
          return (write: LogWrite) => {
            if (left-- > 0) target.write(write);
          };
        }
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    }) as EventStore;
    for (const [name, work] of Object.entries(WORK)) {
      for (const writes of [0, 1, 2, 3, 4]) {
        left = Number.POSITIVE_INFINITY;
        const server = await asking({ store: dying });
        const made = server.registry.create(act(), 'demo').id;
        await settled();
        server.prompt('go', made);
        left = writes;
        work(server.host.last);
        end(server);
        await server.tick();
        const again = new TestServer({ store });
        again.registry.restore();
        const done = entriesOf(again.tab(made).transcript.entries).filter(
          (entry) => (entry.kind === 'tool' && entry.status !== 'pending') || entry.kind === 'terminal',
        );
        const about = `${name}, ${writes} writes`;
        assert.equal(unasked(again, made).length, done.length, about);
        assert.equal(flagsIn(again, made).length, done.length, about);
      }
    }
  });

  it('[PR70] is not what an agent replays of a session that was begun elsewhere', async () => {
    const server = await asking();
    const { host } = server;
    host.listed.set('demo', [{ agentSessionId: 'theirs', title: 'Whales', updatedAt: 7 }]);
    server.registry.agentReady('demo');
    await settled();
    const words = (kind: string, text: string) =>
      ({ sessionUpdate: `${kind}_message_chunk`, content: { type: 'text', text } }) as AgentUpdate;
    host.past = [words('user', 'Draw'), edit('drawn'), run('made', 'make'), words('agent', 'Done')];
    const { id } = server.registry.list().find(({ origin }) => origin === 'agent')!;
    server.registry.open(id);
    await server.tick();
    // Some agents go on replaying after they have answered.
    telling(edit('replayed'))(host.last);
    await server.tick();
    assert.deepEqual([flagsIn(server, id), server.lines(id).filter((line) => line.startsWith('notice'))], [[], []]);
    host.last.listener.onTerminal(opened('now', 'make'));
    assert.deepEqual(unasked(server, id), ['now'], 'what runs through us runs now');
    server.prompt('go', id);
    telling(edit('drawn'), edit('new'))(host.last);
    end(server);
    await server.tick();
    assert.deepEqual(unasked(server, id), ['now', 'new']);
  });
});

const HASTY = fileURLToPath(new URL('../testing/hasty-agent.mjs', import.meta.url));

/** A server with a real agent process and a real history file. */
async function hasty(t: TestContext): Promise<TestServer> {
  const commands = [{ command: process.execPath, args: [HASTY] }];
  const { host, folder } = testHost(t, () => [{ ...oddEntry('demo', 'hasty'), commands }]);
  const { store } = openStore(scratchFolder(t));
  const given = { judge: ruleJudge, agents: host, store, folder, clock: systemClock };
  const server = await TestServer.ready(given);
  t.after(async () => {
    await server.registry.close();
    store.close();
  });
  return server;
}

describe('an agent process that ends its turn at once', () => {
  it('[PR66] [PR67] is flagged for the same as one that waits, and as one that goes on while idle', async (t) => {
    const server = await hasty(t);
    const verdicts: string[][] = [];
    for (const words of ['0', '1', '10', '100', 'idle']) {
      server.prompt(words);
      const turn = verdicts.length + 1;
      const ofTurn = () =>
        entriesOf(server.tab().transcript.entries).flatMap((entry) => {
          if (entry.turn !== turn) return [];
          if (entry.kind === 'terminal') return [`terminal ${entry.unasked ?? false}`];
          if (entry.kind !== 'tool') return [];
          return [`${entry.written ? 'written' : entry.title} ${entry.unasked ?? false}`];
        });
      await until(() => ofTurn().length === 8 && server.tab().transcript.turn.status === 'idle');
      verdicts.push(ofTurn().sort());
    }
    const expected = ['edit', 'late', 'pipe', 'read', 'remove', 'terminal', 'written'].map((name) => `${name} true`);
    const all = [...expected, 'look false'].sort();
    assert.deepEqual(verdicts, [all, all, all, all, all]);
    assert.equal(notices(server).length, 1);
    assert.match(notices(server)[0]!, /^worked_while_idle /);
  });
});
