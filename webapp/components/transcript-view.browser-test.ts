import { expect } from '@open-wc/testing';
import { html } from 'lit';
import type { SessionEvent } from '../../server/protocol/events.js';
import { chunk, ended, prompt, tool } from '../../server/protocol/transcript.rig.js';
import { AppRig } from '../state/app.rig.js';
import './frames.rig.js';
import { mount, until } from './mount.rig.js';
import { inTheme } from './theme.rig.js';
import './transcript-view.js';
import type { TranscriptView } from './transcript-view.js';

/** Without frames the browser never measures what it has skipped; how it holds the page then is its own affair. */
const measured = new CSSStyleSheet();
measured.replaceSync('transcript-entry, transcript-entry * { content-visibility: visible !important }');
document.adoptedStyleSheets = [...document.adoptedStyleSheets, measured];

const PLACE = {
  folder: '/w',
  agentId: 'demo',
  agentName: 'Demo agent',
  isAgentUp: true,
  others: [],
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
async function view(...events: SessionEvent[]) {
  const rig = new AppRig();
  rig.server.append('s1', events);
  await rig.connect();
  const store = rig.context.sessions.open('s1');
  const element = await mount<TranscriptView>(
    html`<transcript-view style="display: block; height: 400px" .store=${store} .place=${PLACE}></transcript-view>`,
    (template) => inTheme('light', template),
  );
  const log = element.querySelector<HTMLElement>('[role=log]')!;
  const toEnd = () => log.scrollHeight - log.clientHeight - log.scrollTop;
  const atEnd = () => until(() => toEnd() <= 2 && log.scrollHeight > log.clientHeight, 'the end');
  return { rig, store, element, log, toEnd, atEnd, pill: () => element.querySelector<HTMLElement>('.pill') };
}

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

/** Time for whatever would move to move: several looks of the observers. */
const quiet = () => new Promise((resolve) => setTimeout(resolve, 60));

describe('<transcript-view>', () => {
  it('[U40] is accessible', async () => {
    const { element } = await view(prompt('Hi'), chunk('Hello.'), tool('t', { status: 'failed', title: 'Try' }));
    await expect(element).to.be.accessible();
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
    await quiet();
    const shown = firstShown(element, log);
    const before = shown.getBoundingClientRect().top;
    for (let n = 0; n < 20; n++)
      rig.server.append('s1', [chunk(`Line ${n}\n\n`), tool(`t${n}`, { status: 'completed' })]);
    await until(() => pill()?.textContent?.includes('new'), 'the pill');
    await quiet();
    expect(Math.abs(shown.getBoundingClientRect().top - before)).to.be.lessThan(1.5);
  });

  it('[U54] holds what is read when words come below it', async () => {
    const { rig, element, log, atEnd } = await view(...turns(20), prompt('more', 'px'));
    await atEnd();
    wheelUp(log, 500);
    await quiet();
    const shown = firstShown(element, log);
    const before = shown.getBoundingClientRect().top;
    for (let n = 0; n < 100; n++) rig.server.append('s1', [chunk(`word ${n} `)]);
    await quiet();
    expect(Math.abs(shown.getBoundingClientRect().top - before)).to.be.lessThan(1.5);
  });

  it('[U54] goes back to the end by the pill, which counts what is new', async () => {
    const { rig, log, atEnd, pill } = await view(...turns(10), prompt('more', 'px'));
    await atEnd();
    wheelUp(log, 300);
    await until(pill, 'the pill');
    expect(pill()!.textContent).to.contain('Latest');
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
    await quiet();
    expect(Math.abs(shown.getBoundingClientRect().top - before)).to.be.lessThan(2.5);
  });
});
