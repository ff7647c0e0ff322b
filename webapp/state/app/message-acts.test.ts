import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ContentBlock } from '@agentclientprotocol/sdk';
import { settled } from '../../../server/protocol/clock.rig.js';
import { LIMITS } from '../../../server/protocol/limits.js';
import { chunk, ended, prompt, someone, text } from '../../../server/protocol/transcript/transcript.rig.js';
import { AppRig } from './app.rig.js';
import { perform } from './perform.js';
import './prompt-acts.js';
import { appWords } from './words.js';

const PICTURE: ContentBlock = {
  type: 'image',
  data: '',
  mimeType: 'image/png',
  uri: `acdeck-upload:${'b'.repeat(32)}`,
};
const CONTENT = [text('What is this?'), PICTURE];

/** A session of more turns than a tab loads at once, the first of them with a picture. */
async function longSession() {
  const rig = new AppRig();
  rig.server.append('s1', [
    { type: 'prompt_sent', promptId: 'p0', content: CONTENT, by: someone },
    chunk('A'),
    ended(),
  ]);
  for (let n = 1; n < LIMITS.snapshotTurns + 10; n++) rig.server.append('s1', [prompt(`${n}`, `p${n}`), ended()]);
  await rig.connect();
  const { drafts } = rig.context.composer;
  const { toasts } = rig.context.notices;
  return { rig, drafts, said: () => toasts.value.at(-1) };
}

/** They come late, also where their code is there already. */
async function actsLoaded(): Promise<void> {
  await import('./prompt-acts.js');
  await settled();
}

describe('what is done with a message', () => {
  it('[MS4] quotes it after what is written', async () => {
    const { rig, drafts } = await longSession();
    perform(rig.context, { type: 'quote', text: 'One\n\nTwo\n' });
    assert.equal(drafts.textFor('s1'), '> One\n>\n> Two\n\n');
    drafts.write('s1', 'Before ');
    perform(rig.context, { type: 'quote', text: '- a\n- b' });
    assert.equal(drafts.textFor('s1'), 'Before\n\n> - a\n> - b\n\n');
  });

  it('[MS6] sends the message of a turn again, also if it has to be loaded', async () => {
    const { rig } = await longSession();
    perform(rig.context, { type: 'resend_prompt', sessionId: 's1', turn: 1 });
    await actsLoaded();
    assert.deepEqual(
      rig.server.callsOf('AcpBridge.prompt').map(([, ...args]) => args),
      [['s1', CONTENT]],
    );
  });

  it('[MS6] says so if there is no such message', async () => {
    const { rig, said } = await longSession();
    perform(rig.context, { type: 'resend_prompt', sessionId: 's1', turn: 999 });
    await actsLoaded();
    assert.deepEqual([rig.server.callsOf('AcpBridge.prompt'), said()?.text], [[], appWords.promptGone]);
  });

  it('[MS7] puts it back into the composer, says what becomes of it, and gives back what was there', async () => {
    const { rig, drafts, said } = await longSession();
    drafts.write('s1', 'half a thought');
    perform(rig.context, { type: 'edit_prompt', sessionId: 's1', turn: 1 });
    await actsLoaded();
    const kinds = () => drafts.chipsFor('s1').map(({ kind }) => kind);
    assert.deepEqual([drafts.textFor('s1'), kinds()], ['What is this?', ['upload']]);
    assert.equal(said()?.text, appWords.editing);
    assert.deepEqual(rig.server.callsOf('AcpBridge.prompt'), []);
    said()?.action?.run();
    assert.deepEqual([drafts.textFor('s1'), kinds()], ['half a thought', []]);
  });

  it('[MS7] gives back what was written since, and offers nothing once it is sent', async () => {
    const { rig, drafts, said } = await longSession();
    const edit = async () => {
      perform(rig.context, { type: 'edit_prompt', sessionId: 's1', turn: 1 });
      await actsLoaded();
    };
    drafts.write('s1', 'half a thought');
    await edit();
    drafts.write('s1', 'What is that?');
    said()?.action?.run();
    assert.deepEqual([drafts.textFor('s1'), said()?.text], ['half a thought', appWords.draftBack]);
    said()?.action?.run();
    assert.equal(drafts.textFor('s1'), 'What is that?');
    await edit();
    perform(rig.context, { type: 'send_prompt', content: [text('What is this?')] });
    assert.equal(said(), undefined);
  });

  it('[MS5] copies an address, which leads a page to the message', async () => {
    const { rig } = await longSession();
    perform(rig.context, { type: 'copy_link', sessionId: 's1', entry: 4 });
    await actsLoaded();
    assert.deepEqual(rig.copied, ['http://127.0.0.1:4000/#/s/s1/4']);
    rig.location.hash = '#/s/s1/4';
    rig.reload();
    const { view } = rig.context.page;
    assert.deepEqual([view.value, view.goal.value], ['s1', { sessionId: 's1', entry: 4 }]);
    for (const hash of ['#/s/s1', '#/s/s1/x', '#/s/s1/-1', '#/s/s1/4/5', '#/settings/4', '#/s/%/4']) {
      rig.location.hash = hash;
      rig.context.page.view.readAddress();
      assert.equal(rig.context.page.view.goal.value, null, hash);
    }
  });
});
