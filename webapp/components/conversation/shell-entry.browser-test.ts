import { expect } from '@open-wc/testing';
import { html } from 'lit';
import type { SessionEvent } from '../../../server/protocol/session/session-event.js';
import type { TerminalEntry } from '../../../server/protocol/transcript/entries.js';
import { entriesAfter, someone } from '../../../server/protocol/transcript/transcript.rig.js';
import { sessionCommand, type UserAct } from '../../state/app/acts.js';
import { mount, until } from '../../ui/mount.rig.js';
import { quoteOutput, type ShellEntry } from './shell-entry.js';
import './shell-entry.js';
import { inTheme } from '../../ui/theme.rig.js';

const OPENED: SessionEvent = { type: 'terminal_opened', terminalId: 'x', command: 'npm test', cwd: '/w', by: someone };
const wrote = (text: string): SessionEvent => ({ type: 'terminal_output', terminalId: 'x', text });
const CLOSED: SessionEvent = { type: 'terminal_closed', terminalId: 'x', exitCode: 1, signal: null };
const RED = '\u001b[31mred\u001b[0m\n';

const entryOf = (...events: SessionEvent[]) => entriesAfter(OPENED, ...events)[0] as TerminalEntry;

async function shown(entry: TerminalEntry, theme: 'light' | 'dark' = 'light') {
  const acts: UserAct[] = [];
  const element = await mount<ShellEntry>(html`<shell-entry .entry=${entry}></shell-entry>`, (template) =>
    inTheme(theme, template),
  );
  element.addEventListener('user-act', ({ act }) => acts.push(act));
  return { element, acts, button: element.querySelector<HTMLButtonElement>('.shell-foot button')! };
}

describe('<shell-entry>', () => {
  for (const theme of ['light', 'dark'] as const) {
    it(`[SH1] is accessible in the ${theme} theme`, async () => {
      await expect((await shown(entryOf(wrote(RED), CLOSED), theme)).element).to.be.accessible();
    });
  }

  it('[SH1] shows who ran what, its colours, its exit code and how long it took', async () => {
    const { element } = await shown(entryOf(wrote(RED), CLOSED));
    await until(() => element.querySelector('.ansi-fg'), 'the output');
    const words = element.textContent!.replace(/\s+/g, ' ');
    for (const part of ['npm test', 'Test', 'red', 'Exit code 1.', '0.0 s']) expect(words).to.contain(part);
    expect(element.querySelector('.ansi-fg')?.textContent).to.equal('red');
  });

  it('[SH14] can be stopped while it runs', async () => {
    const { button, acts } = await shown(entryOf(wrote('half')));
    expect(button.textContent).to.contain('Stop command');
    button.click();
    expect(acts).to.deep.equal([sessionCommand('AcpBridge', 'stop_shell', 'x')]);
  });

  it('[SH12] [SH14] offers its output once it has ended', async () => {
    const entry = entryOf(wrote(RED), CLOSED);
    const { button, acts } = await shown(entry);
    expect(button.textContent).to.contain('Attach output');
    button.click();
    const chip = { kind: 'paste', key: 'output:x', name: 'Output of npm test', text: quoteOutput(entry) };
    expect(acts).to.deep.equal([{ type: 'attach_chip', chip }]);
  });
});

describe('the quote of an output', () => {
  it('[SH12] holds the command, how it ended and the words without colours', () => {
    expect(quoteOutput(entryOf(wrote(RED), CLOSED))).to.equal('$ npm test\nred\n[exit code 1]\n');
  });

  it('[SH12] keeps the beginning and the end of a long one', () => {
    const quote = quoteOutput(
      entryOf(
        wrote(`first\n${'x'.repeat(79)}\n`.repeat(1)),
        wrote(`${'y'.repeat(79)}\n`.repeat(1_000)),
        wrote('last\n'),
        CLOSED,
      ),
    );
    expect(quote.length).to.be.lessThan(17_000);
    expect(quote).to.match(/first\nx+\n[\s\S]*characters left out\][\s\S]*last\n\[exit code 1\]\n$/);
  });
});
