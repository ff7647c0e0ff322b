import { expect } from '@open-wc/testing';
import { html } from 'lit';
import type { AgentListing, AgentSessionList } from '../../../server/protocol/api/session-list.js';
import { serverCommand, type UserAct } from '../../state/app/acts.js';
import { FakeServer } from '../../state/app/fake-server.rig.js';
import { mount } from '../../ui/mount.rig.js';
import { inTheme } from '../../ui/theme.rig.js';
import './agent-lists.js';
import { agentListWords as words } from './agent-list-words.js';
import type { AgentListsFold } from './agent-lists.js';

const NOW = 1_700_000_000_000;
const MINUTE = 60_000;
const listed = (agentId: string, asked: AgentListing, listedAt: number | null = null, count = 0): AgentSessionList => ({
  ...{ agentId, listedAt, count, asked },
});

/** Six agents, each with another thing to say about its sessions, and two that could not be asked. */
async function lists(theme: 'light' | 'dark' = 'light') {
  const { app } = new FakeServer('One');
  const [demo] = app.agents;
  const named = (id: string, health: (typeof app.agents)[number]['health'] = { state: 'idle' }) => ({
    ...demo!,
    ...{ id, name: `The ${id}`, health },
  });
  const trouble = { code: 'untrusted', agent: 'x', command: 'x' } as const;
  const agents = [
    ...['new', 'busy', 'fresh', 'old', 'mute', 'broken'].map((id) => named(id)),
    named('locked', { state: 'untrusted', trouble, command: 'x' }),
  ];
  const agentLists = [
    listed('busy', { state: 'asking' }),
    listed('fresh', { state: 'listed' }, NOW - 10, 1),
    listed('old', { state: 'listed' }, NOW - 5 * MINUTE, 1_200),
    listed('mute', { state: 'unsupported' }),
    listed('broken', { state: 'failed', trouble: { code: 'said', text: '<b>No</b>' } }, NOW - 3 * 60 * MINUTE, 2),
  ];
  const element = await mount<AgentListsFold>(
    html`<agent-lists .app=${{ ...app, agents, agentLists }} .now=${NOW}></agent-lists>`,
    (template) => inTheme(theme, template),
  );
  const acts: UserAct[] = [];
  element.addEventListener('user-act', ({ act }) => acts.push(act));
  const root = element.shadowRoot!;
  const press = async (name: string) => {
    const buttons = [...root.querySelectorAll('button')];
    buttons.find((button) => (button.ariaLabel ?? button.textContent!.trim()) === name)!.click();
    await element.updateComplete;
  };
  return { element, acts, root, press };
}

describe('<agent-lists>', () => {
  for (const theme of ['light', 'dark'] as const) {
    it(`[SL22] is accessible in the ${theme} theme, folded and unfolded`, async () => {
      const { element, press } = await lists(theme);
      await expect(element).to.be.accessible();
      await press(words.heading);
      await expect(element).to.be.accessible();
    });
  }

  it('[SL22] says of each agent how many sessions it keeps and how old that is, or why it is not known', async () => {
    const { root, press } = await lists();
    expect(root.querySelector('li')).to.equal(null);
    await press(words.heading);
    const lines = [...root.querySelectorAll('li')].map((line) => line.textContent!.trim().replace(/\s+/g, ' '));
    expect(lines).to.deep.equal([
      `The new ${words.never}`,
      `The busy ${words.asking}`,
      'The fresh 1 session, listed just now',
      'The old 1,200 sessions, listed 5 min ago',
      `The mute ${words.unsupported}`,
      'The broken Couldn’t list its sessions. <b>No</b> 2 sessions, listed 3 h ago',
    ]);
  });

  it('[SL22] asks one agent or all of them, and none twice at once', async () => {
    const { root, acts, press } = await lists();
    await press(words.heading);
    await press(words.ask('The old', 'again'));
    await press(words.ask('The new', 'first'));
    await press(words.ask('The busy', 'again'));
    await press(words.all);
    expect(acts).to.deep.equal([
      serverCommand('Sessions', 'list_from_agents', 'old'),
      serverCommand('Sessions', 'list_from_agents', 'new'),
      serverCommand('Sessions', 'list_from_agents', null),
    ]);
    expect(root.querySelectorAll('button:disabled')).to.have.length(1);
  });

  it('[SL22] is not there where no agent could be asked', async () => {
    const { element, root } = await lists();
    element.app = { ...element.app!, agents: element.app!.agents.slice(-1) };
    await element.updateComplete;
    expect(root.querySelector('button')).to.equal(null);
  });
});
