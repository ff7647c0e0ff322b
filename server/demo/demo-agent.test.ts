import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { inflateSync } from 'node:zlib';
import { DEMO_AGENT } from '../agents/catalog/catalog-entries.js';
import { Ear, scratchFolder } from '../agents/connection/connection.rig.js';
import { testHost } from '../agents/host.rig.js';
import { DEMO_SUGGESTIONS } from '../protocol/api/demo-scenes.js';
import { talkToDemo } from './demo-agent.rig.js';
import { SCENES, sceneFor } from './scenes/registry.js';

const kinds = (ear: Ear) => new Set<string>(ear.updates.map((update) => update.sessionUpdate));
const of = (ear: Ear, kind: string) => ear.updates.filter((update) => update.sessionUpdate === kind);

describe('the demo agent', () => {
  it('[M1] says that it is a demo, what it can do and what can be set', async (t) => {
    const { ear, session, host, say } = await talkToDemo(t);
    assert.deepEqual(host.agents[0]?.prompt, { image: true, audio: false, embedded: true });
    assert.equal(of(ear, 'available_commands_update').length, 1);
    assert.deepEqual(
      session.facts.options?.map(({ id, type }) => [id, type]),
      [
        ['mode', 'select'],
        ['pace', 'select'],
        ['thinking', 'boolean'],
      ],
    );
    assert.deepEqual(await say('What about whales?'), { stopReason: 'end_turn' });
    assert.match(ear.text, /built-in demo agent.*It is no AI.*You wrote: “What about whales\?”/s);
    assert.deepEqual(of(ear, 'session_info_update'), [
      { sessionUpdate: 'session_info_update', title: 'What about whales?' },
    ]);
    assert.equal(of(ear, 'usage_update').length, 1);
  });

  it('[M12] names what was attached', async (t) => {
    const { ear, session } = await talkToDemo(t);
    const image = { type: 'image' as const, mimeType: 'image/png', data: 'AAAA' };
    await session.prompt([
      { type: 'text', text: 'hello' },
      image,
      { type: 'resource_link', uri: 'file:///a', name: 'a' },
    ]);
    assert.match(ear.text, /You attached: image, image\/png, 3 bytes; link to a\./);
  });

  it('[M2] plays the scene that a suggestion, a command or a word asks for', () => {
    for (const { scene, prompt } of DEMO_SUGGESTIONS) assert.equal(sceneFor(prompt).name, scene, prompt);
    for (const { name } of SCENES) assert.equal(sceneFor(`/${name} please`).name, name);
    assert.deepEqual(new Set(DEMO_SUGGESTIONS.map(({ scene }) => scene)), new Set(SCENES.map(({ name }) => name)));
    const words = [
      'edit',
      'please edit something',
      'long 20',
      'Run a shell',
      'crash',
      'please fail now',
      'show a picture',
    ];
    assert.deepEqual(
      words.map((text) => sceneFor(text).name),
      ['edit', 'edit', 'long', 'shell', 'crash', 'error', 'image'],
    );
    assert.equal(sceneFor('Why do so many programs crash when nobody is looking at them?').name, 'answer');
  });

  it('[M3] changes its one file only if it is allowed, and remembers "always"', async (t) => {
    const { ear, say, folder } = await talkToDemo(t);
    const file = join(folder, 'acdeck-demo.md');
    const choose = (kind: string) => {
      ear.onPermission = async (ask) => {
        ear.asks.push(ask);
        return ask.options.find((option) => option.kind === kind)!;
      };
    };
    const edits = () => (existsSync(file) ? (readFileSync(file, 'utf8').match(/- Edit number \d+/g)?.length ?? 0) : 0);
    choose('reject_once');
    await say('edit');
    assert.equal(edits(), 0);
    assert.equal((of(ear, 'tool_call_update').at(-1) as { status?: string }).status, 'failed');
    choose('allow_once');
    await say('edit');
    assert.equal(edits(), 1);
    choose('allow_always');
    await say('edit');
    await say('edit');
    assert.deepEqual([edits(), ear.asks.length], [3, 3]);
    const [ask] = ear.asks;
    assert.deepEqual(
      ask?.options.map(({ kind }) => kind),
      ['allow_once', 'allow_always', 'reject_once'],
    );
    assert.deepEqual(
      ask?.toolCall.content?.map(({ type }) => type),
      ['diff'],
    );
  });

  it('[M4] acts without asking in auto mode, and not at all in plan mode', async (t) => {
    const { ear, session, say, folder } = await talkToDemo(t);
    await session.setMode('plan');
    await say('edit');
    await say('shell');
    assert.deepEqual([existsSync(join(folder, 'acdeck-demo.md')), ear.terminal], [false, []]);
    await session.setOption('mode', 'auto');
    await say('edit');
    await say('shell');
    assert.deepEqual([existsSync(join(folder, 'acdeck-demo.md')), ear.asks], [true, []]);
    assert.ok(kinds(ear).has('current_mode_update') && kinds(ear).has('config_option_update'));
    await assert.rejects(session.setOption('mode', 'bold'), { code: -32602 });
  });

  it('[M5] runs its command in a terminal of ours', async (t) => {
    const { ear, say } = await talkToDemo(t);
    await say('Run a shell command in a terminal.');
    assert.deepEqual(
      [...new Set(ear.terminal.map((event) => event.type))],
      ['terminal_opened', 'terminal_output', 'terminal_closed'],
    );
    const terminalId = ear.terminal[0]?.terminalId;
    const shown = of(ear, 'tool_call_update').some((update) =>
      JSON.stringify(update).includes(`"terminalId":"${terminalId}"`),
    );
    assert.ok(shown && /exit code 0/.test(ear.text));
  });

  it('[M6] shows reads, plans, thoughts and pictures', async (t) => {
    const { ear, session, say } = await talkToDemo(t);
    for (const text of ['search', 'plan', 'think', 'image']) await say(text);
    assert.ok(['tool_call', 'plan', 'agent_thought_chunk'].every((kind) => kinds(ear).has(kind)));
    const last = of(ear, 'plan').at(-1) as { entries: { status: string }[] };
    assert.ok(last.entries.length === 4 && last.entries.every(({ status }) => status === 'completed'));
    const image = ear.updates.map((update) => (update as { content?: { type: string; data: string } }).content);
    const png = Buffer.from(image.find((content) => content?.type === 'image')!.data, 'base64');
    assert.equal(png.subarray(1, 4).toString(), 'PNG');
    assert.equal(inflateSync(png.subarray(41, -16)).length, (320 * 3 + 1) * 180);
    await session.setOption('thinking', false);
    const thoughts = of(ear, 'agent_thought_chunk').length;
    await say('think');
    assert.equal(of(ear, 'agent_thought_chunk').length, thoughts);
  });

  it('[M7] streams as many numbered parts as wanted', async (t) => {
    const { ear, say } = await talkToDemo(t);
    await say('long 2000 fast');
    const marks = [...ear.text.matchAll(/⟦(\d+)⟧/g)].map((match) => Number(match[1]));
    assert.deepEqual(
      marks,
      Array.from({ length: 2000 }, (_, n) => n + 1),
    );
    assert.ok(of(ear, 'agent_message_chunk').length >= 2000);
  });

  it('[M8] asks with a form and says what was answered', async (t) => {
    const { ear, say } = await talkToDemo(t);
    await say('question');
    assert.match(ear.text, /You declined/);
    const [question] = ear.questions;
    assert.equal(question?.mode, 'form');
    ear.onQuestion = async () => ({ action: 'accept', content: { name: 'Deck', colour: 'red' } });
    await say('question');
    assert.match(ear.text, /"name": "Deck"/);
  });

  it('[M9] stops at once in every scene but the one that hangs', async (t) => {
    const { ear, session, say } = await talkToDemo(t, { ACDECK_DEMO_PACE: '1' });
    ear.onPermission = () => new Promise(() => {});
    ear.onQuestion = () => new Promise(() => {});
    for (const { name } of SCENES.filter((scene) => scene.name !== 'hang' && scene.name !== 'crash')) {
      const before = ear.updates.length;
      const turn = say(`/${name} 100000`);
      await ear.until(() => ear.updates.length > before);
      session.cancel();
      assert.deepEqual(await turn, { stopReason: 'cancelled' }, name);
    }
    const before = ear.updates.length;
    const hung = say('hang').then(String, (error: Error) => error.message);
    await ear.until(() => ear.updates.length > before);
    await ear.until(() => ear.text.includes('Use Force stop.'));
    session.cancel();
    await assert.rejects(say('hello'), /already running/);
    assert.equal(await Promise.race([hung, 'still running']), 'still running');
  });

  it('[M10] fails and goes on; crashes and remembers in its next process', async (t) => {
    const { ear, session, say, host, until, folder } = await talkToDemo(t);
    await assert.rejects(say('error'), { code: -32603, message: /overloaded.*part of the demo/ });
    await say('hello');
    await assert.rejects(say('crash'), /stopped \(exit code 1\)/);
    assert.match(ear.exits[0]?.stderr ?? '', /crashed on request/);
    assert.match(ear.text, /in the middle of a$/);
    await until('ready');
    const link = await host.connect('demo');
    const again = new Ear();
    const id = session.facts.agentSessionId;
    const next = await link.openSession({ cwd: folder, agentSessionId: id, replay: 'keep' }, again);
    assert.equal(next.memory, 'kept');
    assert.match(again.text, /^errorI begin to answer.*hello.*in the middle of a$/s);
    assert.deepEqual(await next.prompt([{ type: 'text', text: 'hello' }]), { stopReason: 'end_turn' });
  });

  it('[M11] takes as long to start as it is told to', async (t) => {
    const slow = testHost(t, () => [DEMO_AGENT], { env: { PATH: process.env.PATH, ACDECK_DEMO_INIT_MS: '600000' } });
    const never = slow.host.connect('demo').then(String, (error: Error) => error.message);
    await talkToDemo(t);
    assert.equal(slow.host.agents[0]?.health.state, 'starting');
    await slow.host.stopAll();
    assert.equal(await never, 'AcDeck is stopping.');
  });

  it('[AS10] lists its sessions also while it needs a sign-in, each as its file has it', async (t) => {
    const demoDir = scratchFolder(t);
    const env = { PATH: process.env.PATH, ACDECK_DEMO_DIR: demoDir, ACDECK_DEMO_LOGIN: 'session/new' };
    const { host, folder } = testHost(t, () => [DEMO_AGENT], { env });
    const link = await host.connect('demo');
    const request = { cwd: folder, agentSessionId: null, replay: 'drop' } as const;
    await assert.rejects(link.openSession(request, new Ear()), { code: -32000 });
    assert.equal(host.agents[0]?.health.state, 'needs_login');
    const keep = (title: string, updatedAt: number) => {
      const history = [{ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'Hi' } }];
      const memory = { sessionId: 'a', cwd: folder, title, updatedAt: new Date(updatedAt).toISOString(), history };
      writeFileSync(join(demoDir, 'a.json'), JSON.stringify(memory));
    };
    for (const [title, at] of [
      ['One', 1000],
      ['Two', 2000],
    ] as const) {
      keep(title, at);
      const listed = await host.running()[0]!.listSessions(folder);
      assert.deepEqual(listed, [{ agentSessionId: 'a', title, updatedAt: at }]);
    }
    await host.running()[0]!.deleteSession('a');
    assert.deepEqual(await host.running()[0]!.listSessions(folder), []);
  });
});
