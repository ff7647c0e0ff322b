import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { RpcError } from '../../../server/protocol/api/rpc-error.js';
import { settled } from '../../../server/protocol/clock.rig.js';
import { answered, asked, chunk, ended, prompt } from '../../../server/protocol/transcript/transcript.rig.js';
import { sessionCommand } from './acts.js';
import { AppRig } from './app.rig.js';
import { FakeServer } from './fake-server.rig.js';
import { perform } from './perform.js';
import { UNDO_MS } from './toast-store.js';
import { appWords } from './words.js';

describe('the app', () => {
  it('[U10] follows the app’s log, and asks again when something is missing', async () => {
    const rig = await new AppRig().connect();
    rig.server.appendApp({ type: 'draft_changed', sessionId: 's1', text: 'a', by: 'x' }, { isLost: true });
    const about = { code: 'storage', storage: { code: 'full' } } as const;
    rig.server.appendApp({ type: 'banner_raised', banner: { id: 'b', severity: 'warning', about } });
    await settled();
    assert.deepEqual(rig.context.server.app.value, rig.server.app);
  });

  it('[V6] hears of a setting beside the app’s log, and draws nothing else for it', async () => {
    const rig = await new AppRig().connect();
    const { app, settings } = rig.context.server;
    const before = { ...app.position };
    let news = 0;
    const others = [app, rig.context.composer.drafts, rig.context.page.view, rig.context.agents.signIn];
    for (const store of others) store.subscribe(() => (news += 1));
    rig.server.changeSettings({ hue: 12 });
    assert.equal(settings.value?.values.hue, 12);
    assert.equal(rig.context.settings.value?.hue, 12);
    assert.deepEqual([news, app.position], [0, before]);
  });

  it('[U17] shows the start only while it lasts, and not for a blink', async () => {
    const rig = new AppRig();
    rig.server.startup = { stage: 'agent', detail: { agent: 'Demo' }, percent: 30 };
    await rig.connect();
    assert.equal(rig.context.server.startup.value.isShown, false);
    await rig.clock.passSettled(400);
    assert.equal(rig.context.server.startup.value.isShown, true);
    rig.app.tab.startupProgress('initialize', {}, 50);
    assert.deepEqual(
      rig.context.server.startup.value.stages.map(({ state }) => state),
      ['done', 'done', 'running', 'waiting'],
    );
    rig.app.tab.startupProgress('ready', {}, 100);
    await rig.clock.passSettled(1_000);
    assert.equal(rig.context.server.startup.value.isShown, false);
  });

  it('[U17] keeps a failed start on screen', async () => {
    const rig = new AppRig();
    rig.server.startup = { stage: 'failed', detail: {}, percent: 30 };
    await rig.connect();
    await rig.clock.passSettled(60_000);
    assert.deepEqual(
      [rig.context.server.startup.value.isShown, rig.context.server.startup.value.outcome],
      [true, 'failed'],
    );
  });

  it('[U17] says “Reconnected” later instead', async () => {
    const rig = new AppRig();
    await rig.connect();
    rig.disconnect();
    rig.server.startup = { stage: 'agent', detail: { agent: 'Demo' }, percent: 30 };
    await rig.connect();
    assert.deepEqual(
      rig.context.notices.toasts.value.map(({ text }) => text),
      [appWords.reconnected],
    );
    await rig.clock.passSettled(1_000);
    assert.equal(rig.context.server.startup.value.isShown, false);
  });

  it('[U7] says nothing of a blink, shows a dot after 0.4 s and a banner after 3 s', async () => {
    const rig = await new AppRig().connect();
    const fuss = () => rig.context.server.connection.value.fuss;
    rig.disconnect();
    assert.equal(fuss(), 'none');
    await rig.clock.passSettled(500);
    assert.equal(fuss(), 'dot');
    await rig.clock.passSettled(3_000);
    assert.equal(fuss(), 'banner');
    await rig.connect();
    assert.equal(fuss(), 'none');
  });

  it('[U7] says that the server was stopped if it said so itself', async () => {
    const rig = await new AppRig().connect();
    rig.app.tab.serverStopping('stopped');
    rig.disconnect();
    const { state, fuss } = rig.context.server.connection.value;
    assert.deepEqual([state, fuss], ['stopped', 'banner']);
    await rig.connect();
    assert.equal(rig.context.server.connection.value.state, 'live');
  });

  it('[U90] stays signed out while it tries again, whether it was live before or not', async () => {
    for (const wasLive of [false, true]) {
      const rig = new AppRig();
      if (wasLive) await rig.connect();
      const { listener } = rig.app;
      listener.onStatus({ state: 'refused', message: 'This browser is not signed in.' });
      const before = rig.context.server.connection.value;
      for (const tries of [0, 1]) {
        listener.onStatus({ state: 'connecting', tries });
        assert.deepEqual(rig.context.server.connection.value, before);
      }
      assert.equal(before.state, 'signed_out');
      await rig.connect();
      assert.equal(rig.context.server.connection.value.state, 'live');
    }
  });

  it('[U8] says that a new version runs after the server came back as another one', async () => {
    const rig = await new AppRig().connect();
    assert.equal(rig.context.server.connection.value.isOutdated, false);
    rig.disconnect();
    rig.server.version = '0.1.0 (abc)';
    await rig.connect();
    assert.deepEqual(
      [rig.context.server.connection.value.isOutdated, rig.context.server.connection.value.version],
      [true, '0.1.0 (abc)'],
    );
  });

  it('[U8] says so too when the page itself was built as another version', async () => {
    const rig = new AppRig();
    rig.server.version = '0.2.0';
    await rig.connect();
    assert.equal(rig.context.server.connection.value.isOutdated, true);
  });

  it('[U18] shows the session that the server names, keeps it in the address, and comes back to it', async () => {
    const rig = await new AppRig(new FakeServer('s1', 's2')).connect();
    assert.deepEqual([rig.context.page.view.value, rig.location.hash], ['s1', '#/s/s1']);
    perform(rig.context, { type: 'open_session', sessionId: 's2' });
    assert.equal(rig.location.hash, '#/s/s2');
    rig.reload();
    await rig.connect();
    assert.equal(rig.context.page.view.value, 's2');
  });

  it('[U18] shows another session when the one on screen is gone', async () => {
    const rig = await new AppRig(new FakeServer('s1', 's2')).connect();
    rig.server.appendApp({ type: 'session_deleted', sessionId: 's1' });
    assert.equal(rig.context.page.view.value, 's2');
  });

  it('[U19] hides a deleted session at once, deletes it after 12 s, and not if it was taken back', async () => {
    const rig = await new AppRig(new FakeServer('s1', 's2')).connect();
    perform(rig.context, { type: 'delete_session', sessionId: 's1', title: 's1' });
    assert.equal(rig.context.page.view.value, 's2');
    rig.context.notices.toasts.value[0]!.action!.run();
    await rig.clock.passSettled(UNDO_MS);
    assert.deepEqual(rig.server.callsOf('Sessions.delete'), []);
    perform(rig.context, { type: 'delete_session', sessionId: 's1', title: 's1' });
    await rig.clock.passSettled(UNDO_MS);
    assert.equal(rig.server.callsOf('Sessions.delete')[0]?.[1], 's1');
  });

  it('[U19] shows a session again that the server did not delete', async () => {
    const rig = await new AppRig(new FakeServer('s1', 's2')).connect();
    rig.server.refuse('Sessions.delete', new RpcError('conflict', 'Another server has it.'));
    perform(rig.context, { type: 'delete_session', sessionId: 's1', title: 's1' });
    await rig.clock.passSettled(UNDO_MS);
    assert.equal(rig.context.sessions.hidden.value.has('s1'), false);
  });

  it('[U20] speaks whole sentences, with pauses of two seconds', async () => {
    const rig = await new AppRig().connect();
    rig.server.append('s1', [prompt('hi'), chunk('One. Tw')]);
    const said = () => rig.context.notices.announcer.value.polite;
    assert.equal(said(), 'One.');
    rig.server.append('s1', [chunk('o. Three. Fo')]);
    assert.equal(said(), 'One.');
    await rig.clock.passSettled(2_100);
    assert.equal(said(), 'Two. Three.');
    rig.server.append('s1', [ended()]);
    assert.equal(said(), 'Finished');
  });

  it('[U20] interrupts for a question', async () => {
    const rig = await new AppRig().connect();
    rig.server.append('s1', [prompt('hi'), asked('q1', { toolCallId: 't', title: 'rm -rf dist' })]);
    assert.equal(rig.context.notices.announcer.value.assertive, 'Permission needed: rm -rf dist');
  });

  it('[U21] tells who answered elsewhere, and nothing of one’s own answer', async () => {
    const rig = await new AppRig().connect();
    rig.server.append('s1', [prompt('hi'), asked('q1', { toolCallId: 't' }), asked('q2', { toolCallId: 'u' })]);
    perform(rig.context, sessionCommand('AcpBridge', 'answer_permission', 'q1', 'yes', { digest: 'd' }));
    await settled();
    assert.deepEqual(rig.context.notices.toasts.value, []);
    rig.server.append('s1', [answered('q2', 'no')]);
    assert.deepEqual(
      rig.context.notices.toasts.value.map(({ text }) => text),
      [appWords.answeredBy(appWords.answers.reject_once, 'Test')],
    );
  });

  it('[U22] takes a chosen look at once, keeps it for the next page, and tells the server', async () => {
    const rig = await new AppRig().connect();
    perform(rig.context, { type: 'change_settings', change: { theme: 'dark' } });
    await settled();
    assert.equal(rig.context.settings.value?.theme, 'dark');
    assert.deepEqual(rig.server.callsOf('Settings.update')[0]?.[1], { theme: 'dark' });
    rig.reload();
    assert.equal(rig.context.settings.value?.theme, 'dark');
  });

  it('[U23] names the tab by its session, and says what runs and how many wait', async () => {
    const rig = await new AppRig().connect();
    const [session] = rig.server.app.sessions;
    const title = () => rig.titles.at(-1);
    assert.equal(title(), 's1 · orbit · AcDeck');
    rig.server.appendApp({ type: 'session_changed', session: { ...session!, title: 'Fix it', status: 'running' } });
    assert.equal(title(), '◐ Fix it · orbit · AcDeck');
    rig.server.appendApp({ type: 'session_changed', session: { ...session!, title: 'Fix it', status: 'waiting' } });
    assert.equal(title(), '(1) Fix it · orbit · AcDeck');
  });

  it('[U24] remembers which cards a person opened or closed, across a reload', async () => {
    const rig = new AppRig();
    rig.context.sessions.folds.choose('s1', 'e4', true);
    rig.reload();
    assert.deepEqual(
      [rig.context.sessions.folds.choiceFor('s1', 'e4'), rig.context.sessions.folds.choiceFor('s1', 'e5')],
      [true, undefined],
    );
  });
});
