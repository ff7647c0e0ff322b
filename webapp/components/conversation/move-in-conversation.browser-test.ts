import { expect } from '@open-wc/testing';
import { html } from 'lit';
import { chunk, ended, prompt } from '../../../server/protocol/transcript/transcript.rig.js';
import { AppRig } from '../../state/app/app.rig.js';
import '../../ui/frames.rig.js';
import { mount, until } from '../../ui/mount.rig.js';
import { moveInConversation } from './move-in-conversation.js';
import './transcript-view.js';
import type { TranscriptView } from './transcript-view.js';

const PLACE = {
  ...{ folder: '/w', agentId: 'demo', agentName: 'Demo agent', isAgentUp: true },
  ...{ lastTurn: null, lastPrompt: null },
};

/** A conversation with the focus, and a field beside it. */
async function conversation() {
  const rig = new AppRig();
  rig.server.append('s1', [prompt('Hi', 'p1'), chunk('Hello.'), ended()]);
  await rig.connect();
  const store = rig.context.sessions.stores.open('s1');
  const box = await mount<HTMLElement>(
    html`<div>
      <transcript-view style="display: block; height: 400px" .store=${store} .place=${PLACE}></transcript-view>
      <input aria-label="Field" />
    </div>`,
  );
  const view = box.querySelector<TranscriptView>('transcript-view')!;
  await until(() => box.querySelectorAll('transcript-entry').length === 2, 'the entries');
  box.querySelector<HTMLElement>('[role=log]')!.focus();
  const entries = [...box.querySelectorAll('transcript-entry')];
  return { view, entries, field: box.querySelector('input')!, focused: () => document.activeElement };
}

describe('a move in the conversation', () => {
  for (const [move, at] of [
    ['first', 0],
    ['last', 1],
  ] as const) {
    it(`[CM28] takes the focus to the ${move} message, which may have to be drawn first`, async () => {
      const { view, entries, focused } = await conversation();
      moveInConversation(view, move);
      await until(() => focused() === entries[at], 'the focus on the message');
    });

    it(`[CM28] leaves the focus to a person who has gone to a field meanwhile (${move})`, async () => {
      const { view, field, focused } = await conversation();
      moveInConversation(view, move);
      field.focus();
      // Whatever the move waits for has come by then.
      await view.reveal(0);
      await view.updateComplete;
      await new Promise((resolve) => setTimeout(resolve));
      expect(focused() === field, 'the focus is in the field').to.equal(true);
    });
  }
});
