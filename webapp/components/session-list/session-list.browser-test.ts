import { expect } from '@open-wc/testing';
import { html } from 'lit';
import type { ServerApi } from '../../../server/protocol/api/rpc.js';
import { TestClock } from '../../../server/protocol/clock.rig.js';
import { serverCommand, type UserAct } from '../../state/app/acts.js';
import { FakeServer } from '../../state/app/fake-server.rig.js';
import type { PageAct } from '../../state/app/page-acts.js';
import { OlderSessionsStore } from '../../state/session/older-sessions.js';
import { atRest } from '../../ui/frames.rig.js';
import { mount, until } from '../../ui/mount.rig.js';
import './session-list.js';
import { appWords } from '../../state/app/words.js';
import { inTheme } from '../../ui/theme.rig.js';
import type { SessionList } from './session-list.js';
import { listWords } from './words.js';

async function list(theme: 'light' | 'dark' = 'light') {
  const { app } = new FakeServer('Fix login', 'Write docs', 'Old one');
  const statuses = ['running', 'waiting', 'idle'] as const;
  const sessions = app.sessions.map((session, n) => ({ ...session, status: statuses[n]! }));
  const agents = [...app.agents, { ...app.agents[0]!, id: 'copilot', name: 'Copilot' }];
  const acts: (UserAct | PageAct)[] = [];
  const element = await mount<SessionList>(
    html`<session-list .app=${{ ...app, sessions, agents }} .active=${'Fix login'} version="0.1.0"></session-list>`,
    (template) => inTheme(theme, template),
  );
  element.addEventListener('user-act', ({ act }) => acts.push(act));
  element.addEventListener('page-act', ({ act }) => acts.push(act));
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

    it(`[U40] is accessible in the ${theme} theme where the keyboard or the pointer is`, async () => {
      const { element, root } = await list(theme);
      const row = [...root.querySelectorAll<HTMLElement>('li')].find((li) => li.textContent!.includes('Old one'))!;
      // The colour of the sidebar.
      element.style.background = 'var(--sunken)';
      row.querySelector<HTMLElement>('.open')!.focus();
      await atRest();
      expect(row.matches(':focus-within')).to.equal(true);
      await expect(element).to.be.accessible();
    });
  }

  it('[U49] lists sessions by what needs a person most, each with its state in words', async () => {
    const { root } = await list();
    const lines = [...root.querySelectorAll('h3, .open')].map((line) => line.textContent!.trim().replace(/\s+/g, ' '));
    expect(lines.slice(0, 5)).to.deep.equal([
      'Needs you 1',
      'Write docs needs you Demo agent',
      'Running 1',
      'Fix login running Demo agent',
      'Older',
    ]);
    expect(root.querySelector('[aria-current]')!.textContent).to.contain('Fix login');
  });

  it('[DL29] has tasks below the session that gave them, folded, and that session needs what they need', async () => {
    const { element, root, acts, named } = await list();
    const parent = { sessionId: 'Old one', name: 'auth' };
    const task = { ...element.app!.sessions[0]!, id: 't', title: 'auth', status: 'waiting' as const, parent };
    element.app = { ...element.app!, sessions: [...element.app!.sessions, task] };
    await element.updateComplete;
    const lines = () =>
      [...root.querySelectorAll('h3, .open')].map((line) => line.textContent!.trim().replace(/\s+/g, ' '));
    expect(lines().slice(0, 3)).to.deep.equal([
      'Needs you 2',
      'Write docs needs you Demo agent',
      'Old one needs you Demo agent',
    ]);
    expect(named('1 task').getAttribute('aria-expanded')).to.equal('false');
    named('1 task').click();
    await element.updateComplete;
    expect(lines()).to.include('auth needs you');
    [...root.querySelectorAll<HTMLElement>('.below .open')][0]!.click();
    expect(acts).to.deep.equal([{ type: 'open_session', sessionId: 't' }]);
    await expect(element).to.be.accessible();
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
    expect(acts).to.deep.equal([serverCommand('Sessions', 'rename', 'Write docs', 'Write the docs')]);
  });

  it('[U22] goes through the themes, and leads to the settings', async () => {
    const { element, acts, named } = await list();
    named(listWords.themes.system).click();
    element.theme = 'dark';
    await element.updateComplete;
    named(listWords.themes.dark).click();
    named('Settings').click();
    expect(acts).to.deep.equal([
      { type: 'change_settings', change: { theme: 'light' } },
      { type: 'change_settings', change: { theme: 'system' } },
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
    expect(count()).to.equal(16);
    await expect(element).to.be.accessible();
  });

  for (const [count, nth, filter] of [
    [3, 1, ''],
    [6, 5, ''],
    [8, 5, ''],
    [8, 5, 'Session 2'],
    [60, 59, ''],
    [600, 590, ''],
    [600, 590, 'Session 2'],
  ] as const) {
    it(`[CM22] gives the focus to the name of session ${nth} of ${count}${filter && ', which the filter hides'}`, async () => {
      const ids = Array.from({ length: count }, (_, n) => `Session ${n}`);
      const { app } = new FakeServer(...ids);
      const acts: (UserAct | PageAct)[] = [];
      const element = await mount<SessionList>(html`<session-list .app=${app} style="height: 500px"></session-list>`);
      element.addEventListener('user-act', ({ act }) => acts.push(act));
      element.addEventListener('page-act', ({ act }) => acts.push(act));
      const root = element.shadowRoot!;
      const search = root.querySelector<HTMLInputElement>('[aria-label="Filter sessions"]');
      if (search && filter) {
        search.value = filter;
        search.dispatchEvent(new Event('input'));
        await element.updateComplete;
      }
      element.rename(`Session ${nth}`);
      await until(() => root.activeElement?.ariaLabel === 'Session name', 'the field for the name');
      const field = root.activeElement as HTMLInputElement;
      expect(field.value).to.equal(`Session ${nth}`);
      field.value = 'Another name';
      // News of the session would put its row elsewhere.
      element.app = {
        ...app,
        sessions: app.sessions
          .map((one) => (one.id === `Session ${nth}` ? { ...one, status: 'running' as const } : one))
          .reverse(),
      };
      await element.updateComplete;
      expect(root.activeElement).to.equal(field);
      expect(acts).to.deep.equal([]);
      field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', cancelable: true }));
      await element.updateComplete;
      expect(acts).to.deep.equal([serverCommand('Sessions', 'rename', `Session ${nth}`, 'Another name')]);
    });
  }

  it('[CM23] leaves out a session in which nothing was said, unless it is being named', async () => {
    const { app } = new FakeServer('one', 'two');
    const sessions = app.sessions.map((one) =>
      one.id === 'two' ? { ...one, title: 'New session', empty: true as const } : one,
    );
    const element = await mount<SessionList>(
      html`<session-list .app=${{ ...app, sessions }} .active=${'two'}></session-list>`,
    );
    const root = element.shadowRoot!;
    const titles = () => [...root.querySelectorAll('.title')].map((title) => title.textContent!.trim());
    expect(titles()).to.deep.equal(['one']);
    element.rename('two');
    await until(() => root.activeElement?.ariaLabel === 'Session name', 'the field for the name');
    element.app = { ...app, sessions: sessions.filter(({ empty }) => empty) };
    root.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', cancelable: true }));
    await element.updateComplete;
    expect(root.querySelector('nav')!.textContent).to.contain('No sessions yet');
  });

  it('[CM20] lists what happened unseen as unread', async () => {
    const { app } = new FakeServer('one', 'two');
    const sessions = app.sessions.map((session) => ({ ...session, unread: true as const }));
    const element = await mount<SessionList>(
      html`<session-list .app=${{ ...app, sessions }} .active=${'one'}></session-list>`,
    );
    const heads = () => [...element.shadowRoot!.querySelectorAll('h3')].map((head) => head.textContent!.trim());
    expect(heads()[0]).to.match(/^Unread\s+1$/);
    element.app = app;
    await element.updateComplete;
    expect(heads()).to.deep.equal(['Older']);
  });

  it('[AS10] [AS12] marks what only an agent has and what is a copy, and offers only what can be done to them', async () => {
    const { element, root, named } = await list();
    const [first, second, third] = element.app!.sessions.map((session) => ({ ...session, status: 'idle' as const }));
    const sessions = [first!, { ...second!, origin: 'agent' as const }, { ...third!, copy: true as const }];
    element.app = { ...element.app!, sessions };
    await element.updateComplete;
    const foreign = root.querySelector('.foreign .open')!;
    expect(foreign.textContent!.replace(/\s+/g, ' ')).to.contain('Write docs from Demo agent');
    const titles = [...root.querySelectorAll('h3')].map((title) => title.textContent!.trim().replace(/\s+/g, ' '));
    expect(titles.at(-1)).to.equal(`${appWords.groups.copies} 1`);
    const offered = () => ['Rename', 'Delete', 'Pin', 'Archive'].filter((word) => named(`${word} Write docs`));
    expect(offered()).to.deep.equal([]);
    expect(named('Delete Old one')).to.be.instanceOf(HTMLElement);
    expect(named('Rename Old one')).to.equal(undefined);
    const agents = element.app.agents.map((agent) => ({ ...agent, deletesSessions: true as const }));
    element.app = { ...element.app, agents };
    await element.updateComplete;
    expect(offered()).to.deep.equal(['Delete']);
    await expect(element).to.be.accessible();
  });

  it('[SL11] groups sessions by what they need, then by the days of the calendar', async () => {
    const { app } = new FakeServer('one', 'two', 'three', 'four', 'five', 'six', 'seven');
    const now = new Date();
    const daysAgo = (days: number) =>
      new Date(now.getFullYear(), now.getMonth(), now.getDate() - days, 0, 0, 1).getTime();
    const ages = [0, 1, 2, 10, 100, 100, 100].map(daysAgo);
    const sessions = app.sessions.map((session, n) => ({
      ...session,
      updatedAt: ages[n]!,
      ...(n === 5 && { pinnedAt: 1 }),
      ...(n === 6 && { pinnedAt: 1, unread: true as const }),
    }));
    const element = await mount<SessionList>(html`<session-list .app=${{ ...app, sessions }}></session-list>`);
    const lines = [...element.shadowRoot!.querySelectorAll('h3, .title')].map((line) =>
      line.textContent!.trim().replace(/\s+/g, ' '),
    );
    expect(lines).to.deep.equal([
      ...['Unread 1', 'seven', 'Pinned 1', 'six', 'Today', 'one', 'Yesterday', 'two'],
      ...['This week', 'three', 'This month', 'four', 'Older', 'five'],
    ]);
  });

  it('[SL12] has a second line: the agent, a failure, the branch and how the last reply begins', async () => {
    const { element, root } = await list();
    const facts = { branch: 'topic/<b>', preview: 'All **done**', failed: true as const, since: Date.now() - 125_000 };
    element.app = { ...element.app!, sessions: element.app!.sessions.map((one) => ({ ...one, ...facts })) };
    await element.updateComplete;
    const running = root.querySelector('.running .open')!;
    const text = running.textContent!.replace(/\s+/g, ' ').trim();
    expect(text).to.equal('Fix login running 2 min Demo agent failed topic/<b> All **done**');
    await expect(element).to.be.accessible();
  });

  it('[SL13] filters by chips with counts, which are kept as preferences', async () => {
    const { element, acts, root, named } = await filtered();
    named('Filters').click();
    await until(() => root.querySelector('session-filter')?.shadowRoot?.querySelector('.chip'), 'the chips');
    const chips = () =>
      [...root.querySelector('session-filter')!.shadowRoot!.querySelectorAll<HTMLElement>('.chip')].map((chip) => ({
        text: chip.textContent!.replace(/\s+/g, ' ').trim(),
        isOn: chip.ariaPressed === 'true',
        press: () => chip.click(),
      }));
    expect(chips().map(({ text, isOn }) => (isOn ? `[${text}]` : text))).to.deep.equal([
      ...['[Active 6]', 'Failed 2', 'Archived 2', 'Demo agent 4', 'Copilot 2', 'All folders', 'Select'],
    ]);
    chips()[1]!.press();
    chips()[4]!.press();
    expect(acts).to.deep.equal([
      { type: 'set_preference', change: { listStatus: 'failed' } },
      { type: 'set_preference', change: { listAgent: 'copilot' } },
    ]);
    element.filter = { status: 'archived', agentId: 'demo' };
    await element.updateComplete;
    await until(() => chips()[2]!.isOn, 'the filter that was chosen');
    expect(
      chips()
        .map(({ text }) => text)
        .slice(0, 5),
    ).to.deep.equal([...['Active 4', 'Failed 1', 'Archived 1', 'Copilot 1', 'Demo agent 1']]);
    expect(root.querySelectorAll('.title').length).to.equal(1);
    await expect(element).to.be.accessible();
  });

  it('[SL14] says that nothing is found, clears the filter, and takes an unknown agent for none', async () => {
    const { element, acts, root, named } = await filtered();
    element.filter = { agentId: 'gone' };
    await element.updateComplete;
    expect(root.querySelectorAll('.title').length).to.equal(6);
    const field = root.querySelector<HTMLInputElement>('[type=search]')!;
    field.value = 'nothing like that';
    field.dispatchEvent(new Event('input'));
    await element.updateComplete;
    expect(root.querySelector('.empty')!.textContent).to.equal('No matching sessions');
    named('Clear filters').click();
    await element.updateComplete;
    expect(root.querySelectorAll('.title').length).to.equal(6);
    expect(acts.at(-1)).to.deep.equal({
      type: 'set_preference',
      change: { listStatus: 'active', listAgent: '', listEverywhere: false, listFolder: '' },
    });
  });

  it('[SL15] selects by mouse and by keyboard, and acts on all of them', async () => {
    const { element, acts, root, named } = await filtered();
    const rows = () => [...root.querySelectorAll<HTMLElement>('nav .open')];
    const chosen = () => rows().flatMap((row, n) => (row.ariaPressed === 'true' ? [n] : []));
    const press = async (n: number, keys: MouseEventInit = {}) => {
      rows()[n]!.dispatchEvent(new MouseEvent('click', { bubbles: true, ...keys }));
      await element.updateComplete;
    };
    await press(1, { ctrlKey: true });
    await press(3, { metaKey: true });
    expect(chosen()).to.deep.equal([1, 3]);
    await press(1);
    expect(chosen()).to.deep.equal([3], 'a press without a key goes on choosing');
    await press(5, { shiftKey: true });
    expect(chosen()).to.deep.equal([1, 2, 3, 4, 5], 'from the last one pressed');
    const key = async (name: string, shiftKey = false) => {
      const event = new KeyboardEvent('keydown', { key: name, shiftKey, bubbles: true, cancelable: true });
      root.activeElement!.dispatchEvent(event);
      await element.updateComplete;
    };
    rows()[0]!.focus();
    await key('Escape');
    expect(chosen()).to.deep.equal([]);
    await key('ArrowDown');
    await key('ArrowDown', true);
    await key('ArrowDown', true);
    expect(chosen()).to.deep.equal([1, 2, 3]);
    const ids = rows()
      .slice(1, 4)
      .map((row) => row.dataset.id!);
    await until(() => root.querySelector('selection-bar')?.shadowRoot?.querySelector('button'), 'the bar');
    const bar = root.querySelector('selection-bar')!.shadowRoot!;
    expect(bar.textContent).to.contain('3 sessions selected');
    await expect(element).to.be.accessible();
    bar.querySelector<HTMLElement>('[aria-label=Archive]')!.click();
    await element.updateComplete;
    expect(acts).to.deep.equal([{ type: 'mark_sessions', sessionIds: ids, mark: { archived: true } }]);
    expect(root.querySelector('selection-bar')).to.equal(null);
    named('Pin s3').click();
    expect(acts.at(-1)).to.deep.equal({ type: 'mark_sessions', sessionIds: ['s3'], mark: { pinned: true } });
  });

  it('[FS3] offers to search conversations for the words in the field', async () => {
    const { element, acts, root, named } = await filtered();
    element.addEventListener('page-act', ({ act }) => acts.push(act));
    const field = root.querySelector<HTMLInputElement>('[type=search]')!;
    field.value = 'lexer';
    field.dispatchEvent(new Event('input'));
    await element.updateComplete;
    named('Search conversations for “lexer”').click();
    expect(acts).to.deep.equal([{ type: 'run_command', commandId: 'session.switch', argument: 'lexer' }]);
  });

  it('[SL15] selects by touch, with a press on Select', async () => {
    const { element, root, named } = await filtered();
    named('Filters').click();
    await until(() => root.querySelector('session-filter')?.shadowRoot?.querySelector('.chip'), 'the chips');
    const chips = [...root.querySelector('session-filter')!.shadowRoot!.querySelectorAll<HTMLElement>('.chip')];
    chips.at(-1)!.click();
    await element.updateComplete;
    expect(root.querySelectorAll('nav [aria-pressed=false]').length).to.equal(6);
    root.querySelector<HTMLElement>('nav .open')!.click();
    await until(() => root.querySelector('selection-bar')?.shadowRoot?.querySelector('.btn'), 'the bar');
    root.querySelector('selection-bar')!.shadowRoot!.querySelector<HTMLElement>('.btn')!.click();
    await element.updateComplete;
    expect(root.querySelectorAll('nav [aria-pressed=true]').length).to.equal(6);
  });

  it('[SL29] has at most 500 rows on the page, and all of them for whoever scrolls', async () => {
    const { app } = new FakeServer(...Array.from({ length: 1_200 }, (_, n) => `s${n}`));
    const element = await mount<SessionList>(
      html`<session-list .app=${app} style="display: flex; height: 400px"></session-list>`,
    );
    const root = element.shadowRoot!;
    const nav = root.querySelector('nav')!;
    const ids = () => [...root.querySelectorAll<HTMLElement>('.open')].map(({ dataset }) => dataset.id!);
    // Without frames the browser never measures what it has skipped.
    const measured = new CSSStyleSheet();
    measured.replaceSync('li { content-visibility: visible !important }');
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, measured];
    const seen = () => root.elementFromPoint(20, nav.getBoundingClientRect().top + 100)?.closest('nav > ul > li');
    const met = new Set<string>();
    let [most, kept] = [0, 0];
    /** Scrolls on, and waits for the rows that come; false at the end. */
    const go = async (towards: 1 | -1): Promise<boolean> => {
      const before = [nav.scrollTop, ids().join()].join();
      nav.scrollTop += towards * 700;
      const row = seen();
      const place = row?.getBoundingClientRect().top;
      nav.dispatchEvent(new Event('scroll'));
      // What brings rows and lets go of them comes late.
      await import('./long-list.js');
      await atRest();
      for (const id of ids()) met.add(id);
      most = Math.max(most, ids().length);
      expect(row?.getBoundingClientRect().top ?? 0, 'what is seen stays where it is').to.be.closeTo(place ?? 0, 2);
      kept += row ? 1 : 0;
      return [nav.scrollTop, ids().join()].join() !== before;
    };
    while (await go(1));
    const last = ids().at(-1);
    expect(met.size).to.equal(1_200);
    expect(most).to.be.at.most(500);
    expect(last).to.equal('s1199');
    met.clear();
    while (await go(-1));
    expect(met.size).to.equal(1_200);
    expect(most).to.be.at.most(500);
    expect(nav.scrollTop).to.equal(0);
    expect(ids()[0]).to.equal('s0');
    expect(kept, 'rows were in sight').to.be.at.least(80);
    while (await go(1));
    // As with a hand on the bar: far above all that is drawn.
    nav.scrollTop = nav.scrollHeight / 2;
    nav.dispatchEvent(new Event('scroll'));
    await until(() => Boolean(seen()), 'rows in the middle');
    nav.scrollTop = 0;
    nav.dispatchEvent(new Event('scroll'));
    await until(() => ids()[0] === 's0', 'the first again');
  });

  it('[SL17] asks for what the tab does not have, and follows what becomes of it', async () => {
    const server = new FakeServer(...Array.from({ length: 8 }, (_, n) => `new ${n}`));
    const old = Array.from({ length: 130 }, (_, n) => ({
      ...server.app.sessions[0]!,
      id: `old ${n}`,
      title: `old ${n}`,
      updatedAt: 1_000 - n,
    }));
    const clock = new TestClock();
    const list: ServerApi['Sessions']['list'] = async (filter, after, limit) => {
      const found = old.filter(
        ({ title, updatedAt }) => title.includes(filter?.text ?? '') && updatedAt < (after?.at ?? 9e9),
      );
      const last = found[limit! - 1];
      const counts = { agents: { demo: 138 }, statuses: { active: 138, failed: 0, archived: 0 }, folders: {} };
      return { sessions: found.slice(0, limit!), next: last ? { at: last.updatedAt, id: last.id } : null, counts };
    };
    const older = new OlderSessionsStore(list, clock);
    const app = { ...server.app, hasOlderSessions: true as const };
    const element = await mount<SessionList>(
      html`<session-list .app=${app} .older=${older} style="height: 400px"></session-list>`,
    );
    const root = element.shadowRoot!;
    const count = () => root.querySelectorAll('.open').length;
    expect(count()).to.equal(8);
    const more = () => root.querySelector<HTMLElement>('.more')?.click();
    more();
    await until(() => count() === 108, 'the first page');
    more();
    await until(() => count() === 138, 'the second page');
    old.splice(3, 1);
    element.app = { ...app };
    await element.updateComplete;
    clock.pass(1_000);
    await until(() => !root.querySelector('[data-id="old 3"]'), 'one was deleted elsewhere');
    const field = root.querySelector<HTMLInputElement>('[type=search]')!;
    field.value = 'old 129';
    field.dispatchEvent(new Event('input'));
    await until(() => count() === 1, 'an old one by its name');
  });
});

/** Eight sessions of two agents, two of them archived. */
async function filtered() {
  const ids = Array.from({ length: 8 }, (_, n) => `s${n}`);
  const { app } = new FakeServer(...ids);
  const sessions = app.sessions.map((session, n) => ({
    ...session,
    agentId: n % 3 === 0 ? 'copilot' : 'demo',
    ...(n >= 6 && { archivedAt: 5 }),
    ...(n === 1 || n === 3 ? { failed: true as const } : {}),
  }));
  const agents = [...app.agents, { ...app.agents[0]!, id: 'copilot', name: 'Copilot' }];
  const acts: (UserAct | PageAct)[] = [];
  const element = await mount<SessionList>(
    html`<session-list .app=${{ ...app, sessions, agents }} .active=${'s0'} style="height: 700px"></session-list>`,
  );
  element.addEventListener('user-act', ({ act }) => acts.push(act));
  const root = element.shadowRoot!;
  const named = (name: string) =>
    [...root.querySelectorAll('button')].find(
      (button) => (button.ariaLabel ?? button.textContent?.trim().replace(/\s+/g, ' ')) === name,
    )!;
  return { element, acts, root, named };
}
