import { expect } from '@open-wc/testing';
import { html } from 'lit';
import { chunk, ended, prompt } from '../../../server/protocol/transcript/transcript.rig.js';
import { lateCommandWords } from '../../commands/late-words.js';
import { COMMANDS } from '../../commands/registry.js';

import { AppRig } from '../../state/app/app.rig.js';
import { FakeServer } from '../../state/app/fake-server.rig.js';
import '../page/ac-app.js';
import type { AcApp } from '../page/ac-app.js';
import '../conversation/transcript-view.js';
import { mount, until } from '../../ui/mount.rig.js';
import { inTheme } from '../../ui/theme.rig.js';

const EVIL = '<img src=x onerror="window.pwned = 1">';

async function page(rig: AppRig, theme: 'light' | 'dark' = 'light'): Promise<AcApp> {
  return mount<AcApp>(
    html`<ac-app .context=${rig.context} style="display: block; height: 700px"></ac-app>`,
    (template) => inTheme(theme, template),
  );
}

function press(key: string, mods: KeyboardEventInit = {}, target: EventTarget = window): void {
  target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, composed: true, cancelable: true, ...mods }));
}

/** The list inside an open layer. */
async function layerOf(app: AcApp, tag: 'command-palette' | 'session-switcher') {
  const list = () => app.querySelector(tag)?.shadowRoot?.querySelector('pick-list')?.shadowRoot;
  await until(() => app.querySelector(`${tag}:popover-open`) && list()?.querySelector('.item'), tag);
  const root = list()!;
  const field = root.querySelector('input')!;
  return {
    field,
    root,
    titles: () => [...root.querySelectorAll('.item .title')].map((title) => title.textContent!.trim()),
    chosen: () => root.querySelector('[aria-selected="true"] .title')?.textContent?.trim(),
    type: async (words: string) => {
      field.value = words;
      field.dispatchEvent(new Event('input', { bubbles: true }));
      await app.querySelector(tag)!.updateComplete;
      await app.querySelector(tag)!.shadowRoot!.querySelector('pick-list')!.updateComplete;
    },
  };
}

describe('layers of commands', () => {
  for (const theme of ['light', 'dark'] as const) {
    it(`[U40] are accessible in the ${theme} theme`, async () => {
      const rig = await new AppRig(new FakeServer('s1', 's2')).connect();
      const app = await page(rig, theme);
      press('k', { ctrlKey: true });
      await layerOf(app, 'command-palette');
      await expect(app).to.be.accessible();
      press('p', { ctrlKey: true });
      await layerOf(app, 'session-switcher');
      await expect(app).to.be.accessible();
      press('?', { shiftKey: true });
      await until(() => app.querySelector('shortcuts-sheet:popover-open'), 'the sheet');
      await expect(app).to.be.accessible();
    });
  }

  it('[CM4] find a command by its words, and run it by keys alone', async () => {
    const rig = await new AppRig().connect();
    const app = await page(rig);
    press('k', { ctrlKey: true });
    const { field, titles, chosen, type } = await layerOf(app, 'command-palette');
    expect(field.role).to.equal('combobox');
    expect(titles()).to.include('New session');
    expect(titles()).not.to.include('Stop the agent');
    await type('thdark');
    expect(chosen()).to.equal('Theme: dark');
    expect(field.getAttribute('aria-activedescendant')).to.equal('item-0');
    press('Enter', {}, field);
    expect(rig.context.settings.value?.theme).to.equal('dark');
    expect(app.querySelector('command-palette')!.isOpen).to.equal(false);
  });

  it('[CM4] go round with the arrows, and close with the key that opened them', async () => {
    const app = await page(await new AppRig().connect());
    press('k', { ctrlKey: true });
    const { field, titles, chosen } = await layerOf(app, 'command-palette');
    const list = app.querySelector('command-palette')!.shadowRoot!.querySelector('pick-list')!;
    press('ArrowUp', {}, field);
    await list.updateComplete;
    expect(chosen()).to.equal(titles().at(-1));
    press('ArrowDown', {}, field);
    await list.updateComplete;
    expect(chosen()).to.equal(titles()[0]);
    press('k', { ctrlKey: true });
    await until(() => !app.querySelector('command-palette')!.isOpen, 'closed');
  });

  it('[CM5] offer what the agent lets a person choose, in its words, and say which holds', async () => {
    const rig = await new AppRig().connect();
    const modes = [
      { id: 'ask', name: 'Ask' },
      { id: 'code', name: EVIL },
    ];
    rig.server.append('s1', [
      {
        type: 'agent_session_opened',
        facts: { agentSessionId: 's', modes: { currentModeId: 'ask', availableModes: modes } },
        memory: 'new',
      },
    ]);
    const app = await page(rig);
    press('M', { ctrlKey: true, shiftKey: true });
    const { titles, root } = await layerOf(app, 'command-palette');
    expect(titles()).to.deep.equal(['Ask', EVIL]);
    expect(root.querySelector('img')).to.equal(null);
    expect(root.querySelector('.item')!.textContent).to.contain('current');
  });

  it('[SL20] ask for a title where something was said', async () => {
    const rig = await new AppRig().connect();
    rig.server.append('s1', [prompt('Fix the parser')]);
    const app = await page(rig);
    press('k', { ctrlKey: true });
    const { field, chosen, type } = await layerOf(app, 'command-palette');
    await type('suggest a title');
    expect(chosen()).to.equal('Suggest a title');
    press('Enter', {}, field);
    await until(() => rig.server.callsOf('Sessions.suggest_title').length === 1, 'asked');
    expect(rig.server.callsOf('Sessions.suggest_title')[0]![1]).to.equal('s1');
    expect(rig.context.notices.toasts.value.map(({ text }) => text)).to.deep.equal([lateCommandWords.suggesting]);
  });

  it('[CM6] find sessions by title and by what was said in them', async () => {
    const rig = await new AppRig(new FakeServer('s1', 's2')).connect();
    rig.server.append('s2', [prompt('Fix the parser'), chunk('The lexer was wrong.'), ended()]);
    rig.server.hits = [
      {
        sessionId: 's2',
        title: EVIL,
        agentId: 'demo',
        entry: 1,
        snippet: 'The lexer was wrong.',
        matches: [[4, 9]],
        at: 1_700_000_000_000,
      },
    ];
    const app = await page(rig);
    press('p', { ctrlKey: true });
    const { root, field, type } = await layerOf(app, 'session-switcher');
    await type('lexer');
    await until(() => root.querySelector('.detail mark'), 'the hit');
    expect(root.querySelector('.detail')!.textContent).to.equal('The lexer was wrong.');
    expect(root.querySelector('mark')!.textContent).to.equal('lexer');
    expect(root.querySelector('img')).to.equal(null);
    expect(rig.server.callsOf('Sessions.search')).to.deep.equal([['lexer', 20, {}]]);
    press('Enter', {}, field);
    await until(() => rig.context.page.view.value === 's2', 'the session');
  });

  it('[SL21] find the title of a session that this tab does not have', async () => {
    const server = new FakeServer('s1', 's2');
    server.app = { ...server.app, hasOlderSessions: true };
    server.found = [{ ...server.app.sessions[1]!, id: 's900', title: 'The old parser' }];
    const app = await page(await new AppRig(server).connect());
    press('p', { ctrlKey: true });
    const { titles, type } = await layerOf(app, 'session-switcher');
    await type('parser');
    await until(() => titles().includes('The old parser'), 'the old session');
    expect(server.callsOf('Sessions.list')).to.deep.equal([[{ text: 'parser' }, null, 30]]);
  });

  it('[FS2] group what was found by session, and open it at its message', async () => {
    const rig = await new AppRig(new FakeServer('s1', 's2')).connect();
    const hit = (sessionId: string, entry: number) => ({
      ...{ sessionId, title: `About ${sessionId}`, agentId: 'demo', entry, snippet: `lexer ${entry}` },
      ...{ matches: [[0, 5]] as [number, number][], at: 1_700_000_000_000 },
    });
    rig.server.hits = [hit('s2', 4), hit('s1', 2), hit('s2', 9)];
    const app = await page(rig);
    press('p', { ctrlKey: true });
    const { root, type } = await layerOf(app, 'session-switcher');
    await type('lexer from:agent');
    await until(() => root.querySelectorAll('.detail mark').length === 3, 'the hits');
    const text = root.textContent!.replace(/\s+/g, ' ');
    expect(text).to.match(/In “About s2”.*lexer 4.*lexer 9.*In “About s1”.*lexer 2/);
    expect(rig.server.callsOf('Sessions.search').at(-1)).to.deep.equal(['lexer', 20, { by: 'agent' }]);
  });

  it('[CM7] list every command that has a key', async () => {
    const app = await page(await new AppRig().connect());
    press('?', { shiftKey: true });
    await until(() => app.querySelector('shortcuts-sheet:popover-open'), 'the sheet');
    const rows = [...app.querySelector('shortcuts-sheet')!.shadowRoot!.querySelectorAll('dl > div')];
    const listed = new Map(
      rows.map((row) => [row.querySelector('dt')!.textContent, row.querySelectorAll('kbd').length]),
    );
    for (const { title, keys } of COMMANDS) if (keys) expect(listed.get(title), title).to.be.greaterThan(0);
  });

  it('[CM8] move through the parts of the page with F6, and back with Shift', async () => {
    const rig = await new AppRig().connect();
    rig.server.append('s1', [prompt('Hello')]);
    rig.context.preferences.choose({ sidebar: true });
    const app = await page(rig);
    app.querySelector('prompt-composer')!.focus();
    const where = () => document.activeElement?.closest('session-list, [role=log], prompt-composer')?.localName;
    const seen: (string | undefined)[] = [];
    while (seen.at(-1) !== 'prompt-composer' && seen.length < 6) {
      press('F6', {}, document.activeElement!);
      seen.push(where());
    }
    expect(seen.at(-1)).to.equal('prompt-composer');
    expect(seen).to.include('div');
    press('F6', { shiftKey: true }, document.activeElement!);
    expect(where()).to.equal('div');
  });

  it('[CM9] read the conversation with single keys', async () => {
    const rig = await new AppRig().connect();
    rig.server.append('s1', [prompt('One'), chunk('**Two**'), ended()]);
    const app = await page(rig);
    const log = app.querySelector<HTMLElement>('[role=log]')!;
    log.focus();
    const at = () => document.activeElement?.getAttribute('data-kind');
    press('g', {}, log);
    await until(() => at() === 'user', 'the first');
    press('j', {}, document.activeElement!);
    await until(() => at() === 'agent', 'the second');
    press('c', {}, document.activeElement!);
    await until(() => rig.copied.length === 1, 'copied');
    expect(rig.copied).to.deep.equal(['**Two**']);
    press('k', {}, document.activeElement!);
    await until(() => at() === 'user', 'back');
  });
});
