import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { settled } from '../../../server/protocol/clock.rig.js';
import { AppRig } from '../app/app.rig.js';
import { FakeServer } from '../app/fake-server.rig.js';
import { perform } from '../app/perform.js';

const text = (words: string) => [{ type: 'text' as const, text: words }];

/** A page that shows `s1`, with `s2` opened beside it, and has drawn both. */
async function twoBeside() {
  const rig = await new AppRig(new FakeServer('s1', 's2', 's3')).connect();
  const { view } = rig.context.page;
  view.show('s1');
  perform(rig.context, { type: 'open_beside', sessionId: 's2' });
  view.beside.draw(true);
  // The server says so to every tab.
  rig.server.appendApp({ type: 'session_shown', sessionId: 's2' });
  await settled();
  const places = () => {
    const { sessionId = null, isFirst = false } = view.beside.value ?? {};
    return sessionId === null
      ? [`${view.value}!`]
      : isFirst
        ? [sessionId, `${view.value}!`]
        : [`${view.value}!`, sessionId];
  };
  return { rig, view, places };
}

describe('two sessions side by side', () => {
  it('[SL24] begin with the one that was on screen, and the person goes on in the new one', async () => {
    const { rig, places } = await twoBeside();
    assert.deepEqual(places(), ['s1', 's2!']);
    assert.equal(rig.location.hash, '#/s/s2');
    perform(rig.context, { type: 'open_beside', sessionId: 's2' });
    assert.deepEqual(places(), ['s1', 's2!'], 'it is there already');
  });

  it('[SL25] keep their places while a person goes from one to the other, and the page is about that one', async () => {
    const { rig, view, places } = await twoBeside();
    const { pane } = view;
    view.swap();
    assert.deepEqual([places(), rig.location.hash, view.pane], [['s1!', 's2'], '#/s/s1', 1 - pane]);
    perform(rig.context, { type: 'open_session', sessionId: 's2' });
    assert.deepEqual(places(), ['s1', 's2!'], 'opening the other one goes there');
    perform(rig.context, { type: 'open_session', sessionId: 's3' });
    assert.deepEqual(places(), ['s1', 's3!'], 'any other takes the place of the one that was worked in');
    perform(rig.context, { type: 'open_beside', sessionId: 's2' });
    assert.deepEqual(places(), ['s2!', 's3'], 'a third one beside takes the place of the other');
    rig.location.hash = '#/s/s3';
    view.readAddress();
    assert.deepEqual(places(), ['s2', 's3!'], 'the address leads to it too');
  });

  it('[SL25] get what was written, sent and stopped in them', async () => {
    const { rig, view } = await twoBeside();
    const { drafts } = rig.context.composer;
    perform(rig.context, { type: 'write_draft', text: 'for two' });
    view.swap();
    perform(rig.context, { type: 'write_draft', text: 'for one' });
    assert.deepEqual([drafts.textFor('s1'), drafts.textFor('s2')], ['for one', 'for two']);
    perform(rig.context, { type: 'send_prompt', content: text('for one') });
    await settled();
    assert.deepEqual(
      rig.server.callsOf('AcpBridge.prompt').map(([, id]) => id),
      ['s1'],
    );
    view.swap();
    perform(rig.context, { type: 'session_command', className: 'AcpBridge', method: 'cancel', args: [] });
    await settled();
    assert.equal(rig.server.callsOf('AcpBridge.cancel')[0]![1], 's2');
    assert.equal(drafts.textFor('s2'), 'for two');
  });

  it('[SL26] are one again when either is closed or deleted', async () => {
    const first = await twoBeside();
    perform(first.rig.context, { type: 'close_beside' });
    assert.deepEqual(first.places(), ['s2!']);
    const second = await twoBeside();
    perform(second.rig.context, { type: 'close_beside', sessionId: 's2' });
    assert.deepEqual([second.places(), second.rig.location.hash], [['s1!'], '#/s/s1']);
    const third = await twoBeside();
    perform(third.rig.context, { type: 'delete_session', sessionId: 's2', title: 'Two' });
    await settled();
    assert.deepEqual(third.places(), ['s1!']);
    const fourth = await twoBeside();
    fourth.rig.server.appendApp({ type: 'session_deleted', sessionId: 's1' });
    await settled();
    assert.deepEqual(fourth.places(), ['s2!']);
  });

  it('[SL27] are there again after a reload, in their order', async () => {
    const { rig, view } = await twoBeside();
    view.swap();
    rig.reload();
    await rig.connect();
    const { value, beside } = rig.context.page.view;
    assert.deepEqual([value, beside.value], ['s1', { sessionId: 's2', isFirst: false, isDrawn: false }]);
    perform(rig.context, { type: 'close_beside' });
    rig.reload();
    assert.equal(rig.context.page.view.beside.value, null);
  });

  it('[SL27] are one where what was kept makes no sense or is gone', async () => {
    for (const kept of ['{', '7', '{"sessionId":7}', '[]', '{"sessionId":"nobody","isFirst":true}']) {
      const rig = new AppRig(new FakeServer('s1', 's2'));
      rig.session.setItem('acdeck.beside', kept);
      rig.reload();
      await rig.connect();
      await settled();
      rig.server.appendApp({ type: 'session_shown', sessionId: 's1' });
      await settled();
      assert.equal(rig.context.page.view.beside.value, null, kept);
    }
  });

  it('[SL28] are both looked at while both are drawn', async () => {
    const { rig, view } = await twoBeside();
    const told = () => rig.server.callsOf('Sessions.look_at').at(-1)![0];
    assert.deepEqual(told(), ['s2', 's1']);
    view.beside.draw(false);
    assert.deepEqual(told(), ['s2']);
  });
});
