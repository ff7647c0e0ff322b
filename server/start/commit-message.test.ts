import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { CatalogEntry } from '../agents/catalog/catalog.js';
import { testHost } from '../agents/host.rig.js';
import { systemClock } from '../protocol/clock.js';
import { TestClock } from '../protocol/clock.rig.js';
import { cleanMessage } from '../repo/changes/message-writer.js';
import { fitPatch } from '../repo/changes/staged-summary.js';
import { RepoRig, troubleWith } from '../repo/changes.rig.js';
import { Asides } from '../sessions/registry/ask-aside.js';
import { until as holds } from '../testing/until.rig.js';

const WRITER = fileURLToPath(new URL('../testing/writer-agent.mjs', import.meta.url));

interface Noted {
  readonly what: string;
  readonly params?: Record<string, unknown>;
  readonly answers?: unknown[];
}

/** A repository with something staged, and a real agent process that behaves like this. */
function written(t: TestContext, behaviour: string, clock = systemClock as TestClock) {
  const place: { folder?: string } = {};
  const hidden: string[] = [];
  const rig = new RepoRig(t, {
    files: { 'a.txt': 'one\n' },
    ask: (question) => asides.ask(question),
  });
  place.folder = rig.folder;
  const notes = join(rig.home, 'notes');
  const agents = (): CatalogEntry[] => [
    {
      id: 'writer',
      name: 'Writer',
      commands: [{ command: process.execPath, args: [WRITER, behaviour, notes] }],
      install: { kind: 'built_in' },
      login: { kind: 'unknown' },
    },
  ];
  const { host } = testHost(t, agents, { folder: rig.folder });
  const asides = new Asides({ agents: host, clock, hide: (agentId, id) => hidden.push(`${agentId}/${id}`) });
  rig.write('a.txt', 'one\ntwo\n');
  rig.git('add', 'a.txt');
  const noted = (): Noted[] =>
    existsSync(notes)
      ? readFileSync(notes, 'utf8')
          .split('\n')
          .slice(0, -1)
          .map((line) => JSON.parse(line))
      : [];
  const until = async (what: string) => {
    const all = await holds(noted, (notes) => notes.some((each) => each.what === what));
    return all.find((each) => each.what === what)!;
  };
  const write = async () => {
    const { taskId } = await rig.repo.writeMessage(rig.actor, { agentId: null, model: null });
    return { taskId, ended: rig.ended(taskId) };
  };
  return { rig, host, hidden, noted, until, write };
}

describe('a message that an agent writes', () => {
  it('[RP82] comes as the outcome of a task, from what is staged and in the style of the last commits', async (t) => {
    const { rig, until, write, noted } = written(t, 'answers');
    rig.write('a.txt', 'not staged\n');
    const task = await (await write()).ended;
    assert.deepEqual([task.state, task.kind, task.agentId, task.trouble], ['done', 'message', 'writer', null]);
    assert.equal(task.text, 'Add the second line\n\nIt was missing.');
    const { params } = await until('session/prompt');
    const [{ text }] = params!.prompt as [{ text: string }];
    assert.match(text, /^ {2}first$/m, 'the last subjects');
    assert.match(text, /a\.txt \| 1 \+/, 'the staged files');
    assert.match(text, /^\+two$/m, 'the patch');
    assert.doesNotMatch(text, /not staged$/m);
    assert.deepEqual(
      noted()
        .filter(({ what }) => what.startsWith('session/set'))
        .map(({ what, params: set }) => [what, set!.modeId ?? set!.modelId]),
      [
        ['session/set_mode', 'read-only'],
        ['session/set_model', 'tiny-2'],
      ],
    );
  });

  it('[RP83] leaves no conversation behind: it is deleted, or hidden where the agent keeps it', async (t) => {
    const deleted = written(t, 'answers');
    await (await deleted.write()).ended;
    assert.deepEqual((await deleted.until('session/delete')).params, { sessionId: 'w1' });
    assert.deepEqual(deleted.hidden, ['writer/w1'], 'from its beginning on');
    const kept = written(t, 'keeps');
    assert.equal((await (await kept.write()).ended).text, 'Kept by the agent');
    await kept.until('session/close');
    assert.deepEqual(kept.hidden, ['writer/w1']);
    assert.equal(
      kept.noted().some(({ what }) => what === 'session/delete'),
      false,
    );
  });

  it('[RP84] gives nothing to the agent and does nothing for it: no permission, no file, no command, no MCP server', async (t) => {
    const { rig, write, until } = written(t, 'asks');
    const task = await (await write()).ended;
    assert.equal(task.text, 'Without any help');
    const [permission, ...others] = (await until('answers')).answers!;
    assert.deepEqual(permission, { outcome: { outcome: 'selected', optionId: 'no' } });
    for (const answer of others) assert.ok(typeof (answer as { error?: unknown }).error === 'string', String(answer));
    assert.equal(readFileSync(join(rig.folder, 'a.txt'), 'utf8'), 'one\ntwo\n');
    assert.equal(existsSync(join(rig.folder, 'made-by-agent')), false);
    assert.deepEqual((await until('session/new')).params!.mcpServers, []);
  });

  it('[RP84] is given up when the agent uses a tool, but not when it only thinks', async (t) => {
    const { write, until } = written(t, 'tool');
    const task = await (await write()).ended;
    assert.deepEqual(
      [task.state, task.trouble, task.text],
      ['failed', { code: 'no_message', why: 'used_tool' }, undefined],
    );
    await until('session/cancel');
    await until('session/delete');
    const thinking = written(t, 'thinks');
    assert.equal((await (await thinking.write()).ended).text, 'Thought through');
  });

  it('[RP85] is given up after 60 seconds, and when somebody stops it', async (t) => {
    const clock = new TestClock();
    const slow = written(t, 'hangs', clock);
    const { ended } = await slow.write();
    await slow.until('session/prompt');
    clock.pass(60_000);
    assert.deepEqual((await ended).trouble, { code: 'agent_slow', seconds: 60 });
    await slow.until('session/cancel');
    await slow.until('session/delete');
    const stopped = written(t, 'hangs');
    const task = await stopped.write();
    await stopped.until('session/prompt');
    stopped.rig.repo.stopTask(task.taskId);
    assert.deepEqual([(await task.ended).state, (await task.ended).trouble], ['stopped', null]);
    await stopped.until('session/delete');
  });

  it('[RP85] tells why there is none: a crash, a sign-in, too much, nothing, a refusal, nothing staged', async (t) => {
    const troubleOf = async (behaviour: string) => (await (await written(t, behaviour).write()).ended).trouble;
    const crash = await troubleOf('crashes');
    assert.ok(crash?.code === 'agent_failed' && crash.trouble.code === 'stopped', JSON.stringify(crash));
    const login = await troubleOf('login');
    assert.ok(login?.code === 'agent_failed' && login.trouble.code === 'sign_in_needed', JSON.stringify(login));
    assert.deepEqual(await troubleOf('long'), { code: 'no_message', why: 'too_long' });
    assert.deepEqual(await troubleOf('empty'), { code: 'no_message', why: 'empty' });
    assert.deepEqual(await troubleOf('refuses'), { code: 'no_message', why: 'refused' });
    const { rig } = written(t, 'answers');
    const nobody = await rig.repo.writeMessage(rig.actor, { agentId: 'nobody', model: null });
    const unknown = (await rig.ended(nobody.taskId)).trouble;
    assert.ok(unknown?.code === 'agent_failed' && unknown.trouble.code === 'unknown_agent');
    rig.git('reset', '-q');
    assert.deepEqual(await troubleWith(rig.repo.writeMessage(rig.actor, { agentId: null, model: null })), {
      code: 'nothing_to_commit',
    });
  });

  it('[RP82] is made of at most 48 kB of patch, shared among the files', async (t) => {
    const large = `diff --git a/x b/x\n${'+large\n'.repeat(20_000)}`;
    const small = 'diff --git a/y b/y\n+small\n';
    const fitted = fitPatch(`${large}${small}${large}`, 48 * 1024);
    assert.ok(Buffer.byteLength(fitted) <= 48 * 1024);
    assert.ok(Buffer.byteLength(fitted) > 46 * 1024);
    assert.ok(fitted.includes(small));
    assert.equal(fitted.match(/left out/g)?.length, 2);
    assert.equal(fitPatch(small, 48 * 1024), small);
    assert.ok(Buffer.byteLength(fitPatch(small.repeat(10_000), 48 * 1024)) <= 48 * 1024);
    const { rig, write, until } = written(t, 'answers');
    rig.write('large.txt', 'line\n'.repeat(2_000_000));
    rig.git('add', '-A');
    await (await write()).ended;
    const [{ text }] = (await until('session/prompt')).params!.prompt as [{ text: string }];
    assert.ok(Buffer.byteLength(text) < 60 * 1024, `${Buffer.byteLength(text)} bytes`);
    assert.match(text, /^\+two$/m, 'the small file is there');
  });

  it('[RP82] is freed of what agents put around it', () => {
    for (const [said, message] of [
      ['Fix it', 'Fix it'],
      ['```\nFix it\n```', 'Fix it'],
      ['Here is the message:\n\n```text\nFix it\n\nBody\n```\n', 'Fix it\n\nBody'],
      ['Here’s the commit message:\nFix it', 'Fix it'],
      ['"Fix it"', 'Fix it'],
      ['`Fix it`', 'Fix it'],
      ['Fix `it`  \r\n\r\nWhy \u0007not', 'Fix `it`\n\nWhy not'],
    ] as const) {
      assert.equal(cleanMessage(said), message, said);
    }
  });
});
