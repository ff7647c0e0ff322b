import { expect } from '@open-wc/testing';
import { html, render } from 'lit';
import type { AgentSignIn, SignInAttempt } from '../../../server/protocol/api/agent-sign-in.js';
import type { AgentSummary } from '../../../server/protocol/api/app-state.js';
import { serverCommand, type UserAct } from '../../state/app/acts.js';
import { AppRig } from '../../state/app/app.rig.js';
import { provideApp } from '../../state/app/contexts.js';
import '../../ui/frames.rig.js';
import { mount, until } from '../../ui/mount.rig.js';
import { renderAgentChip } from '../page/render-top-bar.js';
import './sign-in-dock.js';
import { inTheme } from '../../ui/theme.rig.js';
import type { SignInDock } from './sign-in-dock.js';
import { signInWords } from './words.js';

const about = { name: '', description: null };
const LINE = "X=1 /opt/agent login '$(rm -rf ~)'";
const SIGN_IN: AgentSignIn = {
  methods: [
    { ...about, id: 'a', name: 'In the browser', description: 'Opens a page', kind: 'agent' },
    {
      ...about,
      id: 't',
      name: 'Console',
      kind: 'terminal',
      commandLine: 'agent auth',
      needsConsent: false,
      canRun: true,
    },
    { ...about, id: 'p', name: 'Picked', kind: 'terminal', commandLine: LINE, needsConsent: true, canRun: true },
    {
      ...about,
      id: 'c',
      name: 'Elsewhere',
      kind: 'terminal',
      commandLine: 'agent x',
      needsConsent: false,
      canRun: false,
    },
    {
      ...about,
      id: 'v',
      name: 'API key',
      kind: 'env_var',
      link: 'https://keys.example',
      variables: [{ name: 'API_KEY', label: 'Your key', isOptional: false }],
    },
    { ...about, id: 'u', name: 'Unheard of', kind: 'unknown' },
  ],
  help: { kind: 'command', command: 'agent login' },
  canSignOut: true,
  attempt: null,
};
const FAILED: SignInAttempt = {
  id: '1',
  kind: 'agent',
  methodId: 'a',
  title: 'In the browser',
  state: 'failed',
  trouble: { code: 'said', text: 'The browser was closed' },
  question: null,
  terminal: null,
};

function agentWith(signIn: Partial<AgentSignIn>, state: 'needs_login' | 'ready' = 'needs_login'): AgentSummary {
  return {
    id: 'agent',
    name: 'Agent',
    version: '1.0',
    prompt: { image: false, audio: false, embedded: false },
    health: state === 'ready' ? { state } : { state, trouble: { code: 'signed_out', agent: 'Agent' } },
    signIn: { ...SIGN_IN, ...signIn },
  };
}

async function dockFor(signIn: Partial<AgentSignIn> = {}, theme: 'light' | 'dark' = 'light') {
  const acts: UserAct[] = [];
  const dock = await mount<SignInDock>(
    html`<sign-in-dock .agent=${agentWith(signIn)} wanted></sign-in-dock>`,
    (template) => inTheme(theme, template),
  );
  dock.addEventListener('user-act', ({ act }) => acts.push(act));
  const buttons = () => [...dock.shadowRoot!.querySelectorAll('button')];
  const find = (name: string) => buttons().find((button) => (button.ariaLabel ?? button.textContent?.trim()) === name);
  return { dock, acts, find, text: () => (dock.shadowRoot!.textContent ?? '').replace(/\s+/g, ' ') };
}

describe('<sign-in-dock>', () => {
  for (const theme of ['light', 'dark'] as const) {
    it(`[AU21] is accessible in the ${theme} theme, with all ways and after a failure`, async () => {
      await expect((await dockFor({}, theme)).dock).to.be.accessible();
      await expect((await dockFor({ attempt: FAILED }, theme)).dock).to.be.accessible();
    });
  }

  it('[AU21] offers each way as far as it can be gone', async () => {
    const { acts, find, text } = await dockFor();
    find('Sign in: In the browser')!.click();
    find('Open terminal: Console')!.click();
    find('Copy command: Elsewhere')!.click();
    expect(acts).to.deep.equal([
      serverCommand('AcpBridge', 'sign_in', 'agent', 'a', null),
      serverCommand('AcpBridge', 'sign_in', 'agent', 't', null),
      { type: 'copy', text: 'agent x', what: 'command' },
    ]);
    expect(text()).to.include('Opens a page').and.include('By hand: Sign in with: agent login');
    expect(find('Sign in: Unheard of')).to.equal(undefined);
  });

  it('[AU24] runs a command of the agent’s choice only after it was shown in full', async () => {
    const { dock, acts, find, text } = await dockFor();
    expect(text()).not.to.include(LINE);
    expect(find('Run this command')).to.equal(undefined);
    find('Review command: Picked')!.click();
    await dock.updateComplete;
    expect(text()).to.include(LINE);
    expect(acts).to.deep.equal([]);
    find('Run this command')!.click();
    expect(acts).to.deep.equal([serverCommand('AcpBridge', 'sign_in', 'agent', 'p', LINE)]);
  });

  it('[AU25] says which variables to set, and has no field for them', async () => {
    const { dock, text } = await dockFor();
    expect(text()).to.include('export API_KEY=…').and.include('Your key').and.include(signInWords.setVariables);
    expect(dock.shadowRoot!.querySelectorAll('input, textarea').length).to.equal(0);
  });

  it('[AU22] waits with Cancel, and after a failure offers another try or other ways', async () => {
    const waiting = await dockFor({ attempt: { ...FAILED, state: 'running', trouble: null } });
    expect(waiting.dock.shadowRoot!.querySelector('[role=status]')!.textContent).to.include('Waiting for Agent');
    waiting.find('Cancel')!.click();
    expect(waiting.acts.at(-1)).to.deep.equal(serverCommand('AcpBridge', 'sign_in_cancel', 'agent'));
    const failed = await dockFor({ attempt: FAILED });
    expect(failed.dock.shadowRoot!.querySelector('[role=alert]')!.textContent).to.include(
      'Signing in didn’t work: The browser was closed',
    );
    failed.find('Try again')!.click();
    failed.find(signInWords.otherMethods)!.click();
    expect(failed.acts[0]).to.deep.equal(serverCommand('AcpBridge', 'sign_in', 'agent', 'a', null));
    expect(failed.acts.at(-1)).to.deep.equal(serverCommand('AcpBridge', 'sign_in_cancel', 'agent'));
  });

  it('[AU28] asks what the agent asks, and keeps the address in view after it was opened', async () => {
    const question = {
      mode: 'form',
      message: 'Your key',
      schema: { properties: { key: { type: 'string' } } },
    } as const;
    const attempt = { ...FAILED, state: 'running', trouble: null } as const;
    const { dock, acts } = await dockFor({
      attempt: { ...attempt, question: { id: 'q', question, isAnswered: false } },
    });
    const form = dock.shadowRoot!.querySelector('question-dock')!;
    await form.updateComplete;
    form.shadowRoot!.querySelector<HTMLButtonElement>('button[type=button]')!.click();
    expect(acts).to.deep.equal([
      { type: 'answer_sign_in', agentId: 'agent', questionId: 'q', action: 'decline', content: null },
    ]);
    const url = 'https://id.example/device';
    const address = { mode: 'url', message: 'Enter ABCD-1234', url, elicitationId: 'e' } as const;
    dock.agent = agentWith({ attempt: { ...attempt, question: { id: 'r', question: address, isAnswered: true } } });
    await dock.updateComplete;
    expect(dock.shadowRoot!.textContent).to.include('Enter ABCD-1234');
    expect(dock.shadowRoot!.querySelector('a')!.href).to.equal(url);
  });

  it('[AU24] shows the agent’s command again before another try', async () => {
    const terminal = { commandLine: LINE, cols: 80, rows: 20 };
    const { dock, acts, find } = await dockFor({ attempt: { ...FAILED, kind: 'terminal', methodId: 'p', terminal } });
    find('Try again')!.click();
    expect(acts).to.deep.equal([
      { type: 'open_sign_in', agentId: 'agent' },
      serverCommand('AcpBridge', 'sign_in_cancel', 'agent'),
    ]);
    dock.agent = agentWith({});
    await dock.updateComplete;
    expect(find('Run this command')).not.to.equal(undefined);
  });
});

describe('<sign-in-terminal>', () => {
  it('[AU23] shows what the command says, also of one that failed, and takes what is typed', async () => {
    const rig = await new AppRig().connect();
    rig.server.signInOutput = {
      attemptId: '1',
      offset: 0,
      text: `https://id.example/${'a'.repeat(100)}\r\n\u001b[31mWord?\u001b[0m `,
    };
    const typed = () => rig.server.callsOf('AcpBridge.sign_in_input').map(([, , text]) => text);
    const terminal = { commandLine: 'agent auth', cols: 80, rows: 20 };
    const attempt: SignInAttempt = { ...FAILED, kind: 'terminal', terminal };
    const agent = agentWith({ attempt });
    const around = document.createElement('div');
    document.body.append(around);
    provideApp(around)(rig.context);
    const dock = document.createElement('sign-in-dock');
    dock.agent = agent;
    around.append(dock);
    const screen = () => dock.shadowRoot!.querySelector('sign-in-terminal')?.shadowRoot;
    await until(
      () => screen()?.querySelector('.xterm-accessibility-tree')?.textContent?.includes('Word?'),
      'its words',
    );
    await until(() => screen()!.querySelector('a'), 'the address');
    expect(screen()!.querySelector('a')!.href).to.equal(`https://id.example/${'a'.repeat(100)}`);
    expect(screen()!.querySelectorAll('style').length).to.equal(0);
    expect(getComputedStyle(screen()!.querySelector('.xterm-viewport')!).position).to.equal('absolute');
    dock.agent = agentWith({ attempt: { ...attempt, state: 'running', trouble: null } });
    await dock.updateComplete;
    await dock.shadowRoot!.querySelector('sign-in-terminal')!.updateComplete;
    const field = screen()!.querySelector('textarea')!;
    field.focus();
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', keyCode: 13, bubbles: true }));
    await until(() => typed().length > 0, 'a key');
    expect(typed()).to.deep.equal(['\r']);
    around.remove();
  });
});

describe('the agent in the top bar', () => {
  it('[AU26] offers to sign out where the agent does, and says so where it does not', () => {
    const acts: UserAct[] = [];
    const box = document.createElement('div');
    const draw = (agent: AgentSummary) =>
      render(renderAgentChip(agent, { others: [], pane: '', act: ({ act }) => acts.push(act) }), box);
    const buttons = () => [...box.querySelectorAll<HTMLElement>('[popover] button')];
    const signs = () => buttons().filter((button) => button.textContent?.includes('Sign '));
    const names = () => signs().map((button) => button.textContent?.trim());
    draw(agentWith({}, 'ready'));
    expect(names()).to.deep.equal(['Sign out']);
    signs()[0]!.click();
    expect(acts).to.deep.equal([serverCommand('AcpBridge', 'sign_out', 'agent')]);
    draw(agentWith({ canSignOut: false }, 'ready'));
    expect(names()).to.deep.equal([]);

    draw(agentWith({}));
    expect(names()).to.deep.equal(['Sign in']);
  });
});
