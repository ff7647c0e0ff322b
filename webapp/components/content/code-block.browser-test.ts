import { expect, oneEvent } from '@open-wc/testing';
import { html } from 'lit';
import { mount, until } from '../../ui/mount.rig.js';
import { inTheme } from '../../ui/theme.rig.js';
import { CodeWorkerClient, codeWorker } from '../../worker/code-worker-client.js';
import '../../ui/near-all.rig.js';
import './code-block.js';
import type { OpenFileEvent } from '../../ui/open-file-event.js';
import type { CodeBlock } from './code-block.js';

const CODE = Array.from({ length: 80 }, (_, n) => `const a${n} = "${n}"; /* ${n}\n\tover */`).join('\n');

/** One of each kind of colour. */
const SHORT = 'import { a } from "b"; // c\nfunction f(x: number) {\n  return `d` + 1 + THIS;\n}';

async function show(code: string, info = 'ts', streaming = false): Promise<CodeBlock> {
  return mount<CodeBlock>(html`<code-block .code=${code} .info=${info} ?streaming=${streaming}></code-block>`);
}

const coloursOf = (block: Element) =>
  [...block.querySelectorAll('[class^=tk-]')].map((span) => `${span.className} ${span.textContent}`);
const coloured = (block: Element, least = 1) => until(() => coloursOf(block).length >= least, 'colours');

describe('<code-block>', () => {
  it('[W30] shows its language, or the file that it names', async () => {
    expect((await show('a', 'python')).querySelector('.code-name')?.textContent).to.equal('python');
    const block = await show('a', 'ts src/a.ts:4');
    const heard = oneEvent(block, 'open-file') as Promise<OpenFileEvent>;
    block.querySelector<HTMLElement>('.code-file')!.click();
    const { path, line } = await heard;
    expect([path, line]).to.deep.equal(['src/a.ts', 4]);
  });

  it('[W30] copies the code exactly', async () => {
    const copied: string[] = [];
    const before = navigator.clipboard.writeText;
    navigator.clipboard.writeText = async (text) => void copied.push(text);
    const block = await show('all:\n\tmake  \n');
    const button = block.querySelectorAll<HTMLElement>('.code-tool')[1]!;
    button.click();
    await until(() => button.textContent === 'Copied', 'copied');
    navigator.clipboard.writeText = before;
    expect(copied).to.deep.equal(['all:\n\tmake  \n']);
    expect(block.querySelector('pre')?.textContent).to.equal('all:\n\tmake  \n');
  });

  it('[W31] is plain at once and coloured when the worker has answered', async () => {
    const block = await show(CODE);
    expect(block.querySelector('pre')?.textContent).to.equal(CODE);
    await coloured(block);
    expect(block.querySelector('pre')?.textContent).to.equal(CODE);
    expect(coloursOf(block).slice(0, 1)).to.deep.equal(['tk-keyword const']);
  });

  it('[W32] colours whole lines while it grows, and ends as the whole code', async () => {
    const block = await show('', 'ts', true);
    const lines = CODE.split('\n');
    for (let n = 1; n <= 6; n += 1) {
      const code = `${lines.slice(0, n * 20).join('\n')}\nconst hal`;
      block.code = code;
      await coloured(block, n * 20);
      expect(block.querySelector('pre')?.textContent).to.equal(code);
    }
    block.code = CODE;
    block.streaming = false;
    const whole = await show(CODE);
    await coloured(whole);
    await coloured(block, coloursOf(whole).length);
    expect(coloursOf(block)).to.deep.equal(coloursOf(whole));
    expect(block.querySelector('pre')?.textContent).to.equal(CODE);
  });

  it('[W33] stays plain in a language that nobody knows', async () => {
    const block = await show('const a = 1;', 'klingon');
    await codeWorker.ask('forget', { stream: 0 });
    await block.updateComplete;
    expect(coloursOf(block)).to.deep.equal([]);
  });

  it('[W34] keeps a selection until it is given up', async () => {
    const block = await show('const keep = 1;\nconst other = 2;');
    getSelection()!.selectAllChildren(block.querySelector('.code-lines')!);
    await codeWorker.ask('highlight', { language: 'typescript', code: 'x', stream: null });
    await block.updateComplete;
    expect(getSelection()!.toString()).to.equal('const keep = 1;\nconst other = 2;');
    expect(coloursOf(block)).to.deep.equal([]);
    getSelection()!.removeAllRanges();
    await coloured(block);
  });

  it('[W35] stays plain without a worker', async () => {
    const none = new CodeWorkerClient(async () => undefined);
    const block = await mount<CodeBlock>(
      html`<code-block .worker=${none} .code=${'let b = 1'} .info=${'js'}></code-block>`,
    );
    await block.updateComplete;
    expect(block.querySelector('pre')?.textContent).to.equal('let b = 1');
  });

  it('[W36] warns of characters that change the reading order', async () => {
    expect((await show('a\u202eb')).querySelector('.code-warning')).not.to.equal(null);
    expect((await show('ab')).querySelector('.code-warning')).to.equal(null);
  });

  it('[W12] wraps long lines when asked', async () => {
    const block = await show('x'.repeat(5_000));
    const pre = block.querySelector('pre')!;
    expect(pre.scrollWidth).to.be.greaterThan(pre.clientWidth);
    block.querySelector<HTMLElement>('.code-tool')!.click();
    await block.updateComplete;
    expect(pre.scrollWidth).to.equal(pre.clientWidth);
  });

  it('[W37] has enough contrast in both themes and passes axe', async () => {
    for (const theme of ['light', 'dark'] as const) {
      const block = html`<code-block .code=${SHORT} .info=${'ts'}></code-block>`;
      const box = await mount<HTMLElement>(block, (template) => inTheme(theme, template));
      await coloured(box);
      await expect(box).to.be.accessible();
    }
  });
});
