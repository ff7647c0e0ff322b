import { expect } from '@open-wc/testing';
import { html } from 'lit';
import { HOSTILE_OUTPUT } from '../ansi/hostile-output.rig.js';
import { contrastOf } from './contrast.rig.js';
import { mount, until } from './mount.rig.js';
import './terminal-output.js';
import type { TerminalExit } from '../../server/protocol/entries.js';
import type { TerminalOutput } from './terminal-output.js';
import { inTheme } from './theme.rig.js';

const ESC = '\u001b';
const numbers = (count: number) => Array.from({ length: count }, (_, n) => `line ${n}\n`).join('');

interface Shown {
  text: string;
  live?: boolean;
  exit?: TerminalExit | null;
  lines?: number;
  theme?: 'light' | 'dark';
}

async function show({
  text,
  live = false,
  exit = null,
  lines = 2_000,
  theme = 'light',
}: Shown): Promise<TerminalOutput> {
  const view = html`<terminal-output .text=${text} ?live=${live} .exit=${exit} lines=${lines}></terminal-output>`;
  return mount<TerminalOutput>(view, (template) => inTheme(theme, template));
}

const bodyOf = (view: Element) => view.querySelector<HTMLElement>('.term-body')!;
const stateOf = (view: Element) => view.querySelector('.term-state')!.textContent!.trim();

describe('<terminal-output>', () => {
  it('[F20] shows colours and words', async () => {
    const view = await show({ text: `ok ${ESC}[31mred${ESC}[0m${ESC}[2J end` });
    expect(bodyOf(view).textContent).to.equal('ok red end\n');
    expect(view.querySelector('.ansi-fg')?.textContent).to.equal('red');
  });

  it('[F21] grows at its end and keeps what it has drawn', async () => {
    const view = await show({ text: numbers(250), live: true });
    const first = view.querySelector('.term-lines');
    view.text = `${numbers(250)}half`;
    await view.updateComplete;
    view.text = `${numbers(250)}half a line`;
    await view.updateComplete;
    expect(bodyOf(view).textContent).to.equal(`${numbers(250)}half a line\n`);
    expect(view.querySelector('.term-lines')).to.equal(first);
  });

  it('[F23] shows the last lines and says how many came before', async () => {
    const view = await show({ text: numbers(5_000) });
    expect(bodyOf(view).textContent!.split('\n').length).to.equal(2_001);
    expect(stateOf(view)).to.equal(`${(3_000).toLocaleString()} earlier lines are not shown.`);
    view.text = numbers(5_050);
    await view.updateComplete;
    expect(bodyOf(view).textContent!.split('\n').length).to.equal(2_051);
    const tail = await show({ text: numbers(10), lines: 3 });
    expect(bodyOf(tail).textContent).to.equal('line 7\nline 8\nline 9\n');
  });

  for (const theme of ['light', 'dark'] as const) {
    it(`[F24] has enough contrast in the ${theme} theme, whatever colours a program chooses`, async () => {
      const named = [...Array(8).keys()].flatMap((n) => [`${30 + n}`, `${90 + n}`]);
      const palette = [...Array(256).keys()].map((n) => `38;5;${n}`);
      const extreme = ['255;255;0', '0;255;0', '0;0;255', '255;0;255', '0;255;255', '1;1;1', '254;254;254'];
      const inks = ['0', '1', '2', '7', ...named, ...palette, ...extreme.map((rgb) => `38;2;${rgb}`)];
      const grounds = [
        '',
        ...[...Array(8).keys()].flatMap((n) => [`;${40 + n}`, `;${100 + n}`]),
        ';48;5;226',
        ';48;5;21',
      ];
      const text = grounds.map((ground) => inks.map((ink) => `${ESC}[${ink}${ground}mx${ESC}[0m`).join('')).join('\n');
      const view = await show({ text, theme });
      const poor = [...view.querySelectorAll<HTMLElement>('.term-lines span')]
        .map((span) => ({ style: span.style.cssText, classes: span.className, ratio: contrastOf(span) }))
        .filter(({ ratio }) => ratio < 4.5);
      expect(poor.slice(0, 5)).to.deep.equal([]);
    });
  }

  it('[F25] keeps its end in view until someone scrolls up', async () => {
    const view = await show({ text: numbers(200), live: true });
    const body = bodyOf(view);
    const fromEnd = () => body.scrollHeight - body.scrollTop - body.clientHeight;
    expect(fromEnd()).to.be.lessThan(2);
    view.text = numbers(300);
    await view.updateComplete;
    expect(fromEnd()).to.be.lessThan(2);
    body.scrollTop = 100;
    body.dispatchEvent(new Event('scroll'));
    view.text = numbers(400);
    await view.updateComplete;
    expect(body.scrollTop).to.equal(100);
  });

  it('[F26] says how the command ended', async () => {
    const states = await Promise.all(
      [
        { text: '', live: true },
        { text: '', exit: { exitCode: 0, signal: null } },
        { text: '', exit: { exitCode: 1, signal: null } },
        { text: '', exit: { exitCode: null, signal: 'SIGTERM' } },
      ].map(async (wish) => stateOf(await show(wish))),
    );
    expect(states).to.deep.equal(['Running…', '✓ Exit code 0.', '✗ Exit code 1.', '✗ Ended by SIGTERM.']);
  });

  it('[F26] copies text free of control characters', async () => {
    const copied: string[] = [];
    const before = navigator.clipboard.writeText;
    navigator.clipboard.writeText = async (text) => void copied.push(text);
    const view = await show({ text: `${ESC}[31mred${ESC}[0m\n\ttab\u0007` });
    view.querySelector('button')!.click();
    await until(() => copied.length > 0, 'copied');
    navigator.clipboard.writeText = before;
    expect(copied).to.deep.equal(['red\n\ttab']);
  });

  it('[F27] leaves only words of hostile output', async () => {
    const title = document.title;
    for (const [text, wanted] of HOSTILE_OUTPUT) {
      const view = await show({ text });
      expect(bodyOf(view).textContent).to.equal(`${wanted}\n`);
      expect(view.querySelector('.term-body :not(span)')).to.equal(null);
    }
    expect(document.title).to.equal(title);
  });

  it('[F24] passes axe in both themes', async () => {
    for (const theme of ['light', 'dark'] as const) {
      const text = `${ESC}[1;32m✓${ESC}[0m passes ${ESC}[2m(3 ms)${ESC}[0m\n${ESC}[41;97m FAIL ${ESC}[0m ${ESC}[7minverse${ESC}[0m`;
      await expect(await show({ text, theme, exit: { exitCode: 1, signal: null } })).to.be.accessible();
    }
  });
});
