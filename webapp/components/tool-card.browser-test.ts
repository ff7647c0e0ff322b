import { expect } from '@open-wc/testing';
import { html } from 'lit';
import type { ToolEntry } from '../../server/protocol/entries.js';
import { answered, asked, entriesAfter, prompt, tool, toolUpdate } from '../../server/protocol/transcript.rig.js';
import { mount, until } from './mount.rig.js';
import './near-all.rig.js';
import { inTheme } from './theme.rig.js';
import './tool-card.js';
import type { ToolCard } from './tool-card.js';

const DIFF = { type: 'diff', path: '/w/a.ts', oldText: 'one\n', newText: 'two\n' };

async function card(entry: ToolEntry, theme: 'light' | 'dark' = 'light', isNewestEdit = false): Promise<ToolCard> {
  return mount<ToolCard>(
    html`<tool-card .entry=${entry} folder="/w" ?is-newest-edit=${isNewestEdit}></tool-card>`,
    (template) => inTheme(theme, template),
  );
}

const call = (fields: object) => entriesAfter(prompt('hi'), tool('t', fields)).at(-1) as ToolEntry;
const failed = () =>
  call({ kind: 'execute', status: 'failed', rawInput: { command: 'npm test' }, rawOutput: 'it broke' });
const line = (element: ToolCard) => element.querySelector<HTMLElement>('.tool-line')!;
const isOpen = (element: ToolCard) => line(element).getAttribute('aria-expanded') === 'true';

describe('<tool-card>', () => {
  for (const theme of ['light', 'dark'] as const) {
    it(`[U40] is accessible in the ${theme} theme`, async () => {
      await expect(await card(failed(), theme)).to.be.accessible();
    });
  }

  it('[PR17] says on its line that nobody was asked, and what that means when it is open', async () => {
    const events = [prompt('hi'), tool('t', { kind: 'edit', status: 'completed' })];
    const flagged = entriesAfter(...events, { type: 'call_flagged', toolCallId: 't' }).at(-1) as ToolEntry;
    const element = await card(flagged, 'light', true);
    expect(line(element).textContent).to.contain('not asked');
    expect(element.querySelector('.flag')!.textContent).to.contain('without asking');
    await expect(element).to.be.accessible();
  });

  it('[PR8] names the rule that answered, and the rule that was made of an answer', async () => {
    const byRule = {
      type: 'permission_answered',
      permissionId: 'q',
      optionId: 'yes',
      by: { kind: 'rule', rule: 'Allow ls *' },
    } as const;
    const stored = {
      type: 'permission_answered',
      permissionId: 'p',
      optionId: 'yes',
      by: { kind: 'device', device: 'Pixel' },
      stored: 'Allow ls *',
    } as const;
    const events = [prompt('hi'), asked('p', { toolCallId: 't' }), stored, asked('q', { toolCallId: 't' }), byRule];
    const element = await card(entriesAfter(...events).at(-1) as ToolEntry, 'dark', true);
    expect(line(element).textContent).to.contain('by rule');
    const notes = [...element.querySelectorAll('.tool-note')].map((note) => note.textContent);
    expect(notes).to.deep.equal(['Allow · Pixel · stored the rule “Allow ls *”', 'Allow · the rule “Allow ls *”']);
  });

  it('[RG6] shows output that is in the raw result only, and says so if there is none at all', async () => {
    const shell = { kind: 'execute', status: 'completed', rawInput: { commands: ['ls'] } };
    const told = await card(call({ ...shell, rawOutput: [{ query: 'ls', result: 'a.txt', success: true }] }));
    line(told).click();
    await until(() => told.querySelector('terminal-output')?.textContent?.includes('a.txt') ?? false, 'the output');
    const mute = await card(call({ ...shell, content: [] }));
    line(mute).click();
    await mute.updateComplete;
    expect(mute.querySelector('.tool-note')!.textContent).to.contain('did not tell what the command printed');
  });

  it('[U53] is one closed line once it is done', async () => {
    const element = await card(call({ kind: 'read', status: 'completed', locations: [{ path: '/w/a.ts' }] }));
    expect(isOpen(element)).to.equal(false);
    expect(element.getBoundingClientRect().height).to.be.lessThan(37);
    expect(line(element).textContent!.trim().replace(/\s+/g, ' ')).to.contain('Read a.ts');
  });

  it('[U53] is open with what it said when it failed, unless a person refused it', async () => {
    const element = await card(failed());
    expect(isOpen(element)).to.equal(true);
    expect(element.querySelector('.tool-body')!.textContent).to.contain('it broke');
    const refused = [
      prompt('hi'),
      asked('q', { toolCallId: 't' }),
      answered('q', 'no'),
      toolUpdate('t', { status: 'failed' }),
    ];
    expect(isOpen(await card(entriesAfter(...refused).at(-1) as ToolEntry))).to.equal(false);
  });

  it('[U53] opens by itself for the newest edit, with its diff', async () => {
    const element = await card(call({ kind: 'edit', status: 'completed', content: [DIFF] }), 'light', true);
    expect(isOpen(element)).to.equal(true);
    await until(() => element.querySelector('diff-view')!.textContent!.includes('two'), 'the diff');
  });

  it('[U53] stays as the person left it when it changes', async () => {
    const element = await card(failed());
    line(element).click();
    await element.updateComplete;
    element.entry = { ...element.entry, title: 'Changed' };
    await element.updateComplete;
    expect(isOpen(element)).to.equal(false);
  });

  it('[U53] says who allowed it', async () => {
    const events = [prompt('hi'), tool('t', {}), asked('q', { toolCallId: 't' }), answered('q', 'yes')];
    const element = await card(entriesAfter(...events).at(-1) as ToolEntry);
    line(element).click();
    await element.updateComplete;
    expect(element.querySelector('.tool-note')!.textContent).to.equal('Allow · Test');
  });
});
