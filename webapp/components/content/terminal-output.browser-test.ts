import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { html } from 'lit';
import { HOSTILE_OUTPUT } from '../../ansi/hostile-output.rig.js';
import { contrastOf } from '../../ui/contrast.rig.js';
import { mount, until } from '../../ui/mount.rig.js';
import './terminal-output.js';
import type { TerminalExit } from '../../../server/protocol/transcript/entries.js';
import { inTheme } from '../../ui/theme.rig.js';
import type { TerminalOutput } from './terminal-output.js';

const ESC = '\u001b';
const numbers = (count: number) => Array.from({ length: count }, (_, n) => `line ${n}\n`).join('');

interface Shown {
  text: string;
  live?: boolean;
  exit?: TerminalExit | null;
  lines?: number;
  cutLines?: number;
  atEnd?: boolean;
  theme?: 'light' | 'dark';
}

async function show({
  text,
  live = false,
  exit = null,
  lines = 2_000,
  cutLines = 0,
  atEnd = false,
  theme = 'light',
}: Shown): Promise<TerminalOutput> {
  const view = html`<terminal-output .text=${text} ?live=${live} .exit=${exit} lines=${lines} .cutLines=${cutLines} ?at-end=${atEnd}></terminal-output>`;
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
    expect(stateOf(view)).to.match(/^3,000 earlier lines not shown\./);
    view.text = numbers(5_050);
    await view.updateComplete;
    expect(bodyOf(view).textContent!.split('\n').length).to.equal(2_051);
    const tail = await show({ text: numbers(10), lines: 3 });
    expect(bodyOf(tail).textContent).to.equal('line 7\nline 8\nline 9\n');
    expect(stateOf(tail)).to.equal('7 earlier lines not shown.');
  });

  it('[F23] counts lines that are kept nowhere, and shows all others at a press', async () => {
    const view = await show({ text: numbers(5_000), cutLines: 700 });
    expect(stateOf(view)).to.match(/^3,700 earlier lines not shown\./);
    const button = view.querySelector<HTMLElement>('.term-state button')!;
    expect(button.textContent!.trim()).to.equal('Show 5,000 lines');
    button.click();
    await view.updateComplete;
    expect(bodyOf(view).textContent).to.equal(numbers(5_000));
    expect(stateOf(view)).to.equal('700 earlier lines not shown.');
  });

  it('[F23] counts alike whether it saw the output grow or only its end', async () => {
    const grown = await show({ text: numbers(3_000), live: true });
    const end = numbers(6_000).slice(numbers(2_500).length);
    Object.assign(grown, { text: end, cutLines: 2_500 });
    await grown.updateComplete;
    const late = await show({ text: end, live: true, cutLines: 2_500 });
    const sum = (view: Element) => {
      const hidden = Number(/([\d,]+) earlier/.exec(stateOf(view))![1]!.replaceAll(',', ''));
      return hidden + bodyOf(view).textContent!.split('\n').length - 1;
    };
    expect([sum(grown), sum(late)]).to.deep.equal([6_000, 6_000]);
  });

  it('[F28] opens at its end where that is wanted', async () => {
    const exit = { exitCode: 0, signal: null };
    const [end, start] = [
      await show({ text: numbers(500), exit, atEnd: true }),
      await show({ text: numbers(500), exit }),
    ];
    expect(bodyOf(end).scrollTop).to.be.greaterThan(bodyOf(end).scrollHeight - bodyOf(end).clientHeight - 2);
    expect(bodyOf(start).scrollTop).to.equal(0);
  });

  it('[F29] leads to the files that a program names', async () => {
    const view = await show({ text: `at ${ESC}[36mtest/login.test.ts:42:11${ESC}[0m (see https://example.com/a.ts)` });
    const opened: unknown[] = [];
    view.addEventListener('open-file', ({ path, line }) => opened.push({ path, line }));
    const buttons = view.querySelectorAll<HTMLElement>('.term-path');
    expect([...buttons].map(({ textContent }) => textContent)).to.deep.equal(['test/login.test.ts:42:11']);
    buttons[0]!.click();
    expect(opened).to.deep.equal([{ path: 'test/login.test.ts', line: 42 }]);
  });

  it('[F32] finds a line among all that are kept, goes from one to the next and closes', async () => {
    expect((await show({ text: numbers(19) })).querySelector('.term-find')).to.equal(null);
    const text = numbers(5_000).replace('line 41\n', `${ESC}[31mERR${ESC}[0mor one\n`);
    const view = await show({ text: `${text}error two\n`, atEnd: true });
    const button = view.querySelector<HTMLElement>('.term-find')!;
    button.click();
    await until(() => document.activeElement === view.querySelector('.term-search input'), 'the field');
    const status = () => view.querySelector('.term-search [role=status]')!.textContent!.trim();
    const here = () => view.querySelector('.term-here')?.textContent;
    await sendKeys({ type: 'error' });
    await until(() => status() === '1 of 2' && here() === 'ERRor one', 'the first one');
    const inSight = () => {
      const [line, body] = [view.querySelector('.term-here')!, bodyOf(view)].map((part) =>
        part.getBoundingClientRect(),
      );
      return line!.top >= body!.top - 1 && line!.bottom <= body!.bottom + 1;
    };
    await until(inSight, 'the first one in sight');
    await sendKeys({ press: 'Enter' });
    await until(() => status() === '2 of 2' && here() === 'error two' && inSight(), 'the second one');
    await sendKeys({ press: 'Enter' });
    await until(() => status() === '1 of 2', 'the first one again');
    await sendKeys({ type: 'x' });
    await until(() => status() === 'No matches' && here() === undefined, 'none');
    await expect(view).to.be.accessible();
    await sendKeys({ press: 'Escape' });
    await until(() => document.activeElement === button, 'the focus is back');
    expect(view.querySelector('.term-search, mark')).to.equal(null);
  });

  it('[F30] copies all that is kept, also what is not drawn', async () => {
    const copied: string[] = [];
    const before = navigator.clipboard.writeText;
    navigator.clipboard.writeText = async (text) => void copied.push(text);
    const view = await show({ text: numbers(5_000) });
    view.querySelector<HTMLElement>('[aria-live]')!.click();
    await until(() => copied.length > 0, 'copied');
    navigator.clipboard.writeText = before;
    expect(`${copied[0]}\n`).to.equal(numbers(5_000));
  });

  it('[F30] saves it as a file', async () => {
    const view = await show({ text: numbers(3_000) });
    const saved: { name: string; text: Promise<string> }[] = [];
    const click = HTMLAnchorElement.prototype.click;
    HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
      saved.push({ name: this.download, text: fetch(this.href).then((answer) => answer.text()) });
    };
    view.querySelector<HTMLElement>('.term-head > button:not(.term-find)')!.click();
    HTMLAnchorElement.prototype.click = click;
    expect(saved[0]!.name).to.equal('output.txt');
    expect(await saved[0]!.text).to.equal(numbers(3_000));
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
    view.querySelector<HTMLElement>('[aria-live]')!.click();
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
