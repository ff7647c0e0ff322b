import { expect } from '@open-wc/testing';
import { html } from 'lit';
import type { UserAct } from '../state/acts.js';
import { FakeServer } from '../state/fake-server.rig.js';
import { MemoryStorage } from '../state/memory-storage.rig.js';
import { SeenStore } from '../state/seen-store.js';
import { mount } from './mount.rig.js';
import './session-list.js';
import type { SessionList } from './session-list.js';
import { inTheme } from './theme.rig.js';

async function list(theme: 'light' | 'dark' = 'light') {
  const { app } = new FakeServer('Fix login', 'Write docs', 'Old one');
  const statuses = ['running', 'waiting', 'idle'] as const;
  const sessions = app.sessions.map((session, n) => ({ ...session, status: statuses[n]! }));
  const agents = [...app.agents, { ...app.agents[0]!, id: 'copilot', name: 'Copilot' }];
  const acts: UserAct[] = [];
  const element = await mount<SessionList>(
    html`<session-list .app=${{ ...app, sessions, agents }} .active=${'Fix login'} version="0.1.0"></session-list>`,
    (template) => inTheme(theme, template),
  );
  element.addEventListener('user-act', ({ act }) => acts.push(act));
  const root = element.shadowRoot!;
  const named = (name: string) =>
    [...root.querySelectorAll('button')].find(
      (button) => (button.ariaLabel ?? button.textContent?.trim().replace(/\s+/g, ' ')) === name,
    )!;
  return { element, acts, root, named };
}

describe('<session-list>', () => {
  for (const theme of ['light', 'dark'] as const) {
    it(`[U40] is accessible in the ${theme} theme`, async () => {
      const { element } = await list(theme);
      await expect(element).to.be.accessible();
    });
  }

  it('[U49] lists sessions by what needs a person most, each with its state in words', async () => {
    const { root } = await list();
    const lines = [...root.querySelectorAll('h3, .open')].map((line) => line.textContent!.trim().replace(/\s+/g, ' '));
    expect(lines.slice(0, 5)).to.deep.equal([
      'Needs you 1',
      'Write docs needs you',
      'Running 1',
      'Fix login running',
      'Recent',
    ]);
    expect(root.querySelector('[aria-current]')!.textContent).to.contain('Fix login');
  });

  it('[U49] opens, begins and deletes sessions', async () => {
    const { acts, root, named } = await list();
    root.querySelector<HTMLElement>('.open')!.click();
    named('New session').click();
    named('Copilot ready').click();
    named('Delete Write docs').click();
    expect(acts).to.deep.equal([
      { type: 'open_session', sessionId: 'Write docs' },
      { type: 'new_session', agentId: null },
      { type: 'new_session', agentId: 'copilot' },
      { type: 'delete_session', sessionId: 'Write docs', title: 'Write docs' },
    ]);
  });

  it('[U49] renames a session in place, or not after Escape', async () => {
    const { element, acts, root, named } = await list();
    const type = async (value: string, key: string) => {
      named('Rename Write docs').click();
      await element.updateComplete;
      const field = root.querySelector('input')!;
      field.value = value;
      field.dispatchEvent(new KeyboardEvent('keydown', { key, cancelable: true }));
      await element.updateComplete;
    };
    await type('Thrown away', 'Escape');
    expect(acts).to.deep.equal([]);
    await type('Write the docs', 'Enter');
    expect(acts).to.deep.equal([{ type: 'rename_session', sessionId: 'Write docs', title: 'Write the docs' }]);
  });

  it('[U22] goes through the themes, and leads to the settings', async () => {
    const { element, acts, named } = await list();
    named('Theme: System').click();
    element.theme = 'dark';
    await element.updateComplete;
    named('Theme: Dark').click();
    named('Settings').click();
    expect(acts).to.deep.equal([
      { type: 'set_look', change: { theme: 'light' } },
      { type: 'set_look', change: { theme: 'system' } },
      { type: 'open_settings' },
    ]);
  });

  it('[CM21] filters by title, and draws a long list by and by', async () => {
    const ids = Array.from({ length: 600 }, (_, n) => `Session ${n}`);
    const { app } = new FakeServer(...ids);
    const element = await mount<SessionList>(html`<session-list .app=${app} style="height: 500px"></session-list>`);
    const root = element.shadowRoot!;
    const count = () => root.querySelectorAll('.open').length;
    expect(count()).to.equal(100);
    root.querySelector<HTMLElement>('.more')!.click();
    await element.updateComplete;
    expect(count()).to.equal(200);
    const field = root.querySelector<HTMLInputElement>('[aria-label="Filter sessions"]')!;
    field.value = 'session 59';
    field.dispatchEvent(new Event('input'));
    await element.updateComplete;
    expect(count()).to.equal(11);
    await expect(element).to.be.accessible();
  });

  it('[CM20] lists what happened unseen as unread', async () => {
    const { app } = new FakeServer('one', 'two');
    const seen = new SeenStore(new MemoryStorage());
    seen.meet(app.sessions);
    const sessions = app.sessions.map((session) => ({ ...session, updatedAt: session.updatedAt + 1_000 }));
    const element = await mount<SessionList>(
      html`<session-list .app=${{ ...app, sessions }} .seen=${seen} .active=${'one'}></session-list>`,
    );
    const heads = () => [...element.shadowRoot!.querySelectorAll('h3')].map((head) => head.textContent!.trim());
    expect(heads()[0]).to.match(/^Unread\s+1$/);
    seen.see(sessions.find(({ id }) => id === 'two')!);
    await element.updateComplete;
    expect(heads()).to.deep.equal(['Recent']);
  });

  it('[AS10] [AS12] marks what only an agent has and what is a copy, and offers only what can be done to them', async () => {
    const { element, root, named } = await list();
    const [first, second, third] = element.app!.sessions.map((session) => ({ ...session, status: 'idle' as const }));
    const sessions = [first!, { ...second!, origin: 'agent' as const }, { ...third!, archived: true as const }];
    element.app = { ...element.app!, sessions };
    await element.updateComplete;
    const foreign = root.querySelector('.foreign .open')!;
    expect(foreign.textContent!.replace(/\s+/g, ' ')).to.contain('Write docs from Demo agent');
    const titles = [...root.querySelectorAll('h3')].map((title) => title.textContent!.trim().replace(/\s+/g, ' '));
    expect(titles.at(-1)).to.equal('Kept copies 1');
    const offered = () => ['Rename', 'Delete'].filter((word) => named(`${word} Write docs`));
    expect(offered()).to.deep.equal([]);
    expect(named('Delete Old one')).to.be.instanceOf(HTMLElement);
    expect(named('Rename Old one')).to.equal(undefined);
    const agents = element.app.agents.map((agent) => ({ ...agent, deletesSessions: true as const }));
    element.app = { ...element.app, agents };
    await element.updateComplete;
    expect(offered()).to.deep.equal(['Delete']);
    await expect(element).to.be.accessible();
  });
});
