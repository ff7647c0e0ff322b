import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ToolCallUpdate } from '@agentclientprotocol/sdk';
import type { RuleJudge } from '../../ports/rules.js';
import type { AskedCall, PermissionRule } from '../../protocol/api/permission-rule.js';
import { LIMITS } from '../../protocol/limits.js';
import { reduceTranscript } from '../../protocol/session/reduce.js';
import type { LoggedEvent } from '../../protocol/session/session-event.js';
import type { Permission } from '../../protocol/transcript/entries.js';
import { entriesOf } from '../../protocol/transcript/entry-list.js';
import { emptyTranscript } from '../../protocol/transcript/transcript.js';
import { act, settled, TestServer } from '../registry/registry.rig.js';
import { noJudge } from './no-judge.rig.js';

const options = [
  { optionId: 'yes', name: 'Allow once', kind: 'allow_once' as const },
  { optionId: 'no', name: 'Reject', kind: 'reject_once' as const },
];

/** A turn in which the agent announces calls, asks about them, and changes its mind. */
class Asking {
  readonly server: TestServer;
  readonly answers: string[] = [];

  private constructor(server: TestServer) {
    this.server = server;
  }

  static async ready(judge?: RuleJudge): Promise<Asking> {
    const server = await TestServer.ready(judge ? { judge } : {});
    server.prompt('go');
    return new Asking(server);
  }

  say(fields: object, sessionUpdate: 'tool_call' | 'tool_call_update' = 'tool_call_update'): void {
    this.server.host.last.listener.onUpdate({ sessionUpdate, toolCallId: 't', title: 'Run', ...fields } as never);
  }

  update(fields: object): void {
    this.server.host.last.listener.onUpdate({ sessionUpdate: 'tool_call_update', toolCallId: 't', ...fields } as never);
  }

  ask(toolCall: Partial<ToolCallUpdate> = {}, signal = new AbortController().signal): void {
    const request = { toolCall: { toolCallId: 't', ...toolCall }, options };
    void this.server.host.last.listener
      .onPermission(request, signal)
      .then((option) => this.answers.push(option?.optionId ?? 'none'));
  }

  get permissions(): Permission[] {
    const { entries } = this.server.tab().transcript;
    return entriesOf(entries).flatMap((entry) => (entry.kind === 'tool' ? entry.permissions : []));
  }

  answer(permission: Permission, digest = permission.digest): void {
    const extras = digest === undefined ? {} : { digest };
    this.server.registry.writable(this.server.id).permissions.answer(act(), permission.permissionId, 'yes', extras);
  }
}

const CHANGES: Record<string, object> = {
  rawInput: { rawInput: { command: 'rm -rf ~' } },
  content: { content: [{ type: 'content', content: { type: 'text', text: 'rm -rf ~' } }] },
  locations: { locations: [{ path: '/etc/passwd' }] },
  title: { title: 'Delete everything' },
  kind: { kind: 'delete' },
};

describe('requests are frozen', () => {
  it('[P9] with what the agent had said about the call before, and not with what it says later', async () => {
    const asking = await Asking.ready();
    asking.say({ kind: 'execute', rawInput: { command: 'ls && touch end' } }, 'tool_call');
    asking.ask({ title: 'ls…' });
    const [frozen] = asking.permissions;
    assert.deepEqual(frozen?.told, { title: 'Run', kind: 'execute', rawInput: { command: 'ls && touch end' } });
    assert.match(frozen.digest ?? '', /^[0-9a-f]{64}$/);
    asking.update({ status: 'in_progress', rawOutput: 'so far' });
    asking.update({ rawInput: { command: 'ls && touch end' } });
    await asking.server.tick();
    assert.deepEqual(asking.permissions, [frozen]);
    assert.ok(!asking.server.types().includes('permission_changed'));
  });

  it('[P9] without keeping twice what the request says itself', async () => {
    const asking = await Asking.ready();
    const fields = { title: 'Run ls', kind: 'execute' as const, rawInput: { b: 1, command: 'ls' } };
    asking.say(fields, 'tool_call');
    asking.ask({ ...fields, rawInput: { command: 'ls', b: 1 } });
    assert.equal(asking.permissions[0]?.told, undefined);
    const [requested] = asking.server.events().filter(({ type }) => type === 'permission_requested');
    assert.ok(requested && !('told' in requested));
  });

  it('[P9] by digests that differ for everything that differs', async () => {
    const digests: (string | undefined)[] = [];
    for (const change of [{}, ...Object.values(CHANGES)]) {
      for (const isAnnounced of [true, false]) {
        const asking = await Asking.ready();
        asking.say(isAnnounced ? change : {}, 'tool_call');
        asking.ask(isAnnounced ? {} : change);
        digests.push(asking.permissions[0]?.digest);
      }
    }
    // Nothing announced and nothing asked is the same either way.
    assert.equal(new Set(digests).size, digests.length - 1);
  });

  for (const [field, change] of Object.entries(CHANGES)) {
    it(`[P10] anew when the agent changes the ${field}, for every tab`, async () => {
      const asking = await Asking.ready();
      asking.say({ kind: 'execute', rawInput: { command: 'ls' } }, 'tool_call');
      asking.ask();
      const [before] = asking.permissions;
      const watching = asking.server.tab();
      asking.update(change);
      await asking.server.tick();
      const [after] = asking.permissions;
      assert.deepEqual(after?.changed, { fields: [field], count: 1 });
      assert.notEqual(after.digest, before?.digest);
      assert.deepEqual(after.told?.[field as 'title'], change[field as keyof typeof change]);
      const seen = entriesOf(watching.transcript.entries).find((entry) => entry.kind === 'tool');
      assert.deepEqual(seen?.kind === 'tool' && seen.permissions, [after]);
    });
  }

  it('[RA31] and stay as they are when the agent joins what it has said about the input in two parts', async () => {
    const joined = { command: 'ls', cwd: '/work/a' };
    const tellings: [input: unknown, isChange: boolean][] = [
      [joined, false],
      [{ cwd: '/work/a', command: 'ls' }, false],
      [{ command: 'ls' }, false],
      [{ cwd: '/work/a' }, false],
      [{ command: 'rm', cwd: '/work/a' }, true],
      [{ command: 'ls', cwd: '/' }, true],
      [{ ...joined, shell: 'sh' }, true],
      [['ls'], true],
      ['ls /work/a', true],
    ];
    for (const [rawInput, isChange] of tellings) {
      const asking = await Asking.ready();
      asking.say({ title: 'bash', rawInput: { cwd: '/work/a' } }, 'tool_call');
      asking.ask({ title: 'ls', rawInput: { command: 'ls' } });
      const [frozen] = asking.permissions;
      asking.update({ title: 'ls', status: 'in_progress', rawInput });
      await asking.server.tick();
      const told = JSON.stringify(rawInput);
      assert.equal(asking.server.types().includes('permission_changed'), isChange, told);
      if (!isChange) assert.deepEqual(asking.permissions, [frozen], told);
    }
  });

  it('[RA31] unless the joined input has less in it than was said', async () => {
    const asking = await Asking.ready();
    asking.say({ rawInput: { cwd: '/work/a', dryRun: true } }, 'tool_call');
    asking.ask({ rawInput: { command: 'rm x' } });
    asking.update({ rawInput: { command: 'rm x', cwd: '/work/a' } });
    await asking.server.tick();
    assert.deepEqual(asking.permissions[0]?.changed, { fields: ['rawInput'], count: 1 });
  });

  it('[P10] and rules look at the changed call', async () => {
    const judged: unknown[] = [];
    const rule = { id: 'r', effect: 'reject' } as PermissionRule;
    const judge: RuleJudge = {
      ...noJudge,
      judge: ({ entry }: AskedCall) => {
        judged.push(entry?.rawInput);
        return JSON.stringify(entry?.rawInput).includes('rm') ? rule : null;
      },
    };
    const asking = await Asking.ready(judge);
    asking.say({ rawInput: { command: 'ls' } }, 'tool_call');
    asking.ask();
    asking.update({ rawInput: { command: 'rm' } });
    await asking.server.tick();
    assert.deepEqual(judged, [{ command: 'ls' }, { command: 'rm' }]);
    assert.deepEqual(asking.answers, ['no']);
  });

  it('[P10] also if they change while rules look at them', async () => {
    const pending: (() => void)[] = [];
    const allow = { id: 'r', effect: 'allow' } as PermissionRule;
    const judge: RuleJudge = {
      ...noJudge,
      judge: ({ entry }: AskedCall) => {
        const isMild = JSON.stringify(entry?.rawInput).includes('ls');
        return new Promise((resolve) => pending.push(() => resolve(isMild ? allow : null)));
      },
    };
    const asking = await Asking.ready(judge);
    asking.say({ rawInput: { command: 'ls' } }, 'tool_call');
    asking.ask();
    asking.update({ rawInput: { command: 'rm' } });
    pending.shift()!();
    await asking.server.tick();
    assert.equal(asking.answers.length, 0, 'a rule has allowed what it never saw');
    pending.shift()!();
    await settled();
    assert.deepEqual([asking.answers, asking.permissions[0]?.outcome.status], [[], 'pending']);
  });

  it('[P11] and an answer to what they no longer are is refused', async () => {
    const asking = await Asking.ready();
    asking.say({ rawInput: { command: 'ls' } }, 'tool_call');
    asking.ask();
    const [seen] = asking.permissions;
    // It has come, and waits for its tick.
    asking.update({ rawInput: { command: 'rm -rf ~' } });
    const reason = { code: 'request_changed' };
    assert.throws(() => asking.answer(seen!), { name: 'conflict', reason });
    await settled();
    assert.deepEqual(asking.answers, []);
    const [now] = asking.permissions;
    asking.answer(now!);
    await settled();
    assert.deepEqual(asking.answers, ['yes']);
  });

  it('[P9] and logs from before that still open', async () => {
    const asking = await Asking.ready();
    asking.say({ rawInput: { command: 'ls' } }, 'tool_call');
    asking.ask();
    const events = asking.server.events().map((event): LoggedEvent => {
      if (event.type !== 'permission_requested') return event;
      const { digest: _digest, ...old } = event;
      return old;
    });
    const [call] = entriesOf(events.reduce(reduceTranscript, emptyTranscript).entries).slice(-1);
    assert.ok(call?.kind === 'tool' && call.permissions.length === 1);
  });
});

describe('very many requests', () => {
  const MANY = 1_000;
  const askMany = (asking: Asking) => {
    for (let i = 0; i < MANY; i++) asking.ask({ toolCallId: `t${i}`, title: `Run ${i}` });
  };
  const open = (asking: Asking) => asking.permissions.filter(({ outcome }) => outcome.status === 'pending');

  it('[P12] are open 50 at a time; the rest waits in order, and is counted', async () => {
    const asking = await Asking.ready();
    askMany(asking);
    asking.server.clock.pass(1_000);
    const tab = asking.server.tab();
    assert.deepEqual([tab.transcript.pending.length, tab.transcript.waiting], [LIMITS.openRequests, 950]);
    asking.answer(open(asking)[3]!);
    asking.server.clock.pass(1_000);
    const titles = open(asking).map(({ toolCall }) => toolCall.title);
    assert.deepEqual([titles.length, titles.at(-1), tab.transcript.waiting], [50, 'Run 50', 949]);
    while (open(asking).length > 0) for (const permission of open(asking)) asking.answer(permission);
    await settled();
    asking.server.clock.pass(1_000);
    assert.deepEqual([asking.answers.length, asking.server.tab().transcript.waiting], [MANY, 0]);
  });

  it('[P12] go with the turn: the agent hears "cancelled" once for each', async () => {
    for (const end of ['stop', 'exit'] as const) {
      const asking = await Asking.ready();
      askMany(asking);
      asking.server.clock.pass(1_000);
      if (end === 'stop') asking.server.registry.writable(asking.server.id).turns.cancel(act());
      else asking.server.host.exit();
      await settled();
      asking.server.clock.pass(1_000);
      assert.deepEqual(new Set(asking.answers.map((answer) => JSON.stringify(answer))).size, 1);
      const { pending, waiting } = asking.server.tab().transcript;
      assert.deepEqual([asking.answers.length, pending.length, waiting], [MANY, 0, 0], end);
      assert.equal(asking.permissions.length, LIMITS.openRequests, 'what was never open is not shown');
    }
  });

  it('[P12] can be withdrawn while they wait', async () => {
    const asking = await Asking.ready();
    askMany(asking);
    const withdrawn = new AbortController();
    asking.ask({ toolCallId: 'w' }, withdrawn.signal);
    withdrawn.abort();
    await settled();
    asking.server.clock.pass(1_000);
    const { pending, waiting } = asking.server.tab().transcript;
    assert.deepEqual([asking.answers, pending.length, waiting], [['none'], LIMITS.openRequests, 950]);
  });

  it('[P12] are answered by "allow all" however many wait', async () => {
    const asking = await Asking.ready({ ...noJudge, mustAsk: () => false });
    askMany(asking);
    asking.server.registry.rules.setAllowAll(act(), asking.server.id, true);
    await settled();
    assert.equal(asking.answers.length, MANY);
  });
});
