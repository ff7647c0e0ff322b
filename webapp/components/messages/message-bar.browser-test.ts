import { expect } from '@open-wc/testing';
import { html } from 'lit';
import type { SessionEvent } from '../../../server/protocol/session/session-event.js';
import { chunk, ended, prompt, text, tool, update } from '../../../server/protocol/transcript/transcript.rig.js';
import type { UserAct, UserActEvent } from '../../state/app/acts.js';
import { AppRig } from '../../state/app/app.rig.js';
import { provideApp, sessionContext } from '../../state/app/contexts.js';
import '../../ui/frames.rig.js';
import { ContextProvider } from '@lit/context';
import { duration, money } from '../../ui/format.js';
import { mount, until } from '../../ui/mount.rig.js';
import { inTheme } from '../../ui/theme.rig.js';
import '../conversation/transcript-view.js';
import { moveInConversation } from '../conversation/move-in-conversation.js';
import type { TranscriptView } from '../conversation/transcript-view.js';
import { messageWords } from './words.js';

const PLACE = {
  ...{ folder: '/w', agentId: 'demo', agentName: 'Demo agent', isAgentUp: true, needsSignIn: false },
  ...{ isQueueEmpty: true, isWritable: true, others: [], lastTurn: null, lastPrompt: null },
};

/** A conversation, and what is asked for in it. */
async function conversation(events: readonly SessionEvent[], place: object = {}) {
  const rig = new AppRig();
  rig.server.append('s1', [...events]);
  await rig.connect();
  const store = rig.context.sessions.stores.open('s1');
  const acts: UserAct[] = [];
  const box = await mount<HTMLElement>(
    html`<div @user-act=${(event: UserActEvent) => acts.push(event.act)}></div>`,
    (template) => inTheme('light', template),
  );
  provideApp(box)(rig.context);
  new ContextProvider(box, { context: sessionContext, initialValue: store });
  const view = document.createElement('transcript-view') as TranscriptView;
  view.style.cssText = 'display: block; height: 500px';
  Object.assign(view, { store, place: { ...PLACE, ...place } });
  box.append(view);
  const count = () => view.querySelectorAll('transcript-entry').length;
  await until(() => count() > 0, 'the entries');
  const entry = (kind: string) => view.querySelector<HTMLElement>(`transcript-entry[data-kind=${kind}]`)!;
  const buttons = (kind: string) =>
    [...entry(kind).querySelectorAll<HTMLElement>('.message-bar button')].map(({ ariaLabel }) => ariaLabel);
  const press = (kind: string, name: string) =>
    entry(kind).querySelector<HTMLElement>(`.message-bar [aria-label="${name}"]`)!.click();
  return { rig, store, view, box, acts, entry, buttons, press };
}

const TALK = [prompt('Why?', 'p1'), chunk('Because.\n\n'), tool('t'), chunk('That is *all*.'), ended()];

/** The open menu and the names of what it offers. */
async function menu() {
  const find = () => document.querySelector('message-menu:popover-open')?.shadowRoot ?? null;
  await until(() => find()?.activeElement, 'the menu');
  const items = [...find()!.querySelectorAll<HTMLElement>('[role=menuitem]')];
  const names = items.map(({ textContent }) => textContent?.trim());
  const pick = (name: string) => items[names.indexOf(name)]!.click();
  return { root: find()!, host: document.querySelector('message-menu')!, items, names, pick };
}

describe('the actions of a message', () => {
  it('[MS1] are buttons that show with the focus, and not while the message is written', async () => {
    const { buttons, entry, view, box } = await conversation(TALK);
    await view.updateComplete;
    expect(buttons('user')).to.deep.equal([messageWords.copy, messageWords.edit, messageWords.more]);
    expect(buttons('agent')).to.deep.equal([messageWords.copy, messageWords.retry, messageWords.more]);
    const bar = entry('agent').querySelector('.message-bar')!;
    bar.querySelector('button')!.focus();
    await until(() => getComputedStyle(bar).opacity === '1', 'the bar');
    await expect(box).to.be.accessible();
    const writing = await conversation([prompt('Why?', 'p1'), chunk('Bec')]);
    expect(writing.buttons('agent')).to.deep.equal([]);
  });

  it('[MS2] [MS9] open in a menu that the keyboard reaches, and give the focus back', async () => {
    const { view, entry, acts } = await conversation(TALK);
    const last = [...view.querySelectorAll<HTMLElement>('transcript-entry[data-kind=agent]')].at(-1)!;
    last.tabIndex = -1;
    last.focus();
    moveInConversation(view, 'actions');
    const { names, root, host, items } = await menu();
    expect(names).to.deep.equal([
      ...[messageWords.copy, messageWords.copyReply, messageWords.quote, messageWords.edit],
      ...[messageWords.retry, messageWords.askAgent, messageWords.link],
    ]);
    await expect(host).to.be.accessible();
    const key = (name: string) => host.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true }));
    key('ArrowUp');
    expect(root.activeElement).to.equal(items.at(-1));
    key('ArrowDown');
    key('ArrowDown');
    expect(root.activeElement).to.equal(items[1]);
    key('End');
    key('Home');
    expect(root.activeElement).to.equal(items[0]);
    host.hidePopover();
    await until(() => last.contains(document.activeElement), 'the focus is back');
    expect(acts).to.deep.equal([]);
    expect(entry('user')).to.not.equal(null);
  });

  it('[MS9] are copying and linking where nobody can write', async () => {
    const { buttons, press } = await conversation(TALK, { isWritable: false });
    expect(buttons('agent')).to.deep.equal([messageWords.copy, messageWords.more]);
    press('agent', messageWords.more);
    const { names, host } = await menu();
    expect(names).to.deep.equal([messageWords.copy, messageWords.copyReply, messageWords.link]);
    host.hidePopover();
  });

  it('[MS3] [MS4] [MS5] [MS6] [MS7] ask for what they say', async () => {
    const { press, acts } = await conversation(TALK);
    const pick = async (kind: string, name: string) => {
      press(kind, messageWords.more);
      (await menu()).pick(name);
      await until(() => !document.querySelector('message-menu'), 'the menu is gone');
    };
    press('agent', messageWords.copy);
    await pick('agent', messageWords.copyReply);
    await pick('agent', messageWords.quote);
    await pick('user', messageWords.link);
    press('agent', messageWords.retry);
    await until(() => acts.length === 5, 'retry');
    press('user', messageWords.edit);
    await until(() => acts.length === 6, 'edit');
    expect(acts).to.deep.equal([
      { type: 'copy', text: 'Because.\n\n', what: 'message' },
      { type: 'copy', text: 'Because.\n\nThat is *all*.', what: 'message' },
      { type: 'quote', text: 'Because.' },
      { type: 'copy_link', sessionId: 's1', entry: 0 },
      { type: 'resend_prompt', sessionId: 's1', turn: 1 },
      { type: 'edit_prompt', sessionId: 's1', turn: 1 },
    ]);
  });

  it('[MS4] quote what is selected in the message', async () => {
    const { entry, press, acts } = await conversation(TALK);
    const words = () => entry('agent').querySelector('.answer p');
    await until(words, 'the words');
    document.getSelection()!.selectAllChildren(words()!);
    press('agent', messageWords.more);
    (await menu()).pick(messageWords.quoteSelection);
    expect(acts).to.deep.equal([{ type: 'quote', text: 'Because.' }]);
    document.getSelection()!.removeAllRanges();
  });
});

describe('the end of a turn', () => {
  const cases = [
    ['cancelled', [messageWords.continue, messageWords.retry]],
    ['max_tokens', [messageWords.continue, messageWords.retry]],
    ['max_turn_requests', [messageWords.continue, messageWords.retry]],
    ['refusal', [messageWords.retry]],
  ] as const;
  for (const [reason, names] of cases) {
    it(`[MS8] offers to go on after ${reason}`, async () => {
      const events = [prompt('Why?', 'p1'), chunk('Bec'), ended(reason)];
      const last = { lastTurn: 1, lastPrompt: [text('Why?')] };
      const { entry, acts } = await conversation(events, last);
      const offered = [...entry('mark').querySelectorAll<HTMLElement>('.mark .btn')];
      expect(offered.map(({ textContent }) => textContent)).to.deep.equal([...names]);
      for (const button of offered) button.click();
      const sent = acts.map((act) => act.type === 'send_prompt' && act.content);
      const going = [text(messageWords.continueMessage)];
      expect(sent).to.deep.equal(names.length === 2 ? [going, [text('Why?')]] : [[text('Why?')]]);
      for (const place of [
        { ...last, lastTurn: null },
        { ...last, isQueueEmpty: false },
      ]) {
        const other = await conversation(events, place);
        expect(other.entry('mark').querySelectorAll('.mark .btn').length).to.equal(0);
      }
    });
  }

  it('[MS10] says how long it took and what the agent reported, and leads to its files', async () => {
    const diff = { type: 'diff', path: '/w/a.ts', oldText: 'a', newText: 'b' };
    const { view, acts } = await conversation([
      prompt('Why?', 'p1'),
      tool('t', { kind: 'edit', status: 'completed', content: [diff] }),
      chunk('Done.'),
      { type: 'turn_ended', stopReason: 'end_turn', tokens: { input: 1_000, output: 500 } },
    ]);
    const footer = () => view.querySelector('turn-footer')?.shadowRoot;
    await until(() => footer()?.querySelector('button'), 'the line');
    const parts = [...footer()!.children].map(({ textContent }) => textContent?.trim());
    expect(parts.slice(2)).to.deep.equal(['1.5K tokens', messageWords.files(1)]);
    footer()!.querySelector('button')!.click();
    expect(acts).to.deep.equal([{ type: 'show_work', tab: 'changes' }]);
    await expect(view.querySelector('turn-footer')!).to.be.accessible();
  });

  for (const [tokens, shown, hint] of [
    [{ total: 818, input: 10, output: 8, cached: 1_800 }, '818 tokens', '10 in, 8 out, 1,800 cached'],
    [{ input: 12_345, output: 0, cached: 0 }, '12.3K tokens', '12,345 in, 0 out'],
    [{ total: 1 }, '1 token', null],
    [{ total: 0, input: 0, output: 0 }, '0 tokens', '0 in, 0 out'],
    [{ cached: 4 }, null, null],
    [{}, null, null],
  ] as const) {
    it(`[US24] has ${shown ?? 'no tokens'} and the counts for ${JSON.stringify(tokens)}`, async () => {
      const { view } = await conversation([
        prompt('Why?', 'p1'),
        chunk('Done.'),
        { type: 'turn_ended', stopReason: 'end_turn', tokens, tokensOf: 'turn' },
      ]);
      const footer = () => view.querySelector('turn-footer')?.shadowRoot;
      await until(() => footer()?.querySelector('time'), 'the line');
      const told = [...footer()!.children]
        .slice(2)
        .map((part) => [part.textContent?.trim(), part.getAttribute('title')]);
      const title = hint === null ? messageWords.reported : messageWords.tokensHint(hint);
      expect(told).to.deep.equal(shown === null ? [] : [[shown, title]]);
    });
  }

  it('[MS10] [US23] says how long it took as that was measured, and what it cost in each currency', async () => {
    const spent = (currency: string, amount: number) => ({
      ...update({ sessionUpdate: 'usage_update', used: 1, size: 9, cost: { amount, currency } }),
      used: { cost: { amount, currency } },
    });
    const { view } = await conversation([
      prompt('Why?', 'p1'),
      chunk('Done.'),
      spent('USD', 1.5),
      spent('credits', 3),
      Object.assign(ended(), { ms: 90_000 }),
    ]);
    const footer = () => view.querySelector('turn-footer')?.shadowRoot;
    await until(() => footer()?.children.length === 4, 'the line');
    const [, took, ...costs] = [...footer()!.children].map(({ textContent }) => textContent?.trim());
    expect(took).to.equal(duration(90_000));
    expect(costs).to.deep.equal([money(1.5, 'USD'), money(3, 'credits')]);
  });
});
