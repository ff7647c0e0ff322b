import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { text } from '../../server/protocol/transcript.rig.js';
import { settled } from '../rpc/manual-clock.rig.js';
import { AppRig } from './app.rig.js';
import { perform } from './perform.js';

const write = (rig: AppRig, words: string) => perform(rig.context, { type: 'write_draft', text: words });
const told = (rig: AppRig) => rig.server.callsOf('Sessions.set_draft');
const fromElsewhere = (rig: AppRig, words: string) =>
  rig.server.appendApp({ type: 'draft_changed', sessionId: 's1', text: words, by: 'other' });

describe('drafts', () => {
  it('[U15] tells the server what was typed, once, when the person pauses', async () => {
    const rig = await new AppRig().connect();
    write(rig, 'h');
    write(rig, 'hi');
    assert.deepEqual(told(rig), []);
    await rig.clock.pass(500);
    assert.deepEqual(told(rig), [['s1', 'hi']]);
  });

  it('[U15] keeps a draft across a reload and tells it then if nobody knew it', async () => {
    const rig = await new AppRig().connect();
    write(rig, 'precious');
    rig.reload();
    assert.equal(rig.context.drafts.textFor('s1'), 'precious');
    await rig.connect();
    await rig.clock.pass(500);
    assert.deepEqual(told(rig), [['s1', 'precious']]);
  });

  it('[U15] shows what another tab writes, except to a person who is writing here', async () => {
    const rig = await new AppRig().connect();
    fromElsewhere(rig, 'theirs');
    assert.equal(rig.context.drafts.textFor('s1'), 'theirs');
    perform(rig.context, { type: 'hold_draft', isHeld: true });
    fromElsewhere(rig, 'more of theirs');
    assert.equal(rig.context.drafts.textFor('s1'), 'theirs');
    perform(rig.context, { type: 'hold_draft', isHeld: false });
    assert.equal(rig.context.drafts.textFor('s1'), 'more of theirs');
  });

  it('[U15] is never overwritten before the server knows it', async () => {
    const rig = await new AppRig().connect();
    write(rig, 'mine');
    fromElsewhere(rig, 'theirs');
    assert.equal(rig.context.drafts.textFor('s1'), 'mine');
  });

  it('[U15] that was written before there was a session goes to the first one', async () => {
    const rig = new AppRig();
    write(rig, 'early');
    await rig.connect();
    assert.equal(rig.context.drafts.textFor('s1'), 'early');
  });

  it('[U16] stays until the server has the prompt; what was typed after it remains', async () => {
    const rig = await new AppRig().connect();
    const release = rig.server.hold();
    write(rig, 'send me');
    perform(rig.context, { type: 'send_prompt', content: [text('send me')] });
    await settled();
    assert.equal(rig.context.drafts.textFor('s1'), 'send me');
    write(rig, 'send me and more');
    release();
    await settled();
    assert.equal(rig.context.drafts.textFor('s1'), 'and more');
  });

  it('[U16] leaves the composer for the list of waiting prompts when the server takes long', async () => {
    const rig = await new AppRig().connect();
    rig.disconnect();
    write(rig, 'later');
    perform(rig.context, { type: 'send_prompt', content: [text('later')] });
    await rig.clock.pass(500);
    assert.equal(rig.context.drafts.textFor('s1'), '');
    assert.deepEqual(
      rig.context.outbox.value.map(({ isLate }) => isLate),
      [true],
    );
  });
});
