import { expect } from '@open-wc/testing';
import { html } from 'lit';
import type { SessionEvent } from '../../../server/protocol/session/session-event.js';
import { asked, ended, prompt, tool, toolUpdate } from '../../../server/protocol/transcript/transcript.rig.js';
import { AppRig } from '../../state/app/app.rig.js';
import '../page/ac-app.js';
import '../conversation/transcript-view.js';
import { mount, until } from '../../ui/mount.rig.js';
import type { AcApp } from '../page/ac-app.js';
import '../../ui/near-all.rig.js';
import { inTheme } from '../../ui/theme.rig.js';
import { changesWords } from '../changes/words.js';

const FOLDER = '/home/me/orbit';
const diff = (path: string, oldText: string | null, newText: string) => {
  return { type: 'diff', path: `${FOLDER}/${path}`, oldText, newText };
};
const edit = (id: string, ...content: object[]) => tool(id, { kind: 'edit', status: 'completed', content });

/** Two turns with edits; the second changes a.ts twice, each time from where it was. */
const EDITS: SessionEvent[] = [
  prompt('first'),
  edit('t1', diff('old.ts', 'x\n', 'y\n')),
  ended(),
  prompt('second'),
  edit('t2', diff('src/a.ts', 'one\n', 'two\n')),
  edit('t3', diff('src/a.ts', 'two\n', 'three\nfour\n'), diff('src/b.ts', null, 'new\n')),
  ended(),
];

const SHELL: SessionEvent[] = [
  { type: 'terminal_opened', terminalId: 'x1', command: 'make', cwd: FOLDER },
  { type: 'terminal_output', terminalId: 'x1', text: 'made it\n' },
  { type: 'terminal_closed', terminalId: 'x1', exitCode: 0, signal: null },
  { type: 'terminal_opened', terminalId: 'x2', command: 'npm test', cwd: FOLDER },
  { type: 'terminal_output', terminalId: 'x2', text: 'testing\n' },
];

async function page(events: SessionEvent[], { width = 1200, theme = 'light' as 'light' | 'dark' } = {}) {
  const rig = await new AppRig().connect();
  rig.server.append('s1', events);
  const app = await mount<AcApp>(
    html`<ac-app .context=${rig.context} style="display: block; width: ${width}px; height: 700px; container: shell / inline-size"></ac-app>`,
    (template) => inTheme(theme, template),
  );
  return { rig, app, find: (selector: string) => app.querySelector<HTMLElement>(selector) };
}

type Page = Awaited<ReturnType<typeof page>>;

async function open({ app, find }: Page, tab: 'changes' | 'files' | 'terminals'): Promise<void> {
  app.commands!.act({ type: 'show_work', tab });
  await until(() => find(`[data-tab="${tab}"][aria-selected="true"]`), tab);
  await until(() => find('work-panel')!.contains(document.activeElement), 'the focus is in the panel');
}

const words = (element: Element | null) => (element?.textContent ?? '').replace(/\s+/g, ' ').trim();
const press = (target: Element, key: string) =>
  target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, composed: true, cancelable: true }));

describe('<work-panel>', () => {
  for (const theme of ['light', 'dark'] as const) {
    it(`[WP20] is accessible in the ${theme} theme`, async () => {
      const shown = await page([...EDITS, ...SHELL], { theme });
      shown.rig.server.repo.write('src/a.ts', 'three\nfour\n');
      for (const tab of ['changes', 'files', 'terminals'] as const) {
        await open(shown, tab);
        if (tab === 'changes') await until(() => shown.find('.diff-table'), 'a diff');
        if (tab === 'files') {
          shown.app.commands!.act({ type: 'open_file', path: 'src/a.ts', line: 2 });
          await until(() => shown.find('.file-line.meant'), 'the line');
        }
        await expect(shown.app).to.be.accessible();
      }
    });
  }

  it('[WP3] shows the changes of the newest turn, or of the whole session', async () => {
    const shown = await page(EDITS);
    await open(shown, 'changes');
    await until(() => words(shown.find('.work-sum')).startsWith('2 files +3−1'), 'the sum');
    shown.find('.segment input[value="session"]')!.click();
    await until(() => words(shown.find('.work-sum')).startsWith('3 files +4−2'), 'the sum of all');
  });

  it('[WP4] folds a file that was viewed, until it changes again', async () => {
    const shown = await page(EDITS);
    await open(shown, 'changes');
    const file = () => shown.app.querySelector('change-file')!;
    const isOpen = () => file().querySelector('.change-head')!.getAttribute('aria-expanded');
    file().querySelector<HTMLInputElement>('input')!.click();
    await file().updateComplete;
    expect(isOpen()).to.equal('false');
    shown.rig.server.append('s1', [prompt('again'), edit('t4', diff('src/a.ts', 'three\nfour\n', 'five\n')), ended()]);
    await until(() => isOpen() === 'true', 'open again');
    expect(file().querySelector('input')!.checked).to.equal(false);
  });

  it('[WP5] copies the changes as a patch, and a path; and opens a file', async () => {
    const shown = await page(EDITS);
    shown.rig.server.repo.write('src/a.ts', 'three\n');
    const copied: string[] = [];
    const before = navigator.clipboard.writeText;
    navigator.clipboard.writeText = async (text) => void copied.push(text);
    await open(shown, 'changes');
    const button = (name: string) =>
      [...shown.app.querySelectorAll<HTMLElement>('work-panel button')].find((found) => words(found) === name)!;
    button('Copy patch').click();
    await until(() => copied.length === 1, 'the patch');
    navigator.clipboard.writeText = before;
    expect(copied[0]).to.match(
      /^diff --git a\/src\/a\.ts b\/src\/a\.ts\n[\s\S]*-one\n\+three\n\+four\ndiff --git [\s\S]*\+new\n$/,
    );
    button('Copy path').click();
    await until(() => shown.rig.copied.length === 1, 'the path');
    expect(shown.rig.copied).to.deep.equal([`${FOLDER}/src/a.ts`]);
    button('Open file').click();
    await until(() => words(shown.find('.file-text')) === '1three', 'the file');
  });

  it('[WP14] leads to the editor that a person has chosen', async () => {
    const shown = await page(EDITS);
    await open(shown, 'changes');
    const choice = shown.find('.editor-choice') as HTMLSelectElement;
    choice.value = 'vscode';
    choice.dispatchEvent(new Event('change'));
    await until(() => shown.find('editor-link a'), 'the link');
    expect(shown.find('editor-link a')!.getAttribute('href')).to.equal(`vscode://file${FOLDER}/src/a.ts`);
    shown.rig.reload();
    expect(shown.rig.context.preferences.value.editor).to.equal('vscode');
  });

  it('[WP6] is opened from a bar that says how much was changed', async () => {
    const shown = await page(EDITS);
    await until(() => shown.find('changes-bar')?.shadowRoot, 'the bar');
    const bar = shown.find('changes-bar')!.shadowRoot!;
    await until(() => words(bar.querySelector('.dock-head')).startsWith('2 files +3−1'), 'the count');
    bar.querySelector<HTMLElement>('button')!.click();
    await until(() => shown.find('change-file'), 'the changes');
  });

  it('[WP16] has the focus when it was opened, and gives it back when Escape closes it', async () => {
    const shown = await page(EDITS);
    await until(() => document.activeElement?.localName === 'prompt-composer', 'the page to begin in the composer');
    const opener = shown.find('.work-button')!;
    opener.focus();
    await open(shown, 'changes');
    press(document.activeElement!, 'Escape');
    await until(() => !shown.find('work-panel'), 'closed');
    await until(() => document.activeElement === opener, 'the focus is back');
  });

  it('[WP15] is made wider with the keys of its edge, as this device remembers', async () => {
    const shown = await page(EDITS);
    await open(shown, 'changes');
    const edge = shown.find('panel-divider')!;
    const width = () => Math.round(shown.find('work-panel')!.getBoundingClientRect().width);
    expect(width()).to.equal(440);
    press(edge, 'ArrowLeft');
    await until(() => width() === 464, 'wider');
    await until(() => edge.getAttribute('aria-valuenow') === '464', 'told');
    shown.rig.reload();
    expect(shown.rig.context.preferences.value.panelWidth).to.equal(464);
    press(edge, 'End');
    await until(() => width() === 720, 'as wide as it gets');
    edge.dispatchEvent(new MouseEvent('dblclick'));
    await until(() => width() === 440, 'as it was');
  });

  for (const [width, share] of [
    [1200, 440 / 1200],
    [1700, (1700 - 264) / 2 / 1700],
    [950, 0.5],
    [800, 1],
  ] as const) {
    it(`[WP22] has its place beside the conversation in a page of ${width} px`, async () => {
      const shown = await page(EDITS, { width });
      const before = shown.find('main')!.getBoundingClientRect();
      await open(shown, 'changes');
      const panel = shown.find('work-panel')!.getBoundingClientRect();
      const main = shown.find('main')!.getBoundingClientRect();
      // The list of sessions stands there only in a window of that width, whatever that of the page is.
      const list = shown.find('aside')?.getBoundingClientRect().width ?? 0;
      const half = width >= 1600 ? (width - list) / 2 : share * width;
      expect(Math.round(panel.width)).to.equal(Math.round(half));
      expect(panel.right - shown.app.getBoundingClientRect().left).to.equal(width);
      const isInstead = width < 900;
      expect(Math.round(main.width)).to.equal(Math.round(isInstead ? before.width : width - list - panel.width));
      expect(getComputedStyle(shown.find('main')!).visibility).to.equal(isInstead ? 'hidden' : 'visible');
    });
  }

  it('[WP18] stands before the conversation on a phone, and says that somebody is waited for there', async () => {
    const shown = await page(EDITS, { width: 390 });
    const main = shown.find('main')!;
    const [chat, changes] = [...shown.app.querySelectorAll<HTMLElement>('.switch-tab')];
    expect(words(chat!)).to.equal('Chat');
    expect(words(changes!)).to.equal('Changes 2');
    changes!.click();
    await until(() => shown.find('change-file'), 'the changes');
    expect(getComputedStyle(main).visibility).to.equal('hidden');
    expect(shown.find('work-panel')!.getBoundingClientRect().width).to.equal(390);
    shown.rig.server.append('s1', [prompt('more'), asked('q', { toolCallId: 't9', title: 'rm' })]);
    await until(() => words(shown.find('.work-chat')) === 'Chat1, 1 request', 'the request');
    shown.find('.work-chat')!.click();
    await until(() => getComputedStyle(main).visibility === 'visible', 'the conversation');
  });

  it('[WP13] lists commands, the newest chosen, and shows what they print as they do', async () => {
    const shown = await page([prompt('go'), ...SHELL]);
    await open(shown, 'terminals');
    const rows = () => [...shown.app.querySelectorAll('.terminal-row')].map(words);
    expect(rows()).to.have.length(2);
    expect(rows()[0]).to.equal('Running: npm test');
    await until(() => words(shown.find('.terminal-shown')).includes('testing'), 'its output');
    shown.rig.server.append('s1', [{ type: 'terminal_output', terminalId: 'x2', text: 'passed\n' }]);
    await until(() => words(shown.find('.terminal-shown')).includes('passed'), 'more output');
    shown.app.querySelectorAll<HTMLElement>('.terminal-row')[1]!.click();
    await until(() => words(shown.find('.terminal-shown')).includes('made it'), 'the other output');
  });

  it('[RA32] says that it does not list what commands have changed, where some have run', async () => {
    const run = (id: string, fields: object = {}) => tool(id, { kind: 'execute', title: 'rm a.ts', ...fields });
    const allow: SessionEvent = {
      type: 'permission_answered',
      permissionId: 'q',
      optionId: 'yes',
      by: { kind: 'server' },
    };
    const stories: [SessionEvent[], boolean][] = [
      [[run('t', { status: 'completed' })], true],
      [[edit('e', diff('a.ts', 'x', 'y')), run('t', { status: 'failed' })], true],
      [[run('t'), asked('q', { toolCallId: 't' }), allow], true],
      [SHELL.slice(0, 1), true],
      [[edit('e', diff('a.ts', 'x', 'y'))], false],
      [[run('t'), asked('q', { toolCallId: 't' })], false],
      [[run('t', { status: 'completed' }), ended(), prompt('on'), edit('e', diff('a.ts', 'x', 'y'))], false],
      [[tool('t', { kind: 'read', status: 'completed' })], false],
    ];
    for (const [n, [events, isSaid]] of stories.entries()) {
      const shown = await page([prompt('go'), ...events]);
      await open(shown, 'changes');
      await until(() => shown.find('.work-scroll'), 'the list');
      expect(/command[^.]* aren’t listed/.test(words(shown.find('.work-scroll'))), `story ${n}`).to.equal(isSaid);
      shown.find('.segment input[value="session"]')!.click();
      if (n === 6) await until(() => /aren’t listed/.test(words(shown.find('.work-scroll'))), 'the whole session');
      shown.app.remove();
    }
  });

  it('[WP1] does not count what still waits for an answer', async () => {
    const shown = await page([prompt('go'), tool('t', { kind: 'edit', content: [diff('a.ts', null, 'x\n')] })]);
    await open(shown, 'changes');
    expect(words(shown.find('.work-empty'))).to.equal(changesWords.none);
    shown.rig.server.append('s1', [toolUpdate('t', { status: 'completed' })]);
    await until(() => shown.find('change-file'), 'the change');
  });
});
