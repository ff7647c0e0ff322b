import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { RpcError } from '../../server/protocol/rpc-error.js';
import { text } from '../../server/protocol/transcript.rig.js';
import { settled } from '../rpc/manual-clock.rig.js';
import { AppRig } from './app.rig.js';
import { FakeServer } from './fake-server.rig.js';

const promptsAt = (rig: AppRig) =>
  rig.server.callsOf('AcpBridge.prompt').map(([cmdId, , content]) => [cmdId, (content as { text: string }[])[0]!.text]);

describe('the outbox', () => {
  it('[U12] keeps what was done without a connection and sends it in order', async () => {
    const rig = new AppRig();
    rig.context.view.show('s1');
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

  it('[U12] asks for a prompt to be sent at once by the id of its own command', async () => {
    const rig = await new AppRig().connect();
    await rig.context.outbox.sendPrompt('s1', [text('now')], true);
    await settled();
    assert.deepEqual(rig.server.callsOf('AcpBridge.send_now'), [['c2', 's1', 'c1']]);
  });

  it('[U13] keeps a refused prompt with the reason, and sends it again as the same act', async () => {
    const rig = await new AppRig().connect();
    rig.server.refuse('AcpBridge.prompt', new RpcError('too_large', 'This prompt is too large.'));
    await rig.context.outbox.sendPrompt('s1', [text('big')]);
    assert.deepEqual(
      rig.context.outbox.value.map(({ failure }) => failure),
      ['This prompt is too large.'],
    );
    rig.context.outbox.retry('c1');
    await settled();
    assert.deepEqual(promptsAt(rig), [
      ['c1', 'big'],
      ['c1', 'big'],
    ]);
    assert.deepEqual(rig.context.outbox.value, []);
  });

  it('[U13] tells the refusal of any other command, and forgets it', async () => {
    const rig = await new AppRig().connect();
    rig.server.refuse('AcpBridge.cancel', new RpcError('conflict', 'Nothing runs.'));
    rig.context.outbox.post('AcpBridge', 'cancel', 's1');
    await settled();
    assert.deepEqual(
      rig.context.toasts.value.map(({ text, tone }) => [text, tone]),
      [['Nothing runs.', 'error']],
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
    assert.equal(rig.context.view.value, 'made-c1-session');
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
