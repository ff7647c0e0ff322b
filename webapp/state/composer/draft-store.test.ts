import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { DraftChip } from '../../../server/protocol/api/draft.js';
import { settled } from '../../../server/protocol/clock.rig.js';
import { text } from '../../../server/protocol/transcript/transcript.rig.js';
import { AppRig } from '../app/app.rig.js';
import { perform } from '../app/perform.js';

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
    await rig.clock.passSettled(500);
    assert.deepEqual(told(rig), [['s1', 'hi']]);
  });

  it('[U15] keeps a draft across a reload and tells it then if nobody knew it', async () => {
    const rig = await new AppRig().connect();
    write(rig, 'precious');
    rig.reload();
    assert.equal(rig.context.composer.drafts.textFor('s1'), 'precious');
    await rig.connect();
    await rig.clock.passSettled(500);
    assert.deepEqual(told(rig), [['s1', 'precious']]);
  });

  it('[U15] shows what another tab writes, except to a person who is writing here', async () => {
    const rig = await new AppRig().connect();
    fromElsewhere(rig, 'theirs');
    assert.equal(rig.context.composer.drafts.textFor('s1'), 'theirs');
    perform(rig.context, { type: 'hold_draft', isHeld: true });
    fromElsewhere(rig, 'more of theirs');
    assert.equal(rig.context.composer.drafts.textFor('s1'), 'theirs');
    perform(rig.context, { type: 'hold_draft', isHeld: false });
    assert.equal(rig.context.composer.drafts.textFor('s1'), 'more of theirs');
  });

  it('[U15] is never overwritten before the server knows it', async () => {
    const rig = await new AppRig().connect();
    write(rig, 'mine');
    fromElsewhere(rig, 'theirs');
    assert.equal(rig.context.composer.drafts.textFor('s1'), 'mine');
  });

  it('[U15] never comes back from what the server had told before it took the newest words', async () => {
    const rig = await new AppRig().connect();
    perform(rig.context, { type: 'hold_draft', isHeld: true });
    write(rig, 'sent since');
    fromElsewhere(rig, 'sent since');
    await rig.clock.passSettled(500);
    write(rig, '');
    // The server takes this and answers; what it tells all tabs is still on its way.
    rig.server.appendApp({ type: 'draft_changed', sessionId: 's1', text: '', by: 'tab' }, { isLost: true });
    await rig.clock.passSettled(500);
    perform(rig.context, { type: 'hold_draft', isHeld: false });
    assert.equal(rig.context.composer.drafts.textFor('s1'), '');
  });

  it('[U15] that was written before there was a session goes to the first one', async () => {
    const rig = new AppRig();
    write(rig, 'early');
    await rig.connect();
    assert.equal(rig.context.composer.drafts.textFor('s1'), 'early');
  });

  it('[U16] stays until the server has the prompt, if that is to be queued; what was typed after it remains', async () => {
    const rig = await new AppRig().connect();
    const by = { kind: 'device', device: 'other' } as const;
    rig.server.append('s1', [{ type: 'prompt_sent', promptId: 'p0', content: [text('before')], by }]);
    const release = rig.server.hold();
    write(rig, 'send me');
    perform(rig.context, { type: 'send_prompt', content: [text('send me')] });
    await settled();
    assert.equal(rig.context.composer.drafts.textFor('s1'), 'send me');
    write(rig, 'send me and more');
    release();
    await settled();
    assert.equal(rig.context.composer.drafts.textFor('s1'), 'and more');
  });

  it('[U16] leaves the composer at once for the conversation, where the server has yet to take it', async () => {
    const rig = await new AppRig().connect();
    const release = rig.server.hold();
    write(rig, 'send me');
    perform(rig.context, { type: 'send_prompt', content: [text('send me')] });
    assert.deepEqual([rig.context.composer.drafts.textFor('s1'), rig.context.outbox.value.length], ['', 1]);
    release();
    await settled();
    assert.deepEqual(rig.context.outbox.value, []);
  });

  it('[U16] leaves the composer for the list of waiting prompts when the server takes long', async () => {
    const rig = await new AppRig().connect();
    rig.disconnect();
    write(rig, 'later');
    perform(rig.context, { type: 'send_prompt', content: [text('later')] });
    await rig.clock.passSettled(500);
    assert.equal(rig.context.composer.drafts.textFor('s1'), '');
    assert.deepEqual(
      rig.context.outbox.value.map(({ isLate }) => isLate),
      [true],
    );
  });

  const paste = { kind: 'paste', key: 'k1', text: 'long words' } as const;
  const mention = { kind: 'file', key: '@a.ts', path: 'a.ts' } as const;
  const attach = (rig: AppRig, chip: DraftChip) => perform(rig.context, { type: 'attach_chip', chip });

  it('[CO4] keeps chips and the caret across a reload, and tells the chips', async () => {
    const rig = await new AppRig().connect();
    write(rig, 'with');
    attach(rig, paste);
    perform(rig.context, { type: 'place_caret', at: 2 });
    rig.reload();
    const { drafts } = rig.context.composer;
    assert.deepEqual([drafts.textFor('s1'), drafts.chipsFor('s1'), drafts.caretFor('s1')], ['with', [paste], 2]);
    await rig.connect();
    await rig.clock.passSettled(500);
    assert.deepEqual(told(rig), [['s1', 'with', [paste]]]);
  });

  it('[CO4] shows the chips that another tab has, and that it took them away', async () => {
    const rig = await new AppRig().connect();
    const theirs = (chips: DraftChip[]) =>
      rig.server.appendApp({ type: 'draft_changed', sessionId: 's1', text: 'theirs', chips, by: 'other' });
    theirs([paste]);
    assert.deepEqual(rig.context.composer.drafts.chipsFor('s1'), [paste]);
    theirs([]);
    assert.deepEqual(rig.context.composer.drafts.chipsFor('s1'), []);
  });

  it('[CO5] spends what was sent before there was a session, also once the session has it', async () => {
    const { drafts } = (await new AppRig().connect()).context.composer;
    drafts.write('new', 'hello and more');
    drafts.adopt('s9');
    drafts.spend('new', 'hello');
    assert.equal(drafts.textFor('s9'), 'and more');
  });

  it('[CO37] keeps the caret of what was written before there was a session', async () => {
    const { drafts } = (await new AppRig().connect()).context.composer;
    drafts.write('new', 'hello and more');
    drafts.placeCaret('new', 5);
    drafts.adopt('s9');
    assert.equal(drafts.caretFor('s9'), 5);
  });

  it('[CO5] spends the chips that were sent and keeps those that came later', async () => {
    const rig = await new AppRig().connect();
    const release = rig.server.hold();
    write(rig, 'see @a.ts');
    attach(rig, mention);
    perform(rig.context, { type: 'send_prompt', content: [text('see @a.ts')], chips: [mention] });
    attach(rig, paste);
    release();
    await settled();
    assert.deepEqual(
      [rig.context.composer.drafts.textFor('s1'), rig.context.composer.drafts.chipsFor('s1')],
      ['', [paste]],
    );
    assert.deepEqual(rig.server.callsOf('AcpBridge.prompt')[0]![2], [
      text('see @a.ts'),
      { type: 'resource_link', uri: 'file:///home/me/orbit/a.ts', name: 'a.ts' },
    ]);
  });

  it('[CO21] is remembered once it was sent, for other sessions too', async () => {
    const rig = await new AppRig().connect();
    for (const words of ['one', 'two', 'one']) perform(rig.context, { type: 'send_prompt', content: [text(words)] });
    rig.reload();
    assert.deepEqual(rig.context.composer.prompts.all, ['one', 'two']);
  });
});
