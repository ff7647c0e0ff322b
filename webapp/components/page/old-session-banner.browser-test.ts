import { expect } from '@open-wc/testing';
import { html } from 'lit';
import type { OldSession, Transcript } from '../../../server/protocol/transcript/transcript.js';
import { emptyTranscript } from '../../../server/protocol/transcript/transcript.js';
import { sessionCommand, type UserAct } from '../../state/app/acts.js';
import type { Connection } from '../../state/server/connection-store.js';
import { mount } from '../../ui/mount.rig.js';
import { inTheme } from '../../ui/theme.rig.js';
import { renderBanners } from './render-banners.js';
import { frameWords } from './words.js';

const OLD: OldSession = {
  agentSessionId: 'a',
  trouble: { code: 'said', text: 'Internal error' },
  code: -32603,
  turn: 1,
  state: 'waiting',
};

const LIVE: Connection = {
  state: 'live',
  fuss: 'none',
  retryAt: null,
  isServerGone: false,
  message: null,
  version: null,
  isOutdated: false,
  isImpostor: false,
};

async function drawn(change: Partial<Transcript>, isWritable = true, theme: 'light' | 'dark' = 'light') {
  const acts: UserAct[] = [];
  const session = { transcript: { ...emptyTranscript, ...change }, agentName: 'Gemini', isWritable };
  const parts = {
    connection: LIVE,
    banners: [],
    programs: [],
    agent: null,
    others: [],
    trust: null,
    session,
  };
  const element = await mount<HTMLElement>(
    html`<div>${renderBanners(parts, ({ act }) => acts.push(act))}</div>`,
    (template) => inTheme(theme, template),
  );
  const buttons = () => [...element.querySelectorAll('button')];
  return { element, acts, buttons, names: () => buttons().map((button) => button.textContent!.trim()) };
}

describe('the banner about a session that could not be opened', () => {
  for (const theme of ['light', 'dark'] as const) {
    it(`[AS20] says what happened and offers the way back, readable in the ${theme} theme`, async () => {
      const { element, acts, buttons, names } = await drawn({ oldSession: OLD, handover: true }, true, theme);
      expect(element.textContent).to.contain(frameWords.oldSession.failed('Gemini'));
      expect(element.textContent).to.contain('It said: “Internal error”').and.to.contain('short summary');
      expect(names()).to.deep.equal(['Try the old session again', 'Got it']);
      for (const button of buttons()) button.click();
      expect(acts).to.deep.equal([
        sessionCommand('Sessions', 'answer_old_session', true),
        sessionCommand('Sessions', 'answer_old_session', false),
      ]);
      await expect(element).to.be.accessible();
    });
  }

  it('[AS20] offers nothing while it is tried, in a turn, where it can only be read, or once it was put away', async () => {
    const trying = await drawn({ oldSession: { ...OLD, state: 'trying' } });
    expect(trying.element.textContent).to.contain('Trying the old Gemini session again…');
    expect(trying.names()).to.deep.equal([]);
    const working = await drawn({ oldSession: OLD, turn: { ...emptyTranscript.turn, status: 'running' } });
    expect(working.buttons()[0]!.disabled).to.equal(true);
    expect((await drawn({ oldSession: OLD }, false)).names()).to.deep.equal([]);
    expect((await drawn({ oldSession: { ...OLD, state: 'hidden' } })).element.textContent!.trim()).to.equal('');
    expect((await drawn({})).element.textContent!.trim()).to.equal('');
  });

  it('[AS20] shows the agent’s words as text, on one line and cut', async () => {
    const text = `<img src=x onerror=alert(1)>\n\u202e${'x'.repeat(500)}`;
    const { element } = await drawn({ oldSession: { ...OLD, trouble: { code: 'said', text } } });
    expect(element.querySelector('img')).to.equal(null);
    expect(element.textContent).to.contain('<img src=x').and.not.to.contain('\u202e');
    expect(element.textContent!.length).to.be.below(600);
  });
});
