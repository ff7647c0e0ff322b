import { expect } from '@open-wc/testing';
import { html } from 'lit';
import { reduceTranscript } from '../../../server/protocol/session/reduce.js';
import type { LoggedEvent, SessionEvent } from '../../../server/protocol/session/session-event.js';
import { entriesOf } from '../../../server/protocol/transcript/entry-list.js';
import { emptyTranscript } from '../../../server/protocol/transcript/transcript.js';
import { prompt } from '../../../server/protocol/transcript/transcript.rig.js';
import { serverCommand, sessionCommand, type UserAct } from '../../state/app/acts.js';
import { mount } from '../../ui/mount.rig.js';
import { inTheme } from '../../ui/theme.rig.js';
import { type EntryPlace, placeFor } from './entry-place.js';
import './transcript-entry.js';
import type { TranscriptEntry } from './transcript-entry.js';
import { conversationWords } from './words.js';

/** The last entry of a transcript, as the page draws it. */
async function drawn(events: SessionEvent[], change: Partial<EntryPlace> = {}, theme: 'light' | 'dark' = 'light') {
  const logged = events.map((event, n) => ({ ...event, seq: n + 1, at: 1 }) as LoggedEvent);
  const transcript = logged.reduce(reduceTranscript, emptyTranscript);
  const place = { ...placeFor(null, { app: null, session: null, agent: null, transcript }), ...change };
  const element = await mount<TranscriptEntry>(
    html`<transcript-entry .entry=${entriesOf(transcript.entries).at(-1)!} .place=${place}></transcript-entry>`,
    (template) => inTheme(theme, template),
  );
  const acts: UserAct[] = [];
  element.addEventListener('user-act', ({ act }) => acts.push(act));
  const buttons = () => [...element.querySelectorAll('button')].map((button) => button.textContent!.trim());
  return { element, acts, buttons };
}

const exited: SessionEvent = {
  type: 'agent_exited',
  exitCode: 3,
  signal: null,
  stderr: 'last words',
  duringTurn: true,
};
const gone: SessionEvent = {
  type: 'notice_shown',
  severity: 'info',
  notice: { code: 'continued_elsewhere', agent: 'Agent' },
  action: 'update_from_agent',
};

describe('entries that tell of the agent coming and going', () => {
  it('[AS18] a crash in a turn is one row with the exit code, the last words and a way on', async () => {
    const down = await drawn([prompt('go'), exited], { isAgentUp: false });
    expect(down.element.textContent).to.contain('exit code 3').and.to.contain('last words');
    expect(down.buttons()).to.include(conversationWords.restart).and.not.to.include('Send again');
    const up = await drawn([prompt('go'), exited], { isAgentUp: true });
    expect(up.buttons()).to.include('Send again').and.not.to.include(conversationWords.restart);
  });

  for (const theme of ['light', 'dark'] as const) {
    it(`[AS14] what has gone on elsewhere is offered, and readable in the ${theme} theme`, async () => {
      const { element, acts, buttons } = await drawn(
        [prompt('go'), { type: 'turn_ended', stopReason: 'x' }, gone],
        {},
        theme,
      );
      expect(buttons()).to.deep.equal(['Update from the agent']);
      element.querySelector('button')!.click();
      expect(acts).to.deep.equal([sessionCommand('Sessions', 'update_from_agent')]);
      await expect(element).to.be.accessible();
    });
  }

  for (const [isStopped, theme] of [
    [false, 'light'],
    [true, 'dark'],
  ] as const) {
    it(`[PR67] work while the agent was idle is named with a way to end it, in the ${theme} theme`, async () => {
      const stopped = isStopped ? { isStopped } : {};
      const idle: SessionEvent = {
        type: 'notice_shown',
        severity: 'warning',
        notice: { code: 'worked_while_idle', agent: 'Claude', what: 'rm -rf x', ...stopped },
        action: 'restart_running_agent',
      };
      const { element, acts, buttons } = await drawn(
        [prompt('go'), { type: 'turn_ended', stopReason: 'end_turn' }, idle],
        { isAgentUp: true, agentId: 'demo' },
        theme,
      );
      expect(element.textContent).to.contain('Claude worked while no reply was running').and.to.contain('“rm -rf x”');
      expect(element.textContent!.includes('asked the agent to stop')).to.equal(isStopped);
      expect(buttons()).to.deep.equal([conversationWords.restart]);
      element.querySelector('button')!.click();
      expect(acts).to.deep.equal([serverCommand('AcpBridge', 'restart_agent', 'demo')]);
      await expect(element).to.be.accessible();
    });
  }

  it('[WD28] a failure with an action that is no longer offered is shown with no button of its own', async () => {
    const failed = { type: 'turn_failed', trouble: { code: 'said', text: 'No agent' }, action: 'choose_agent' };
    const { element, buttons } = await drawn([prompt('go'), failed as never], { isAgentUp: true });
    expect(element.textContent).to.contain('No agent');
    expect(buttons()).to.deep.equal(['Show log']);
  });

  it('[AS15] a copy that can only be read offers nothing', async () => {
    const session = { ...{ id: 's', title: 'S', agentId: 'demo', cwd: '/w', createdAt: 1, updatedAt: 1 } };
    const archived = { ...session, status: 'idle', writable: false, copy: true } as const;
    const { lastTurn } = placeFor(null, { app: null, session: archived, agent: null, transcript: emptyTranscript });
    expect((await drawn([gone], { lastTurn })).buttons()).to.deep.equal([]);
  });

  it('[AS17] what the agent was told of a lost past is folded in the message, as text', async () => {
    const { element } = await drawn([{ ...prompt('Go on'), context: '\n\n[From AcDeck: <b>x</b>]' } as SessionEvent]);
    const details = element.querySelector('details')!;
    expect(details.open).to.equal(false);
    expect(details.textContent).to.contain(conversationWords.sentAlong).and.to.contain('[From AcDeck: <b>x</b>]');
    await expect(element).to.be.accessible();
  });
});
