import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { RpcError } from '../../../server/protocol/api/rpc-error.js';
import { settled } from '../../../server/protocol/clock.rig.js';
import { text } from '../../../server/protocol/transcript/transcript.rig.js';
import { errorText } from '../../codes/error-words.js';
import { serverCommand } from '../app/acts.js';
import { AppRig } from '../app/app.rig.js';
import { FakeServer } from '../app/fake-server.rig.js';

const promptsAt = (rig: AppRig) =>
  rig.server.callsOf('AcpBridge.prompt').map(([cmdId, , content]) => [cmdId, (content as { text: string }[])[0]!.text]);

describe('the outbox', () => {
  it('[U12] keeps what was done without a connection and sends it in order', async () => {
    const rig = new AppRig();
    rig.context.page.view.show('s1');
    void rig.context.outbox.sendPrompt('s1', [text('one')]);
    void rig.context.outbox.sendPrompt('s1', [text('two')]);
    await rig.connect();
    assert.deepEqual(promptsAt(rig), [
      ['c1', 'one'],
      ['c2', 'two'],
    ]);
    assert.deepEqual(rig.context.outbox.value, []);
  });

  it('[U12] sends an unanswered command again after a reconnect, as the same act', async () => {
    const rig = await new AppRig().connect();
    const release = rig.server.hold();
    void rig.context.outbox.sendPrompt('s1', [text('once')]);
    await settled();
    rig.disconnect();
    release();
    await settled();
    await rig.connect();
    assert.deepEqual(promptsAt(rig), [
      ['c1', 'once'],
      ['c1', 'once'],
    ]);
    assert.equal(rig.server.transcript('s1').queue.length + rig.server.transcript('s1').turn.n, 1);
    assert.deepEqual(rig.context.outbox.value, []);
  });

  it('[U12] survives a reload', async () => {
    const rig = new AppRig();
    void rig.context.outbox.sendPrompt('s1', [text('kept')]);
    rig.reload();
    assert.equal(rig.context.outbox.value[0]?.isLate, true);
    await rig.connect();
    assert.deepEqual(promptsAt(rig), [['c1', 'kept']]);
  });

  it('[R47] keeps what may hold keys in memory only, and sends it as soon as there is a connection', async () => {
    const rig = new AppRig();
    const draft = { name: null, command: ['x'], env: { KEY: 'hunter2' }, home: null };
    const saved = rig.context.outbox.sendSecret('Settings', 'save_agent', 'mine', draft, true);
    rig.context.outbox.post('AcpBridge', 'cancel', 's1');
    const storages = [rig.session, rig.local];
    const stored = storages
      .flatMap((kept) => Array.from({ length: kept.length }, (_, n) => kept.getItem(kept.key(n)!)))
      .join();
    assert.deepEqual([stored.includes('cancel'), stored.includes('hunter2')], [true, false]);
    await rig.connect();
    await saved;
    assert.deepEqual(rig.server.callsOf('Settings.save_agent'), [['c1', 'mine', draft, true]]);
  });

  it('[R47] leaves the refusal of a secret to its sender', async () => {
    const rig = await new AppRig().connect();
    rig.server.refuse('Settings.save_agent', new RpcError('bad_request', 'No such program.'));
    const draft = { name: null, command: ['x'], env: {}, home: null };
    const saved = rig.context.outbox.sendSecret('Settings', 'save_agent', 'mine', draft, true);
    await assert.rejects(saved, { name: 'bad_request' });
    assert.deepEqual([rig.context.outbox.value, rig.context.notices.toasts.value], [[], []]);
  });

  it('[R47] is the only road for commands: any other does not compile, nor does a secret on the open one', () => {
    const { outbox, work, config } = new AppRig().context;
    const wrong = [
      // @ts-expect-error: what the page asks by has no commands.
      work.repo.stage_all,
      // @ts-expect-error: not even those of the settings.
      config.save_agent,
      // @ts-expect-error: the outbox would keep this in the browser's storage.
      () => outbox.send('Settings', 'save_agent', 'mine', { name: null, command: null, env: {}, home: null }, true),
      // @ts-expect-error: as it would with an act.
      () => serverCommand('Settings', 'save_config_content', 'user', '', null),
    ];
    assert.equal(wrong.length, 4);
  });

  it('[U12] asks for a prompt to be sent at once by the id of its own command', async () => {
    const rig = await new AppRig().connect();
    await rig.context.outbox.sendPrompt('s1', [text('now')], true);
    await settled();
    assert.deepEqual(rig.server.callsOf('AcpBridge.send_now'), [['c2', 's1', 'c1']]);
  });

  it('[U13] keeps a refused prompt with the reason, and sends it again as the same act', async () => {
    const rig = await new AppRig().connect();
    rig.server.refuse(
      'AcpBridge.prompt',
      new RpcError('too_large', 'For developers.', { code: 'message_too_large', mebibytes: 4 }),
    );
    await rig.context.outbox.sendPrompt('s1', [text('big')]);
    assert.deepEqual(
      rig.context.outbox.value.map(({ failure }) => failure),
      ['This message is too large. The limit is 4 MB.'],
    );
    rig.context.outbox.retry('c1');
    await settled();
    assert.deepEqual(promptsAt(rig), [
      ['c1', 'big'],
      ['c1', 'big'],
    ]);
    assert.deepEqual(rig.context.outbox.value, []);
  });

  it('[U92] sends an act without an answer again as the same act, and calls none of them refused', async () => {
    const rig = await new AppRig().connect();
    const silence = RpcError.from({ code: -1000, message: 'Timed out' });
    rig.server.refuse('AcpBridge.prompt', silence);
    await rig.context.outbox.sendPrompt('s1', [text('once')]);
    rig.server.refuse('AcpBridge.cancel', silence);
    rig.context.outbox.post('AcpBridge', 'cancel', 's1');
    await settled();
    assert.deepEqual(promptsAt(rig), [
      ['c1', 'once'],
      ['c1', 'once'],
    ]);
    assert.equal(rig.server.callsOf('AcpBridge.cancel').length, 2);
    assert.deepEqual(rig.context.notices.toasts.value, []);
    assert.deepEqual(rig.context.outbox.value, []);
  });

  it('[U13] tells the refusal of any other command, and forgets it', async () => {
    const rig = await new AppRig().connect();
    const refusal = new RpcError('conflict', 'nothing runs', { code: 'agent_not_ready' });
    rig.server.refuse('AcpBridge.cancel', refusal);
    rig.context.outbox.post('AcpBridge', 'cancel', 's1');
    await settled();
    assert.deepEqual(
      rig.context.notices.toasts.value.map(({ text, tone }) => [text, tone]),
      [[errorText(refusal), 'error']],
    );
    assert.deepEqual(rig.context.outbox.value, []);
  });

  it('[U14] sends prompts of before any session to one new session', async () => {
    const rig = new AppRig(new FakeServer());
    void rig.context.outbox.sendPrompt(null, [text('one')]);
    void rig.context.outbox.sendPrompt(null, [text('two')]);
    await rig.connect();
    await settled();
    assert.equal(rig.server.callsOf('Sessions.create').length, 1);
    assert.deepEqual(
      rig.server.callsOf('AcpBridge.prompt').map(([, id]) => id),
      ['made-c1-session', 'made-c1-session'],
    );
    assert.equal(rig.context.page.view.value, 'made-c1-session');
  });

  it('[U14] sends a prompt of before the first word of the server to the session that is shown then', async () => {
    const rig = new AppRig();
    void rig.context.outbox.sendPrompt(null, [text('early')]);
    await rig.connect();
    await settled();
    assert.deepEqual(
      rig.server.callsOf('AcpBridge.prompt').map(([, id]) => id),
      ['s1'],
    );
    assert.equal(rig.server.callsOf('Sessions.create').length, 0);
  });
});
