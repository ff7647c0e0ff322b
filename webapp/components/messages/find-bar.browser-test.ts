import { ContextProvider } from '@lit/context';
import { expect } from '@open-wc/testing';
import { html } from 'lit';
import { LIMITS } from '../../../server/protocol/limits.js';
import { chunk, ended, prompt } from '../../../server/protocol/transcript/transcript.rig.js';
import { AppRig } from '../../state/app/app.rig.js';
import { provideApp, sessionContext } from '../../state/app/contexts.js';
import '../../ui/frames.rig.js';
import { mount, until } from '../../ui/mount.rig.js';
import { inTheme } from '../../ui/theme.rig.js';
import '../conversation/transcript-view.js';
import type { TranscriptView } from '../conversation/transcript-view.js';
import { openFind } from './find-bar.js';
import { messageWords } from './words.js';

const PLACE = {
  ...{ folder: '/w', agentId: 'demo', agentName: 'Demo agent', isAgentUp: true, needsSignIn: false },
  ...{ isQueueEmpty: true, isWritable: true, others: [], lastTurn: null, lastPrompt: null },
};
const TURNS = LIMITS.snapshotTurns + 20;

/** A long conversation whose first and last messages have a needle, ready to be shown. */
async function opened() {
  const rig = new AppRig();
  for (let n = 0; n < TURNS; n++) {
    const reply = n === 0 || n === TURNS - 1 ? `A <b>Needle</b> at ${n}` : 'Hay';
    rig.server.append('s1', [prompt(`Question ${n}`, `p${n}`), chunk(reply), ended()]);
  }
  await rig.connect();
  const store = rig.context.sessions.stores.open('s1');
  const box = await mount<HTMLElement>(html`<div><button>Before</button></div>`, (template) =>
    inTheme('light', template),
  );
  provideApp(box)(rig.context);
  new ContextProvider(box, { context: sessionContext, initialValue: store });
  const show = () => {
    const view = document.createElement('transcript-view') as TranscriptView;
    view.style.cssText = 'display: block; height: 400px';
    Object.assign(view, { store, place: PLACE });
    box.append(view);
    return view;
  };
  return { store, show, before: box.querySelector('button')! };
}

/** The same with the bar open. */
async function finding() {
  const { store, show, before } = await opened();
  const view = show();
  await until(() => view.querySelector('transcript-entry'), 'the entries');
  before.focus();
  openFind(view);
  const bar = view.querySelector('find-bar')!;
  await until(() => bar.shadowRoot?.querySelector('.hit'), 'the list');
  const field = bar.shadowRoot!.querySelector('input')!;
  const type = (words: string) => {
    field.value = words;
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  };
  const count = () => bar.shadowRoot!.querySelector('.count')!.textContent;
  const hits = () => [...bar.shadowRoot!.querySelectorAll<HTMLElement>('.hit')];
  const found = () => view.querySelector('[data-found]')?.textContent ?? '';
  return { view, bar, field, type, count, hits, found, before, store };
}

describe('<find-bar>', () => {
  it('[MS15] finds what isn’t loaded, counts it, and goes from place to place', async () => {
    const { bar, field, type, count, found, store } = await finding();
    expect(store.value.transcript.entries.first > 0, 'the first messages are not loaded').to.equal(true);
    type('nEEdle');
    await until(() => count() === messageWords.find.place('2', '2'), 'both places');
    await until(() => found().includes(`at ${TURNS - 1}`), 'the newest first');
    if ('highlights' in CSS)
      await until(() => (CSS.highlights.get('found-here')?.size ?? 0) > 0, 'the words are marked');
    field.form!.requestSubmit();
    await until(() => found().includes('at 0'), 'the oldest, after the newest');
    expect(count()).to.equal(messageWords.find.place('1', '2'));
    bar.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', shiftKey: true, bubbles: true }));
    await until(() => found().includes(`at ${TURNS - 1}`), 'and back');
    await expect(bar).to.be.accessible();
  });

  it('[MS15] says so if there is nothing', async () => {
    const { bar, type, hits } = await finding();
    type('<script>');
    await until(() => bar.shadowRoot!.querySelector('.none'), 'nothing');
    expect(bar.shadowRoot!.querySelector('.none')!.textContent).to.equal(messageWords.find.none);
    expect(hits().length).to.equal(0);
  });

  it('[MS16] lists what people wrote, and goes there', async () => {
    const { hits, found } = await finding();
    await until(() => hits().length === TURNS, 'all messages');
    expect(hits()[0]!.querySelector('span')!.textContent).to.equal('Question 0');
    hits()[0]!.click();
    await until(() => found().includes('Question 0'), 'the first message');
  });

  it('[MS16] goes there also if the browser has drawn nothing yet, as in a hidden tab', async () => {
    const rig = await opened();
    const view = rig.show();
    await view.updateComplete;
    const scroller = view.querySelector('.log')!;
    expect([scroller.scrollTop, scroller.scrollHeight > scroller.clientHeight]).to.deep.equal([0, true]);
    const row = await view.reveal(0);
    expect(row?.textContent).to.contain('Question 0');
    expect(view.isPinned).to.equal(false);
  });

  it('[MS17] leaves nothing behind', async () => {
    const { bar, view, before, type, found } = await finding();
    type('needle');
    await until(() => found() !== '', 'a place');
    bar.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    expect([view.querySelector('find-bar'), view.querySelector('[data-found]')]).to.deep.equal([null, null]);
    if ('highlights' in CSS) expect(CSS.highlights.has('found')).to.equal(false);
    expect(document.activeElement === before).to.equal(true);
  });
});
