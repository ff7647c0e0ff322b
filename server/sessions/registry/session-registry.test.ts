import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { LoggedEvent } from '../../protocol/session/session-event.js';
import { entriesOf } from '../../protocol/transcript/entry-list.js';
import { cleanTitle } from '../list/session-names.js';
import { MemoryEventStore } from '../store/memory-event-store.rig.js';
import { rowOf } from '../store/rows.rig.js';
import { TestAgentHost } from './agent.rig.js';
import { act, settled, TestServer, text } from './registry.rig.js';
import { TestTab } from './tab.rig.js';

const titleOf = (server: TestServer, id = server.id) => server.registry.open(id).title;

describe('the sessions of a folder', () => {
  it('[S1] begin with one, so that there is somewhere to type', () => {
    const server = new TestServer();
    server.registry.restore();
    const [session] = server.registry.list();
    assert.deepEqual([session?.agentId, session?.cwd, session?.writable], ['demo', '/work/a', true]);
    assert.deepEqual([server.app.current.openSessionId, server.host.connects], [session?.id, 0]);
  });

  it('[S1] show the last used one again before any agent is up', async () => {
    const server = await TestServer.ready();
    const first = server.id;
    server.prompt('hello');
    server.registry.create(act(), 'other');
    server.registry.open(first);
    const again = server.restarted();
    assert.deepEqual([again.id, again.host.connects], [first, 0]);
    assert.deepEqual(again.lines(), ['user: hello', 'mark: interrupted']);
    assert.equal(again.registry.list().length, 2);
  });

  it('[S1] show one of the agent that was asked for', () => {
    const server = new TestServer();
    server.registry.restore();
    const other = new TestServer({ store: server.store });
    other.registry.restore({ agentId: 'other' });
    assert.equal(other.app.current.sessions.find(({ id }) => id === other.id)?.agentId, 'other');
    assert.equal(other.registry.list().length, 2);
  });

  it('[S11] run at the same time, each with its own log', async () => {
    const server = await TestServer.ready();
    const first = server.id;
    const second = server.registry.create(act(), 'other').id;
    await settled();
    const [one, two] = server.host.sessions;
    server.prompt('one', first);
    server.prompt('two', second);
    one!.say('first');
    two!.say('second');
    await server.tick();
    two!.prompts[0]!.end();
    await settled();
    assert.deepEqual(server.lines(first), ['user: one', 'agent: first']);
    assert.deepEqual(server.lines(second), ['user: two', 'agent: second']);
    const statuses = Object.fromEntries(server.registry.list().map(({ id, status }) => [id, status]));
    assert.deepEqual(statuses, { [first]: 'running', [second]: 'idle' });
  });

  it('[S11] stay as they were while another one is shown', async () => {
    const server = await TestServer.ready();
    const first = server.id;
    const tab = server.tab();
    server.prompt('one');
    const position = { epoch: tab.replica!.epoch, seq: tab.replica!.seq };
    server.registry.leave(tab, first);
    server.registry.create(act(), null);
    server.host.sessions[0]!.say('meanwhile');
    await server.tick();
    const sync = server.registry.sync(tab, first, position);
    tab.take(sync);
    assert.equal(sync.kind, 'tail');
    assert.deepEqual(entriesOf(tab.transcript.entries).length, 2);
  });

  it('[S12] are called what a person says, else the agent, else how the first prompt begins', async () => {
    const server = await TestServer.ready();
    assert.equal(titleOf(server), '');
    server.prompt(`\n  Fix\tthe \u202ebug ${'x'.repeat(100)}\nplease`);
    assert.equal(titleOf(server), `Fix the bug ${'x'.repeat(67)}…`);
    const { listener } = server.host.last;
    const info = (title: string | null) => listener.onUpdate({ sessionUpdate: 'session_info_update', title });
    info('Bug hunt');
    await server.tick();
    assert.equal(titleOf(server), 'Bug hunt');
    server.registry.acts.rename(act(), server.id, '  My\nbug ');
    info('Something else');
    await server.tick();
    assert.deepEqual([titleOf(server), server.tab().transcript.title], ['My bug', 'My bug']);
    assert.equal(titleOf(server.restarted()), 'My bug');
    assert.throws(() => server.registry.acts.rename(act(), server.id, ' \u200b '), { name: 'bad_request' });
  });

  it('[S25] have titles that end at a word, with a sign that there is more', () => {
    const titleFor = (line: string, chars: number) => cleanTitle(line, chars);
    assert.equal(titleFor('Fix the login because the token refresh fails', 32), 'Fix the login because the token…');
    assert.equal(titleFor('Fix the login because the token', 31), 'Fix the login because the token');
    assert.equal(titleFor('Fix the login, because it fails', 18), 'Fix the login…');
    assert.equal(titleFor('😀'.repeat(30), 10), `${'😀'.repeat(9)}…`);
    const words = 'the quick brown fox jumps over a lazy dog and looks, for more: words to cut';
    for (let chars = 12; chars < words.length; chars++) {
      const title = titleFor(words, chars)!;
      assert.ok(title.length <= chars && title.endsWith('…'), title);
      assert.match(words, new RegExp(`^${title.slice(0, -1)}[ ,;:]`), `a whole word at ${chars}`);
    }
  });

  for (const [what, text] of [
    ['Japanese', '認証トークンの更新が失敗するのでログイン処理を修正してテストを追加してください'],
    ['Chinese', '请修复登录流程，因为令牌刷新失败了，然后添加测试并更新文档说明'],
    ['Thai', 'กรุณาแก้ไขขั้นตอนการเข้าสู่ระบบเพราะการรีเฟรชโทเค็นล้มเหลว'],
    ['one long word', 'src/'.repeat(20)],
    ['letters with marks', 'e\u0301'.repeat(40)],
    ['flags', '🇫🇷'.repeat(40)],
  ] as const) {
    it(`[S25] have titles that cut no word or letter in two: ${what}`, () => {
      const ends = (granularity: 'word' | 'grapheme') =>
        [...new Intl.Segmenter('en', { granularity }).segment(text)].map(({ index }) => index);
      const isWordy = ends('word').length > 3;
      for (let chars = 12; chars < 24; chars++) {
        const title = cleanTitle(text, chars)!;
        assert.ok([...title].length <= chars && title.endsWith('…'), title);
        assert.ok([...title].length > chars / 3, `${title} is not much shorter than it may be`);
        const rest = text.slice(title.length - 1);
        const cut = title.length - 1 + (/^[\s\p{Pd},;:.、。，；：]+/u.exec(rest)?.[0].length ?? 0);
        const isWhole = [title.length - 1, cut].some((at) => ends(isWordy ? 'word' : 'grapheme').includes(at));
        assert.ok(isWhole, `${title} ends at a word`);
      }
    });
  }

  it("[S12] lose the agent's title when it takes it back", async () => {
    const server = await TestServer.ready();
    server.prompt('hello');
    const { listener } = server.host.last;
    listener.onUpdate({ sessionUpdate: 'session_info_update', title: 'Greeting' });
    listener.onUpdate({ sessionUpdate: 'session_info_update', title: null });
    await server.tick();
    assert.equal(titleOf(server), 'hello');
  });

  it('[S13] tell their state when it changes, and not for every word', async () => {
    const server = await TestServer.ready();
    const tab = new TestTab();
    server.app.snapshot(tab);
    server.prompt('go');
    for (let i = 0; i < 50; i++) {
      server.host.last.say('word ');
      await server.tick();
    }
    server.host.last.prompts[0]!.end();
    await settled();
    const told = tab.pages.flatMap(({ page }) => page.events.map((event) => Reflect.get(event as object, 'session')));
    assert.deepEqual(
      told.map(({ status }) => status),
      ['running', 'idle'],
    );
    assert.equal(server.app.current.sessions[0]?.updatedAt, server.clock.now());
  });

  it('[S14] keep drafts, tell them to other tabs, and have them after a restart', async () => {
    const server = await TestServer.ready();
    const told = server.registry.setDraft(new TestTab('mine'), server.id, 'half a tho\0ught');
    assert.deepEqual(told, { epoch: server.app.epoch, seq: server.app.head });
    assert.deepEqual(server.app.current.drafts, { [server.id]: 'half a tho\0ught' });
    assert.deepEqual(server.restarted().app.current.drafts, { [server.id]: 'half a tho\0ught' });
    assert.throws(() => server.registry.setDraft(new TestTab(), server.id, 'x'.repeat(3e5)), { name: 'too_large' });
  });

  it('[S15] can be deleted, once; when none is left a new one begins', async () => {
    const server = await TestServer.ready();
    const { id } = server;
    server.prompt('go');
    const again = act();
    const done = server.once(again, () => server.registry.remove(again, id));
    assert.deepEqual(
      server.once(again, () => server.registry.remove(again, id)),
      done,
    );
    assert.deepEqual(
      [server.store.session(id), server.host.last.isClosed, server.registry.list().length],
      [null, true, 1],
    );
    assert.notEqual(server.id, id);
    assert.throws(() => server.registry.open(id), { name: 'not_found' });
    assert.throws(() => server.registry.open('\0'), { name: 'not_found' });
    server.host.sessions[0]!.say('too late');
    server.host.sessions[0]!.prompts[0]!.end();
    await server.tick();
    assert.deepEqual(server.app.current.banners, []);
  });

  it('[S24] that are empty are marked so, and are what "New session" leads to, in every tab', async () => {
    const server = await TestServer.ready();
    const empty = () => server.registry.list().filter((session) => session.empty);
    const first = server.id;
    const again = act();
    for (let n = 0; n < 4; n++) {
      const wish = n === 3 ? again : act();
      assert.equal(server.once(wish, () => server.registry.create(wish, null)).id, first);
    }
    assert.deepEqual([server.registry.list().length, empty().length], [1, 1]);
    server.registry.setDraft(new TestTab('mine'), first, 'half a thought');
    assert.equal(server.registry.create(act(), null).id, first, 'a draft is kept and shown, and is no message');
    server.prompt('go');
    assert.deepEqual(empty(), []);
    assert.equal(
      server.once(again, () => server.registry.create(again, null)).id,
      first,
      'a repeat gets its first answer',
    );
    const second = server.registry.create(act(), null).id;
    assert.notEqual(second, first);
    assert.notEqual(server.registry.create(act(), 'other').id, second, 'another agent has one of its own');
    const after = server.restarted();
    assert.deepEqual(
      after.registry
        .list()
        .map(({ empty }) => empty ?? false)
        .sort(),
      [false, true, true],
    );
    assert.equal(after.registry.create(act(), null).id, second);
  });

  it('[S24] are used by a picture or a name as by words', async () => {
    const picture = { type: 'image' as const, data: 'AA==', mimeType: 'image/png' };
    const uses: Record<string, (server: TestServer) => void> = {
      picture: ({ registry, id }) => void registry.acts.prompt(act(), id, [picture]),
      name: ({ registry, id }) => void registry.acts.rename(act(), id, 'Mine'),
    };
    for (const [what, use] of Object.entries(uses)) {
      const server = await TestServer.ready();
      const { id } = server;
      use(server);
      assert.equal(server.registry.list()[0]?.empty, undefined, what);
      assert.equal(server.restarted().registry.list()[0]?.empty, undefined, `${what}, after a restart`);
      assert.notEqual(server.registry.create(act(), null).id, id, what);
    }
  });

  it('[S24] are used by a shell command or a history, also where an earlier version kept no sign of it', () => {
    const opened = { type: 'terminal_opened' as const, terminalId: 't', command: 'ls', cwd: '/' };
    const imported = { type: 'history_imported' as const, from: 'demo' };
    const uses: LoggedEvent[] = [opened, imported].map((event) => ({ ...event, seq: 1, at: 1 }));
    for (const event of uses) {
      const store = new MemoryEventStore();
      store.addSession(rowOf('s', { cwd: '/work/a' }));
      store.write({ sessionId: 's', events: [{ seq: 1, body: JSON.stringify(event) }] });
      const server = new TestServer({ store });
      server.registry.restore();
      assert.deepEqual([server.registry.list()[0]?.empty, store.session('s')?.names.prompt], [undefined, '']);
      assert.equal(titleOf(server, 's'), '');
      server.prompt('And now words', 's');
      assert.equal(titleOf(server, 's'), 'And now words');
    }
  });

  it('[S15] are made for an agent that there is, once', async () => {
    const server = await TestServer.ready();
    const again = act();
    const made = server.once(again, () => server.registry.create(again, 'other'));
    assert.deepEqual(
      server.once(again, () => server.registry.create(again, 'other')),
      made,
    );
    assert.throws(() => server.registry.create(act(), 'nobody'), { name: 'not_found' });
    assert.deepEqual([server.registry.list().length, server.id], [2, made.id]);
  });

  it('[S16] can be read and not changed where another server owns the folder', async () => {
    const owner = await TestServer.ready();
    owner.prompt('go');
    const reader = new TestServer({ store: owner.store, ownsFolder: false, host: new TestAgentHost() });
    reader.registry.restore();
    const { id } = reader;
    assert.deepEqual([reader.lines(), reader.registry.list()[0]?.writable], [['user: go'], false]);
    const tab = reader.tab();
    owner.host.last.say('answer');
    await owner.tick();
    tab.take(reader.registry.sync(tab, id, { epoch: tab.replica!.epoch, seq: tab.replica!.seq }));
    assert.equal(entriesOf(tab.transcript.entries).length, 2);
    const refused = { name: 'unavailable', reason: { code: 'session_elsewhere', folder: '/work/a' } };
    assert.throws(() => reader.registry.acts.prompt(act(), id, text('no')), refused);
    assert.throws(() => reader.registry.setDraft(tab, id, 'no'), refused);
    assert.throws(() => reader.registry.create(act(), null), { name: 'unavailable' });
    reader.registry.close();
    assert.equal(owner.types().at(-1), 'agent_update');
  });

  it('[S16] of another folder can be read and not changed', async () => {
    const server = await TestServer.ready();
    server.store.addSession(rowOf('elsewhere', { cwd: '/work/b' }));
    assert.equal(server.registry.open('elsewhere').writable, false);
    assert.throws(() => server.registry.writable('elsewhere').turns.cancel(act()), { name: 'unavailable' });
    assert.equal(server.registry.list().length, 1);
  });

  it('[S20] change mode and options with the agent, and say when it refuses', async () => {
    const server = new TestServer();
    const modes = {
      currentModeId: 'ask',
      availableModes: [
        { id: 'ask', name: 'Ask' },
        { id: 'code', name: 'Code' },
      ],
    };
    const model = { id: 'model', name: 'Model', type: 'select' as const, currentValue: 'a', options: [] };
    server.host.facts = { modes, options: [model] };
    server.registry.restore();
    const { registry, id } = server;
    assert.throws(() => registry.writable(id).settings.setMode(act(), 'code'), { name: 'unavailable' });
    await registry.connectShown();
    registry.writable(id).settings.setMode(act(), 'code');
    registry.writable(id).settings.setOption(act(), 'model', 'b');
    await settled();
    const { transcript } = server.tab();
    assert.deepEqual([transcript.modes?.currentModeId, transcript.options[0]?.name], ['code', 'Changed']);
    assert.deepEqual(server.host.last.settings, [['code'], ['model', 'b']]);
    assert.throws(() => registry.writable(id).settings.setMode(act(), 'unknown'), { name: 'not_found' });
    assert.throws(() => registry.writable(id).settings.setOption(act(), 'unknown', true), { name: 'not_found' });
    server.host.last.refusal = new Error('Not now.');
    registry.writable(id).settings.setMode(act(), 'ask');
    await settled();
    assert.deepEqual(server.lines(), ['notice: choice_kept demo mode Code failed Not now.']);
  });

  it('[S27] show what the agent has, and say so, when it does not take what was chosen', async () => {
    const server = new TestServer();
    const modes = {
      currentModeId: 'ask',
      availableModes: [
        { id: 'ask', name: 'Ask' },
        { id: 'code', name: 'Code' },
      ],
    };
    const provider = {
      ...{ id: 'provider', name: 'Provider', type: 'select' as const, currentValue: 'openai' },
      options: [{ group: 'g', name: 'G', options: [{ value: 'openai', name: 'OpenAI' }] }],
    };
    const thinking = { id: 'thinking', name: 'Thinking', type: 'boolean' as const, currentValue: false };
    server.host.facts = { modes, options: [provider, thinking] };
    server.registry.restore();
    const { registry, id } = server;
    await registry.connectShown();
    const agent = server.host.last;
    const cases: [what: string, change: () => void, kept: string][] = [
      [
        'the old value of an option',
        () => registry.writable(id).settings.setOption(act(), 'provider', 'other'),
        'option Provider OpenAI',
      ],
      [
        'the old value of a switch',
        () => registry.writable(id).settings.setOption(act(), 'thinking', true),
        'option Thinking false',
      ],
      ['its mode, told before the answer', () => registry.writable(id).settings.setMode(act(), 'code'), 'mode Ask'],
    ];
    const update = { sessionUpdate: 'current_mode_update', currentModeId: 'ask' } as const;
    for (const refusal of [null, new Error('Not now.')]) {
      for (const [what, change, kept] of cases) {
        agent.refusal = refusal;
        agent.answer = [provider, thinking];
        agent.beforeAnswer = () => agent.listener.onUpdate(update);
        const head = server.tab().transcript.seq;
        change();
        await settled();
        const { transcript } = server.tab();
        const told = refusal ? `${what}, by an error` : what;
        assert.equal(transcript.modes?.currentModeId, 'ask', told);
        assert.deepEqual(transcript.options, [provider, thinking], told);
        assert.ok(transcript.seq > head + 1, 'the tab that asked is told too');
        assert.equal(
          server.lines().at(-1),
          `notice: choice_kept demo ${kept}${refusal ? ' failed Not now.' : ''}`,
          told,
        );
      }
    }
  });

  it('[S22] that rest leave the memory when there are many, and come back as they were', async () => {
    const server = await TestServer.ready();
    for (let i = 0; i < 40; i++) server.store.addSession(rowOf(`s${i}`));
    const epochOf = (i: number) => {
      const tab = new TestTab();
      const { epoch } = server.registry.sync(tab, `s${i}`, null);
      server.registry.dropTab(tab);
      return epoch;
    };
    const epochs = Array.from({ length: 40 }, (_, i) => epochOf(i));
    assert.equal(epochOf(39), epochs[39], 'the last ones are still there');
    assert.notEqual(epochOf(0), epochs[0], 'the first ones were opened anew');
  });

  it('[L15] give older entries only to tabs that know this life of the log', async () => {
    const server = await TestServer.ready();
    const { epoch } = server.tab().replica!;
    assert.deepEqual(server.registry.entriesBefore(server.id, epoch, 0, 10).entries, []);
    assert.throws(() => server.registry.entriesBefore(server.id, 'other', 0, 10), { name: 'conflict' });
  });
});
