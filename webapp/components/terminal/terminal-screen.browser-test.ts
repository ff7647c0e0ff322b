import { expect } from '@open-wc/testing';
import { html } from 'lit';
import type { OwnTerminal } from '../../../server/protocol/api/own-terminal.js';
import { RpcError } from '../../../server/protocol/api/rpc-error.js';
import { AppRig } from '../../state/app/app.rig.js';
import '../page/ac-app.js';
import { mount, until } from '../../ui/mount.rig.js';
import '../work-panel/work-panel.js';
import './terminal-screen.js';
import { linksIn } from './find-links.js';
import { pastedText } from './guard-sequences.js';
import type { TerminalScreen } from './terminal-screen.js';

const terminal = (n: number, fields: Partial<OwnTerminal> = {}): OwnTerminal => ({
  ...{ id: `t${n}`, number: n, shell: 'zsh', rootId: 'main', cols: 80, rows: 24, exit: null },
  ...fields,
});

/** A page with terminals at a server that keeps what they show. */
async function page(...terminals: OwnTerminal[]) {
  const rig = await new AppRig().connect();
  for (const each of terminals) rig.server.appendApp({ type: 'terminal_changed', terminal: each });
  const app = await mount(
    html`<ac-app .context=${rig.context} style="display: block; width: 1200px; height: 700px; container: shell / inline-size"></ac-app>`,
  );
  const find = <T extends Element>(selector: string) => app.querySelector<T>(selector);
  const typed = () => rig.server.callsOf('AcpBridge.type_in_terminal').map(([, text]) => text);
  const show = async (id: string) => {
    rig.context.work.panel.showTerminal(id);
    await until(
      () => find<TerminalScreen>('terminal-screen')?.shadowRoot?.querySelector('.xterm-rows'),
      'the terminal',
    );
    return find<TerminalScreen>('terminal-screen')!;
  };
  let offset = 0;
  const print = (text: string, answers = true) => {
    rig.app.tab.terminalOutput({ terminalId: 't1', offset, text, answerFrom: answers ? offset : null });
    offset += text.length;
  };
  return { rig, app, find, typed, show, print };
}

const rowsOf = (screen: TerminalScreen) => screen.shadowRoot!.querySelector('.xterm-rows')?.textContent ?? '';
const press = (screen: TerminalScreen, init: KeyboardEventInit & { keyCode?: number }) =>
  screen
    .shadowRoot!.querySelector('textarea')!
    .dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, composed: true, cancelable: true, ...init }));

describe('terminals of a person', () => {
  it('[TM4] [TM22] are listed beside the commands, and the one on screen is remembered', async () => {
    const { app, find, show, rig } = await page(terminal(1), terminal(2, { shell: 'fish' }));
    await show('t1');
    const names = [...app.querySelectorAll('.terminal-strip [aria-pressed]')].map((each) => each.textContent?.trim());
    expect(names).to.deep.equal(['Commands', 'zsh 1', 'fish 2']);
    rig.reload();
    expect(rig.context.work.panel.value.terminal).to.equal('t1');
    expect(find('.terminal-strip [aria-pressed="true"]')?.textContent?.trim()).to.equal('zsh 1');
  });

  it('[TM5] write what comes, and nothing that they have', async () => {
    const { rig, show, print } = await page(terminal(1));
    const screen = await show('t1');
    print('one two');
    rig.app.tab.terminalOutput({ terminalId: 't1', offset: 0, text: 'one two three', answerFrom: null });
    await until(() => rowsOf(screen).includes('one two three'), 'the text once');
    expect(rowsOf(screen)).to.not.include('one twoone');
    rig.app.tab.terminalOutput({ terminalId: 't1', offset: 900, text: 'later', modes: '\x1b[?25l', answerFrom: null });
    await until(() => rowsOf(screen).includes('later'), 'what is left');
    expect(rowsOf(screen)).to.not.include('one');
  });

  it('[TM9] answer what a program asks only where this tab is to answer', async () => {
    const { show, print, typed } = await page(terminal(1));
    const screen = await show('t1');
    print('\x1b[c\x1b[6n\x1b]11;?\x07\x1b[?2004$p\x1bP$qm\x1b\\silent', false);
    await until(() => rowsOf(screen).includes('silent'), 'the text');
    expect(typed()).to.deep.equal([]);
    print('\x1b[cloud');
    await until(() => typed().length > 0, 'the answer');
    expect(typed()).to.deep.equal(['\x1b[?1;2c']);
  });

  it('[TM16] drop titles, the clipboard, colours of the screen and addresses behind words', async () => {
    const { rig, show, print } = await page(terminal(1));
    const screen = await show('t1');
    const before = document.title;
    const theme = getComputedStyle(screen.shadowRoot!.querySelector('.xterm-viewport, .xterm')!).backgroundColor;
    print('\x1b]0;owned\x07\x1b]2;owned\x07\x1b]52;c;b3duZWQ=\x07\x1b]11;#ff0000\x07\x1b]4;1;#000000\x07');
    print('\x1b]8;;https://evil.example\x07harmless\x1b]8;;\x07 \x1b]1337;File=a:b\x07\x1b]777;notify;a;b\x07end');
    await until(() => rowsOf(screen).includes('harmless end'), 'the text');
    expect(document.title).to.equal(before);
    expect(rig.copied).to.deep.equal([]);
    expect(getComputedStyle(screen.shadowRoot!.querySelector('.xterm-viewport, .xterm')!).backgroundColor).to.equal(
      theme,
    );
    expect(screen.shadowRoot!.innerHTML).to.not.include('evil');
  });

  it('[TM17] find addresses and files, and lead to what they say', () => {
    const found = (text: string) => linksIn(text).map(({ start, end }) => text.slice(start, end));
    expect(found('see https://a.example/x?y=1. and (http://b.example)')).to.deep.equal([
      'https://a.example/x?y=1',
      'http://b.example',
    ]);
    expect(found('src/app.ts:12:3 error in ./lib/a.js')).to.deep.equal(['src/app.ts:12:3', './lib/a.js']);
    expect(linksIn('src/app.ts:12')[0]).to.include({ kind: 'file', path: 'src/app.ts', line: 12 });
    for (const text of ['javascript:alert(1)', 'file:///etc/passwd', 'data:text/html,x', 'plain words']) {
      expect(linksIn(text), text).to.deep.equal([]);
    }
  });

  it('[TM18] paste without control characters', async () => {
    expect(pastedText('a\x1b[201~rm -rf\x07\x00 b\tc\nd\r\n\x9b2J')).to.equal('a[201~rm -rf b\tc\nd\r\n2J');
    const { show, print, typed } = await page(terminal(1));
    const screen = await show('t1');
    print('\x1b[?2004hready');
    await until(() => rowsOf(screen).includes('ready'), 'the text');
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', 'x\x1b[201~y');
    const target = screen.shadowRoot!.querySelector('textarea')!;
    target.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, composed: true, cancelable: true }),
    );
    await until(() => typed().length > 0, 'what was pasted');
    expect(typed().join('')).to.equal('\x1b[200~x[201~y\x1b[201~');
  });

  it('[TM19] get the keys of the page, and copy what is selected', async () => {
    const { rig, show, print, typed, find } = await page(terminal(1));
    const screen = await show('t1');
    print('words to copy');
    await until(() => rowsOf(screen).includes('words'), 'the text');
    screen.focus();
    press(screen, { key: 'k', code: 'KeyK', keyCode: 75, ctrlKey: true });
    press(screen, { key: 'Escape', code: 'Escape', keyCode: 27 });
    press(screen, { key: 'c', code: 'KeyC', keyCode: 67, ctrlKey: true });
    await until(() => typed().length >= 3, 'the keys');
    expect(typed()).to.deep.equal(['\x0b', '\x1b', '\x03']);
    expect(find('work-panel'), 'Escape leaves it open').to.exist;
    screen.shadowRoot!.querySelector('.xterm-screen')!.dispatchEvent(
      new MouseEvent('mousedown', {
        detail: 3,
        button: 0,
        clientX: screen.getBoundingClientRect().x + 20,
        clientY: screen.getBoundingClientRect().y + 14,
        bubbles: true,
        composed: true,
      }),
    );
    document.dispatchEvent(new MouseEvent('mouseup'));
    press(screen, { key: 'c', code: 'KeyC', keyCode: 67, ctrlKey: true });
    await until(() => rig.copied.length > 0, 'the copy');
    expect(rig.copied[0]?.trim()).to.equal('words to copy');
    expect(typed()).to.have.length(3);
  });

  it('[TM19] search in what was shown', async () => {
    const { show, print } = await page(terminal(1));
    const screen = await show('t1');
    print('alpha beta\r\nalpha gamma\r\n');
    await until(() => rowsOf(screen).includes('gamma'), 'the text');
    press(screen, { key: 'F', code: 'KeyF', ctrlKey: true, shiftKey: true });
    await until(() => screen.shadowRoot!.querySelector('.find input'), 'the field');
    const field = screen.shadowRoot!.querySelector<HTMLInputElement>('.find input')!;
    const count = () => screen.shadowRoot!.querySelector('.find output')!.textContent?.trim();
    field.value = 'alpha';
    field.dispatchEvent(new Event('input'));
    await until(() => count() === '1 of 2', 'the matches');
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
    await until(() => count() === '2 of 2', 'the next match');
    field.value = 'nothing like it';
    field.dispatchEvent(new Event('input'));
    await until(() => count() === 'No matches', 'no match');
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
    await until(() => !screen.shadowRoot!.querySelector('.find'), 'the end of the search');
  });

  it('[TM10] say how the shell ended, and can be closed', async () => {
    const { rig, show } = await page(terminal(1, { exit: { exitCode: 3, signal: 0 } }));
    const screen = await show('t1');
    const note = screen.shadowRoot!.querySelector('.ended')!;
    expect(note.textContent).to.include('exit code 3');
    note.querySelector('button')!.click();
    await until(() => rig.server.callsOf('AcpBridge.close_terminal').length > 0, 'the wish');
    expect(rig.server.callsOf('AcpBridge.close_terminal')[0]?.[1]).to.equal('t1');
  });

  it('[TM7] draw in the size that another tab gave', async () => {
    const { rig, show } = await page(terminal(1));
    const screen = await show('t1');
    rig.server.appendApp({ type: 'terminal_changed', terminal: terminal(1, { cols: 40, rows: 7 }) });
    await until(() => screen.shadowRoot!.querySelectorAll('.xterm-rows > div').length === 7, 'seven rows');
    expect(rig.server.callsOf('AcpBridge.resize_terminal'), 'it has no focus').to.deep.equal([]);
    screen.focus();
    await until(() => rig.server.callsOf('AcpBridge.resize_terminal').length > 0, 'its own size');
  });

  it('[TM15] say which package is missing, where the terminal would be', async () => {
    const { rig, app, find } = await page();
    rig.context.work.panel.show('terminals');
    await until(() => find('.terminal-strip'), 'the strip');
    const refusal = new RpcError('unavailable', 'x', { code: 'no_terminal_package' });
    rig.server.refuse('AcpBridge.open_terminal', refusal);
    [...app.querySelectorAll<HTMLElement>('.terminal-strip .btn')].at(-1)!.click();
    await until(() => find('.terminal-refusal'), 'the reason');
    expect(find('.terminal-refusal')?.textContent).to.include('@lydell/node-pty');
  });
});
