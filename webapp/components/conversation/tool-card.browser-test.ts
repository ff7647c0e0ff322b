import { expect } from '@open-wc/testing';
import { html } from 'lit';
import type { ToolEntry } from '../../../server/protocol/transcript/entries.js';
import {
  answered,
  asked,
  entriesAfter,
  prompt,
  tool,
  toolUpdate,
} from '../../../server/protocol/transcript/transcript.rig.js';
import { mount, until } from '../../ui/mount.rig.js';
import '../../ui/near-all.rig.js';
import { inTheme } from '../../ui/theme.rig.js';
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
    const about = { kind: 'command', text: 'ls', isPrefix: true } as const;
    const rule = { effect: 'allow', about } as const;
    const byRule = {
      type: 'permission_answered',
      permissionId: 'q',
      optionId: 'yes',
      by: { kind: 'rule', rule },
    } as const;
    const stored = {
      type: 'permission_answered',
      permissionId: 'p',
      optionId: 'yes',
      by: { kind: 'device', device: 'Pixel' },
      stored: rule,
    } as const;
    const events = [prompt('hi'), asked('p', { toolCallId: 't' }), stored, asked('q', { toolCallId: 't' }), byRule];
    const element = await card(entriesAfter(...events).at(-1) as ToolEntry, 'dark', true);
    expect(line(element).textContent).to.contain('by rule');
    const notes = [...element.querySelectorAll('.asked-line')].map((note) => note.textContent!.trim());
    expect(notes).to.deep.equal(['Allowed by Pixel · saved the rule “Allow ls *”', 'Allowed by the rule “Allow ls *”']);
  });

  it('[DL38] says that AcDeck has answered, and why', async () => {
    const by = { kind: 'server', reason: { code: 'own_tool' } } as const;
    const answered = { type: 'permission_answered', permissionId: 'q', optionId: 'yes', by } as const;
    const events = [prompt('hi'), asked('q', { toolCallId: 't', title: 'mcp__acdeck__list_agents' }), answered];
    const element = await card(entriesAfter(...events).at(-1) as ToolEntry, 'light', true);
    expect(line(element).textContent).to.contain('by AcDeck');
    const note = element.querySelector('.asked-line')!.textContent!.trim();
    expect(note).to.equal('Allowed by AcDeck: an AcDeck tool that changes nothing');
    await expect(element).to.be.accessible();
  });

  it('[UP17] says that AcDeck let an attached file be read, and why', async () => {
    const by = { kind: 'server', reason: { code: 'attached_file' } } as const;
    const answered = { type: 'permission_answered', permissionId: 'p', optionId: 'yes', by } as const;
    const events = [prompt('hi'), asked('p', { toolCallId: 't' }), answered];
    const element = await card(entriesAfter(...events).at(-1) as ToolEntry, 'light', true);
    expect(line(element).textContent).to.contain('by AcDeck');
    const notes = [...element.querySelectorAll('.asked-line')].map((note) => note.textContent!.trim());
    expect(notes).to.deep.equal(['Allowed by AcDeck: it only reads a file that you attached']);
  });

  it('[RG6] shows output that is in the raw result only, and says so if there is none at all', async () => {
    const shell = { kind: 'execute', status: 'completed', rawInput: { commands: ['ls'] } };
    const told = await card(call({ ...shell, rawOutput: [{ query: 'ls', result: 'a.txt', success: true }] }));
    line(told).click();
    await until(() => told.querySelector('terminal-output')?.textContent?.includes('a.txt') ?? false, 'the output');
    const mute = await card(call({ ...shell, content: [] }));
    line(mute).click();
    await mute.updateComplete;
    expect(mute.querySelector('.tool-note')!.textContent).to.contain('didn’t share the command’s output');
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
    expect(element.querySelector('.asked-line')!.textContent!.trim()).to.equal('Allowed by Test');
  });

  it('[U80] shows what any tool was given, apart from what it gave back', async () => {
    const output = { type: 'content', content: { type: 'text', text: 'Created AUTH-42' } };
    const rawInput = { title: 'Fix the login', team: 'AUTH', labels: ['bug', 'p1'], more: { deep: { x: 'y' } } };
    const fields = { kind: 'other', status: 'completed', title: 'mcp__linear__create_issue', rawInput };
    const element = await card(call({ ...fields, content: [output] }));
    expect(line(element).textContent).to.contain('linear · create issue');
    line(element).click();
    await element.updateComplete;
    const box = element.querySelector('.tool-box')!;
    const input = box.querySelector('[aria-label="Input"]')!.textContent!.replace(/\s+/g, ' ');
    for (const part of ['title', 'Fix the login', 'team', 'AUTH', '["bug","p1"]', '{"deep":{"x":"y"}}']) {
      expect(input).to.contain(part);
    }
    expect(box.textContent!.replace(/\s+/g, ' ')).to.match(/Output ?Created AUTH-42/);
    await expect(element).to.be.accessible();
    const read = { kind: 'read', status: 'completed', rawInput: { path: '/w/a.ts', offset: 10, limit: 20 } };
    const look = await card(call({ ...read, locations: [{ path: '/w/a.ts' }] }));
    line(look).click();
    await look.updateComplete;
    expect(look.querySelector('[aria-label="Input"]')!.textContent!.replace(/\s+/g, ' ')).to.contain(
      'offset10 limit20',
    );
    const bare = await card(
      call({ kind: 'execute', status: 'completed', rawInput: { command: 'ls' }, content: [output] }),
    );
    line(bare).click();
    await bare.updateComplete;
    expect(bare.querySelector('.request-name'), 'its line says it all').to.equal(null);
  });

  it('[U80] leaves out switches that are off beside a diff, and nothing else', async () => {
    const given = (more: object) => ({ file_path: '/w/a.ts', old_string: 'one\n', new_string: 'two\n', ...more });
    const inputOf = async (fields: object) => {
      const element = await card(call({ kind: 'edit', status: 'completed', content: [DIFF], ...fields }));
      line(element).click();
      await element.updateComplete;
      return element.querySelector('[aria-label="Input"]')?.textContent?.replace(/\s+/g, ' ').trim() ?? null;
    };
    for (const off of [{ replace_all: false }, { expected: null }, { note: '' }, { a: false, b: null }]) {
      expect(await inputOf({ rawInput: given(off) }), JSON.stringify(off)).to.equal(null);
    }
    for (const said of [{ replace_all: true }, { count: 0 }, { note: 'no' }, { list: [false] }]) {
      expect(await inputOf({ rawInput: given({ replace_all: false, ...said }) })).to.match(/^Input/);
    }
    const search = { kind: 'search', content: [], rawInput: { pattern: 'x', case_sensitive: false } };
    expect(await inputOf(search)).to.contain('case_sensitivefalse');
  });

  it('[U80] draws a patch once, as the change that it is', async () => {
    const input = '*** Begin Patch\n*** Update File: a.ts\n@@\n-one\n+two\n*** End Patch';
    const element = await card(call({ kind: 'other', status: 'completed', title: 'apply_patch', rawInput: { input } }));
    expect(line(element).textContent!.replace(/\s+/g, ' ')).to.contain('Edited a.ts');
    line(element).click();
    await until(() => element.querySelector('diff-view .diff-row'), 'the change');
    expect(element.querySelector('.patch-line')).to.equal(null);
    expect(element.querySelector('.diff-number'), 'no patch of this form says where').to.equal(null);
  });

  it('[WP31] shows no lines of what is not text', async () => {
    const content = [{ type: 'diff', path: '/w/logo.png', oldText: '\u0089PNG\0a', newText: '\u0089PNG\0b' }];
    const element = await card(call({ kind: 'edit', status: 'completed', content }), 'light', true);
    await until(() => element.querySelector('diff-view')?.textContent?.includes('not a text file'), 'the note');
    expect(element.querySelector('.stat-plus, .diff-row')).to.equal(null);
  });

  it('[P22] keeps what was asked and answered, also where the agent told it only in the request', async () => {
    const request = { toolCallId: 't', title: 'Shell: rm -rf x', rawInput: { command: 'rm -rf x', why: 'tidy' } };
    const announced = tool('t', { title: 'Shell', kind: 'execute', rawInput: {} });
    const events = [prompt('hi'), announced, asked('q', request), answered('q', 'no')];
    const element = await card(entriesAfter(...events).at(-1) as ToolEntry, 'light', true);
    expect(line(element).textContent).to.contain('rm -rf x');
    const asking = element.querySelector<HTMLElement>('.asked-line')!;
    expect([asking.textContent!.trim(), asking.ariaExpanded]).to.deep.equal(['Denied by Test', 'false']);
    asking.click();
    await until(() => element.querySelector('.asked-body'), 'what was asked');
    const body = element.querySelector('.asked-body')!.textContent!.replace(/\s+/g, ' ');
    for (const part of ['Asked: Run this command?', 'rm -rf x', 'why', 'tidy', 'Deletes files without asking']) {
      expect(body).to.contain(part);
    }
    await expect(element).to.be.accessible();
  });
});
