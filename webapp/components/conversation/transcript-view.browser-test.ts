import { expect } from '@open-wc/testing';
import { html } from 'lit';
import type { SessionEvent } from '../../../server/protocol/session/session-event.js';
import type { Entry } from '../../../server/protocol/transcript/entries.js';
import { chunk, ended, prompt, thought, tool } from '../../../server/protocol/transcript/transcript.rig.js';
import { AppRig } from '../../state/app/app.rig.js';
import { atRest } from '../../ui/frames.rig.js';
import { mount, until } from '../../ui/mount.rig.js';
import { inTheme } from '../../ui/theme.rig.js';
import { rehearse } from './rehearse.js';
import './transcript-view.js';
import type { TranscriptView } from './transcript-view.js';
import { conversationWords } from './words.js';

/** Without frames the browser never measures what it has skipped; how it holds the page then is its own affair. */
const measured = new CSSStyleSheet();
measured.replaceSync('transcript-entry, transcript-entry * { content-visibility: visible !important }');
document.adoptedStyleSheets = [...document.adoptedStyleSheets, measured];

const PLACE = {
  folder: '/w',
  agentId: 'demo',
  agentName: 'Demo agent',
  isAgentUp: true,
  lastTurn: null,
  lastPrompt: null,
};

const turns = (count: number): SessionEvent[] =>
  Array.from({ length: count }, (_, n) => [
    prompt(`Question ${n}`, `p${n}`),
    chunk(`Answer ${n}\n\nin two parts`),
    ended(),
  ]).flat();

/** The view of a session at the fake server, 400 px high, scrolled to its end. */
async function viewOf(rig: AppRig, events: readonly SessionEvent[]) {
  rig.server.append('s1', [...events]);
  await rig.connect();
  const store = rig.context.sessions.stores.open('s1');
  const element = await mount<TranscriptView>(
    html`<transcript-view style="display: block; height: 400px" .store=${store} .place=${PLACE}></transcript-view>`,
    (template) => inTheme('light', template),
  );
  const log = element.querySelector<HTMLElement>('[role=log]')!;
  const toEnd = () => log.scrollHeight - log.clientHeight - log.scrollTop;
  const atEnd = () => until(() => toEnd() <= 2 && log.scrollHeight > log.clientHeight, 'the end');
  return { rig, store, element, log, toEnd, atEnd, pill: () => element.querySelector<HTMLElement>('.pill') };
}

const view = (...events: SessionEvent[]) => viewOf(new AppRig(), events);

/** Goes up as a person does with a wheel. */
function wheelUp(log: HTMLElement, px: number): void {
  log.dispatchEvent(new WheelEvent('wheel', { deltaY: -px }));
  log.scrollTop -= px;
  log.dispatchEvent(new Event('scroll'));
}

/** The entry at the upper edge of the view. */
function firstShown(element: Element, log: Element): Element {
  const edge = log.getBoundingClientRect().top;
  return [...element.querySelectorAll('transcript-entry')].find(
    (entry) => entry.getBoundingClientRect().bottom > edge,
  )!;
}

describe('<transcript-view>', () => {
  it('[SP3] [SP20] has no more nodes after 600 turns than after 200', async () => {
    const { rig, element, atEnd } = await view(...turns(20));
    const nodes = () => {
      const walker = document.createTreeWalker(element);
      let count = 0;
      while (walker.nextNode()) count += 1;
      return count;
    };
    /** The most of so many turns: rows leave the page many at a time. */
    const mostUntil = async (steps: number) => {
      let most = 0;
      for (let n = 0; n < steps; n += 1) {
        rig.server.append('s1', turns(20));
        await atEnd();
        await atRest();
        most = Math.max(most, nodes());
      }
      return most;
    };
    const early = await mostUntil(9);
    const late = await mostUntil(20);
    expect(early).to.be.above(500);
    expect(late).to.be.at.most(early * 1.1);
  });

  it('[U40] is accessible', async () => {
    const { element } = await view(prompt('Hi'), chunk('Hello.'), tool('t', { status: 'failed', title: 'Try' }));
    await expect(element).to.be.accessible();
  });

  it('[U89] leaves out what only a newer page can draw, and shows the rest', async () => {
    const rig = new AppRig();
    const odd = { kind: 'hologram', action: 'sing', turn: 1 };
    rig.server.asNewer = (entry) => {
      if (entry.kind === 'thought') return { ...odd, id: entry.id, at: entry.at } as unknown as Entry;
      return entry.kind === 'notice' ? ({ ...entry, action: odd.action } as unknown as Entry) : entry;
    };
    const { element } = await viewOf(rig, [
      prompt('Hi'),
      thought('Hm.'),
      tool('t', { kind: 'levitate', status: 'completed', title: 'Lift' }),
      { type: 'notice_shown', severity: 'info', notice: { code: 'agent_notice', title: 'A notice' } },
      chunk('Hello.'),
    ]);
    const entries = [...element.querySelectorAll<HTMLElement>('transcript-entry')];
    expect(entries.map(({ dataset }) => dataset.kind)).to.deep.equal(['user', 'hologram', 'tool', 'notice', 'agent']);
    expect(entries[1]!.textContent.trim()).to.equal('');
    expect(entries[2]!.textContent).to.contain('Lift');
    expect(entries[3]!.textContent).to.contain('A notice');
    expect(entries[3]!.querySelector('button')).to.equal(null);
    expect(entries[4]!.textContent).to.contain('Hello.');
  });

  it('[U54] stays at the end while words come', async () => {
    const { rig, atEnd } = await view(...turns(10), prompt('more', 'px'));
    await atEnd();
    for (let n = 0; n < 20; n++) {
      rig.server.append('s1', [chunk(`Line ${n}\n\n`)]);
      await atEnd();
    }
  });

  it('[U54] is left by the first turn of the wheel, and then holds still', async () => {
    const { rig, element, log, atEnd, pill } = await view(...turns(10), prompt('more', 'px'));
    await atEnd();
    wheelUp(log, 20);
    await until(pill, 'the pill');
    await atRest();
    const shown = firstShown(element, log);
    const before = shown.getBoundingClientRect().top;
    for (let n = 0; n < 20; n++)
      rig.server.append('s1', [chunk(`Line ${n}\n\n`), tool(`t${n}`, { status: 'completed' })]);
    await until(() => element.textContent!.includes('Line 19') && /\d new/.test(pill()!.textContent!), 'all of it');
    await atRest();
    expect(Math.abs(shown.getBoundingClientRect().top - before)).to.be.lessThan(1.5);
  });

  it('[U54] holds what is read when words come below it', async () => {
    const { rig, element, log, atEnd } = await view(...turns(20), prompt('more', 'px'));
    await atEnd();
    wheelUp(log, 500);
    await atRest();
    const shown = firstShown(element, log);
    const before = shown.getBoundingClientRect().top;
    for (let n = 0; n < 100; n++) rig.server.append('s1', [chunk(`word ${n} `)]);
    await until(() => element.textContent!.includes('word 99'), 'the words');
    await atRest();
    expect(Math.abs(shown.getBoundingClientRect().top - before)).to.be.lessThan(1.5);
  });

  it('[U54] goes back to the end by the pill, which counts what is new', async () => {
    const { rig, log, atEnd, pill } = await view(...turns(10), prompt('more', 'px'));
    await atEnd();
    wheelUp(log, 300);
    await until(pill, 'the pill');
    expect(pill()!.textContent).to.contain(conversationWords.jumpToLatest);
    rig.server.append('s1', [tool('a', { status: 'completed' }), tool('b', { status: 'completed' })]);
    await until(() => pill()!.textContent!.includes('2 new'), '2 new');
    pill()!.click();
    await atEnd();
    await until(() => pill() === null, 'no pill');
  });

  it('[U54] is at the end again when a person scrolls down to it', async () => {
    const { rig, log, atEnd, pill } = await view(...turns(10), prompt('more', 'px'));
    await atEnd();
    wheelUp(log, 300);
    await until(pill, 'the pill');
    log.dispatchEvent(new WheelEvent('wheel', { deltaY: 40 }));
    log.scrollTop = log.scrollHeight - log.clientHeight - 40;
    log.dispatchEvent(new Event('scroll'));
    await until(() => pill() === null, 'no pill');
    rig.server.append('s1', [chunk('x\n\n'.repeat(30))]);
    await atEnd();
  });

  it('[SP9] shows what is on its way in its place, and the log’s entry takes over its row', async () => {
    const { rig, element, store } = await view(...turns(2));
    const sent = {
      cmdId: 'c9',
      className: 'AcpBridge',
      method: 'prompt',
      at: 0,
      isSecret: false,
      failure: null,
      isLate: false,
    } as const;
    element.sending = { ...sent, args: ['s1', [{ type: 'text', text: 'On its way' }]] };
    await element.updateComplete;
    const rows = () => [...element.querySelectorAll('transcript-entry')];
    const row = rows().at(-1)!;
    await until(() => row.textContent?.includes('On its way'), 'the message');
    expect(row.textContent).not.to.contain(conversationWords.sending);
    element.sending = { ...element.sending, isLate: true };
    await until(() => row.textContent?.includes(conversationWords.sending), 'that it takes long');
    const count = rows().length;
    rig.server.append('s1', [prompt('On its way', 'c9')]);
    element.sending = null;
    await until(() => store.value.transcript.turn.promptId === 'c9' && !row.textContent?.includes('Sending'), 'sent');
    expect(rows().length).to.equal(count);
    expect(rows().at(-1)).to.equal(row);
  });

  it('[SP10] was drawn once where nobody saw it, and left nothing behind', async () => {
    const before = document.body.childElementCount;
    await rehearse();
    expect(document.body.childElementCount).to.equal(before);
    expect(document.querySelector('body > [hidden]')).to.equal(null);
  });

  it('[U55] loads what came before when a person goes up, and what is read stays in its place', async () => {
    const { store, element, log, atEnd } = await view(...turns(130));
    await atEnd();
    const { first } = store.value.transcript.entries;
    expect(first).to.be.greaterThan(0);
    wheelUp(log, log.scrollHeight);
    const shown = element.querySelector('transcript-entry')!;
    const before = shown.getBoundingClientRect().top;
    await until(() => store.value.transcript.entries.first < first && !store.value.isLoadingOlder, 'older entries');
    await until(() => element.querySelectorAll('transcript-entry')[0] !== shown, 'drawn');
    await atRest();
    expect(Math.abs(shown.getBoundingClientRect().top - before)).to.be.lessThan(2.5);
  });
});
