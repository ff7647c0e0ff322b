import { expect } from '@open-wc/testing';
import { html, type TemplateResult } from 'lit';
import type { AgentTrouble } from '../../../server/protocol/agent-trouble.js';
import type { AgentHealth, AgentSummary } from '../../../server/protocol/api/app-state.js';
import { TestClock } from '../../../server/protocol/clock.rig.js';
import { emptyTranscript } from '../../../server/protocol/transcript/transcript.js';
import { FakeServer } from '../../state/app/fake-server.rig.js';
import { StartupStore } from '../../state/server/startup-store.js';
import { mount } from '../../ui/mount.rig.js';
import { noticeText } from '../conversation/notice-words.js';
import '../settings/agent-card.js';
import '../sign-in/sign-in-dock.js';
import { renderBanners } from './render-banners.js';
import './startup-overlay.js';

/** What the agent was called when the trouble was written down, and what it is called now. */
const [BEFORE, NOW] = ['tap-program', 'Copilot'];
const end = { exitCode: 1, signal: null };
const agent = BEFORE;

/** One of each; the compiler asks for more when there are more. */
const TROUBLES: { readonly [C in AgentTrouble['code']]: Extract<AgentTrouble, { code: C }> } = {
  said: { code: 'said', text: 'No' },
  failed: { code: 'failed', agent, text: 'No' },
  sentence: { code: 'sentence', text: 'No' },
  not_installed: { code: 'not_installed', agent, commands: ['x'], install: { kind: 'unknown' } },
  untrusted: { code: 'untrusted', agent, command: 'x' },
  not_started: { code: 'not_started', agent, obstacle: 'EACCES', command: 'x', folder: '/w' },
  ended_early: { code: 'ended_early', agent, end, isNpx: false, output: {} },
  wrong_version: { code: 'wrong_version', agent, version: '2' },
  no_answer: { code: 'no_answer', agent, method: 'initialize', seconds: 60 },
  answer_too_large: { code: 'answer_too_large', agent, mebibytes: 16 },
  stopped: { code: 'stopped', agent, end, output: {} },
  restarting: { code: 'restarting', agent, end, seconds: 1 },
  crash_loop: { code: 'crash_loop', agent, end },
  restarted: { code: 'restarted', agent },
  turned_off: { code: 'turned_off', agent },
  server_stopping: { code: 'server_stopping' },
  unknown_agent: { code: 'unknown_agent', agentId: 'custom' },
  sign_in_needed: { code: 'sign_in_needed', agent, said: 'Authentication required', help: { kind: 'unknown' } },
  signed_out: { code: 'signed_out', agent },
  command_failed: { code: 'command_failed', end },
  not_ready: { code: 'not_ready', agent },
  too_many_sessions: { code: 'too_many_sessions', agent, most: 8 },
  session_gone: { code: 'session_gone', agent },
  session_unlisted: { code: 'session_unlisted', agent },
  session_held_open: { code: 'session_held_open', agent },
  session_nameless: { code: 'session_nameless', agent },
  no_history: { code: 'no_history', agent },
  cannot_delete: { code: 'cannot_delete', agent },
};

const named = (health: AgentHealth): AgentSummary => ({ ...new FakeServer().app.agents[0]!, name: NOW, health });

/** Cards that name the agent and say what is wrong with it. */
const CARDS: Record<string, (trouble: AgentTrouble) => TemplateResult> = {
  banner: (trouble) => banners(named({ state: 'crashed', trouble, exitCode: 1, stderr: '' }), null),
  'sign-in banner': (trouble) => banners(named({ state: 'needs_login', trouble }), null),
  'banner of an old session': (trouble) => banners(null, trouble),
  startup: (trouble) => {
    const store = new StartupStore(new TestClock());
    store.follow({ stage: 'agent', detail: { agent: NOW }, percent: 30 });
    store.follow({ stage: 'failed', detail: { agent: NOW, trouble }, percent: 50 });
    const health = { state: 'needs_login', trouble } as const;
    return html`<startup-overlay .startup=${store.value} .agent=${named(health)} .others=${[]}></startup-overlay>`;
  },
  'sign-in': (trouble) => {
    const failed = { id: '1', kind: 'agent', methodId: 'a', title: 'Browser', state: 'failed', trouble } as const;
    const attempt = { ...failed, question: null, terminal: null };
    const signIn = { methods: [], help: { kind: 'unknown' }, canSignOut: false, attempt } as const;
    return html`<sign-in-dock .agent=${{ ...named({ state: 'needs_login', trouble }), signIn }}></sign-in-dock>`;
  },
  settings: (trouble) => {
    const about = { command: null, origin: null, npx: null, home: null, cards: [], change: null, envHints: {} };
    const hints = { install: { kind: 'unknown' }, login: { kind: 'unknown' } };
    const { id, name, version, health } = named({ state: 'degraded', trouble });
    return html`<agent-card .report=${{ id, name, version, health, ...about, ...hints }}></agent-card>`;
  },
  'notice of a choice': (trouble) => {
    const notice = { code: 'choice_kept', agent: NOW, choice: { kind: 'mode', name: 'Ask' }, trouble } as const;
    const { title, description } = noticeText(notice);
    return html`<p>${title} ${description}</p>`;
  },
};

function banners(health: AgentSummary | null, old: AgentTrouble | null): TemplateResult {
  const oldSession = old && { agentSessionId: 'a', trouble: old, turn: 1, state: 'waiting' as const };
  const connection = {
    ...{ state: 'live' as const, fuss: 'none' as const, retryAt: null, isServerGone: false, message: null },
    ...{ version: null, isOutdated: false, isImpostor: false },
  };
  const transcript = { ...emptyTranscript, ...(oldSession ? { oldSession } : {}) };
  const session = { transcript, agentName: NOW, isWritable: true };
  const parts = { connection, banners: [], programs: [], agent: health, others: [], trust: null, session };
  return html`<div>${renderBanners(parts, () => {})}</div>`;
}

describe('the name of an agent', () => {
  for (const [name, draw] of Object.entries(CARDS)) {
    it(`[AC39] is one in a card, whatever it was called before: ${name}`, async () => {
      for (const [code, trouble] of Object.entries(TROUBLES)) {
        const element = await mount<HTMLElement>(html`<div>${draw(trouble)}</div>`);
        const text = textIn(element);
        expect(text, code).not.to.contain(BEFORE);
        if ('agent' in trouble) expect(text, code).to.contain(NOW);
      }
    });
  }
});

/** All words in an element, those in shadow roots too. */
function textIn(node: Node): string {
  if (node instanceof Text) return node.data;
  const inside = node instanceof Element && node.shadowRoot ? [node.shadowRoot] : [];
  return [...inside, ...node.childNodes].map(textIn).join(' ');
}
