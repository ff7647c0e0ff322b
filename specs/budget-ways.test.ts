import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { backgroundClock, type Clock } from '../server/protocol/clock.js';
import { type EntryList, entriesOf } from '../server/protocol/transcript/entry-list.js';
import { STOP_GRACE_MS } from '../server/sessions/budget/stop-grace.js';
import { until } from '../server/testing/until.rig.js';
import { held, OPTIONS } from './rigs/agent-words.rig.js';
import { ScriptedSession } from './rigs/scripted-session.rig.js';

const LIMIT = 5;
const TIMES = 30;
const rounds = Array.from({ length: TIMES }, (_, n) => n);
const each = (act: (n: number) => void) => rounds.forEach(act);

/** The real time, but an agent that was told to stop has as long as the test wants. */
class PatientClock implements Clock {
  readonly #due: (() => void)[] = [];

  now = backgroundClock.now;
  ticks = backgroundClock.ticks;

  after(ms: number, act: () => void): () => void {
    if (ms !== STOP_GRACE_MS) return backgroundClock.after(ms, act);
    this.#due.push(act);
    return () => this.#due.splice(this.#due.indexOf(act), 1);
  }

  /** The time is over that agents have to stop. */
  async pass(): Promise<void> {
    await until(() => this.#due.length > 0);
    for (const act of this.#due.splice(0)) act();
  }
}

/** An agent at work on a reply that may make five calls and spend one of a currency. */
class Agent {
  readonly session: ScriptedSession;
  readonly clock: PatientClock;
  readonly turn: ReturnType<typeof held>;

  private constructor(session: ScriptedSession, clock: PatientClock, turn: ReturnType<typeof held>) {
    this.session = session;
    this.clock = clock;
    this.turn = turn;
  }

  static async start(t: TestContext): Promise<Agent> {
    const [clock, turn] = [new PatientClock(), held()];
    const answers = { 'session/prompt': turn.answer };
    const session = await ScriptedSession.start(t, { clock, answers });
    session.set({ budgetReplyToolCalls: LIMIT, budgetReplyCost: 1 });
    await session.prompt('go');
    return new Agent(session, clock, turn);
  }

  /** The reply is over, with nothing used. */
  async end(): Promise<void> {
    this.turn.end();
    await this.session.until(({ turn }) => turn.status === 'idle');
  }

  tell(toolCallId: string, more: object = {}): void {
    this.session.update({ sessionUpdate: 'tool_call_update', toolCallId, ...more });
  }

  announce(toolCallId: string, more: object = {}): void {
    this.session.update({ sessionUpdate: 'tool_call', toolCallId, title: toolCallId, kind: 'execute', ...more });
  }

  async write(n: number): Promise<void> {
    const path = join(this.session.folder, `written-${n}.txt`);
    await this.session.agent.request('fs/write_text_file', { sessionId: 's1', path, content: 'x' });
  }

  async run(): Promise<void> {
    await this.session.agent.request('terminal/create', { sessionId: 's1', command: 'true' });
  }

  cost(amount: number, currency = 'USD'): void {
    this.session.update({ sessionUpdate: 'usage_update', used: 1, size: 9, cost: { amount, currency } });
  }

  /** What was done through us. */
  get done(): number {
    const files = readdirSync(this.session.folder).filter((name) => name.startsWith('written-'));
    const terminals = entriesOf(this.session.screen.entries).filter(
      (entry) => entry.kind === 'terminal' && entry.command === 'true',
    );
    return files.length + terminals.length;
  }

  async stopped(): Promise<void> {
    await this.session.agent.waitFor(({ method }) => method === 'session/cancel');
  }
}

/** How an agent could work without being counted. */
const WAYS: Readonly<Record<string, (agent: Agent) => unknown>> = {
  'calls that are announced': (agent) => each((n) => agent.announce(`c${n}`)),
  'calls of which only updates tell': (agent) => each((n) => agent.tell(`c${n}`, { status: 'completed' })),
  'calls that are only asked about': async (agent) => {
    const asks = rounds.map((n) => {
      const toolCall = { toolCallId: `c${n}`, title: 'x' };
      return agent.session.agent.request('session/request_permission', { sessionId: 's1', toolCall, options: OPTIONS });
    });
    await Promise.all(asks);
  },
  'files, one after the other': async (agent) => {
    for (const n of rounds) await agent.write(n);
  },
  'files, all at once': (agent) => Promise.all(rounds.map((n) => agent.write(n))),
  'files under one call': async (agent) => {
    agent.announce('c', { kind: 'edit', status: 'in_progress' });
    for (const n of rounds) await agent.write(n);
  },
  'terminals, one after the other': async (agent) => {
    for (const _ of rounds) await agent.run();
  },
  'terminals, all at once': (agent) => Promise.all(rounds.map(() => agent.run())),
  'terminals under one call': async (agent) => {
    agent.announce('c', { status: 'in_progress' });
    for (const _ of rounds) await agent.run();
  },
  'a call that is over and goes on': (agent) => {
    for (const _ of rounds) {
      agent.tell('c', { status: 'in_progress' });
      agent.tell('c', { status: 'completed' });
    }
  },
  'a call that is announced again when it is over': (agent) => each(() => agent.announce('c', { status: 'completed' })),
  'a running call with other commands': (agent) =>
    each((n) => agent.tell('c', { status: 'in_progress', rawInput: { command: `make ${n} all` } })),
  'a call that is over with other commands': (agent) =>
    each((n) => agent.tell('c', { status: 'completed', rawInput: { command: `make ${n}` } })),
  'a call that is over with other titles': (agent) =>
    each((n) => agent.tell('c', { kind: 'execute', status: 'completed', title: `make ${n}` })),
  'a call that is over with other files': (agent) =>
    each((n) => {
      const diff = { type: 'diff', path: `/a/${n}`, oldText: '', newText: 'x' };
      agent.tell('c', { kind: 'edit', status: 'completed', content: [diff] });
    }),
  'terminals of its own under one call': (agent) =>
    each((n) => agent.tell('c', { _meta: { terminal_info: { terminal_id: `t${n}`, cwd: '/' } } })),
  'calls after the reply': async (agent) => {
    await agent.end();
    for (const n of rounds) agent.announce(`c${n}`);
  },
  'files after the reply': async (agent) => {
    await agent.end();
    for (const n of rounds) await agent.write(n);
  },
  'terminals after the reply': async (agent) => {
    await agent.end();
    for (const _ of rounds) await agent.run();
  },
  'a cost that rises and falls': (agent) => each((n) => agent.cost(n % 2 ? 0 : 0.9)),
  'costs in many currencies': (agent) => each((n) => agent.cost(0.9, `coin ${n}`)),
  'costs in words that objects have': (agent) => {
    for (const currency of ['constructor', '__proto__', 'toString']) for (const n of [1, 2]) agent.cost(n, currency);
  },
};

const titles = (entries: EntryList) => entriesOf(entries).map((entry) => (entry.kind === 'tool' ? entry.title : ''));

describe('a budget', () => {
  for (const [name, work] of Object.entries(WAYS)) {
    it(`[US21] [US12] stops ${name}`, async (t) => {
      const agent = await Agent.start(t);
      await work(agent);
      await agent.stopped();
      assert.ok(agent.done <= LIMIT, `${agent.done} were done`);
    });
  }

  it('[US22] ends an agent that goes on with its reply', async (t) => {
    const agent = await Agent.start(t);
    for (const n of rounds) agent.announce(`c${n}`);
    await agent.stopped();
    assert.deepEqual(agent.session.ended, []);
    await agent.clock.pass();
    await agent.session.until(({ turn }) => turn.status === 'idle');
    assert.deepEqual(agent.session.ended, ['restarted']);
    assert.ok(agent.session.lines.includes(ENDED), agent.session.lines.join('\n'));
  });

  it('[US22] leaves an agent be that stops in time', async (t) => {
    const agent = await Agent.start(t);
    for (const n of rounds) agent.announce(`c${n}`);
    await agent.stopped();
    await agent.end();
    // Some report what a reply has cost when it is over.
    agent.cost(0.5);
    agent.cost(1.5);
    await agent.session.until(({ usage }) => usage?.cost?.amount === 1.5);
    await agent.clock.pass();
    assert.deepEqual(agent.session.ended, []);
  });

  it('[US22] ends an agent that goes on after its reply, and for good if a fresh one does too', async (t) => {
    const agent = await Agent.start(t);
    const { session, clock } = agent;
    await agent.end();
    for (const outcome of ['restarted', 'turned off']) {
      const before = session.agents.length;
      each((n) => agent.announce(`${outcome} ${n}`));
      await agent.stopped();
      agent.announce(`${outcome} at last`);
      await session.until(({ entries }) => titles(entries).includes(`${outcome} at last`));
      await clock.pass();
      await until(() => session.ended.at(-1) === outcome);
      if (outcome === 'turned off') break;
      await session.until(({ memory }) => session.agents.length > before && memory === 'lost');
    }
    assert.deepEqual(session.ended, ['restarted', 'turned off']);
    assert.ok(session.lines.at(-1)?.includes('stays off until you start it'), session.lines.at(-1));
  });

  it('[US22] ends an agent that only asks for more after its reply', async (t) => {
    const agent = await Agent.start(t);
    await agent.end();
    for (const n of rounds) await agent.write(n);
    await agent.clock.pass();
    await until(() => agent.session.ended.length > 0);
    assert.deepEqual([agent.session.ended, agent.done], [['restarted'], LIMIT]);
  });

  it('[US21] counts a call with its file and its terminal once, in whichever order they come', async (t) => {
    const agent = await Agent.start(t);
    agent.announce('a', { kind: 'edit', status: 'in_progress' });
    await agent.write(1);
    agent.tell('a', { status: 'completed' });
    agent.announce('b', { status: 'pending', rawInput: {} });
    agent.tell('b', { status: 'in_progress', rawInput: { command: 'npm' } });
    agent.tell('b', { rawInput: { command: 'npm test', description: 'Tests' } });
    await agent.run();
    agent.tell('b', { status: 'completed', title: 'Ran npm test', rawOutput: { exitCode: 0 } });
    const made = await agent.session.agent.request('terminal/create', { sessionId: 's1', command: 'true' });
    const { terminalId } = made.result as { terminalId: string };
    agent.announce('c', { status: 'in_progress', content: [{ type: 'terminal', terminalId }] });
    agent.tell('c', { status: 'completed' });
    await agent.session.until(({ entries }) => entriesOf(entries).filter((e) => e.kind === 'tool').length === 3);
    assert.equal(agent.session.screen.turn.used?.calls, 3);
    const told = { terminal_info: { terminal_id: 'theirs', cwd: '/' } };
    agent.announce('d', { status: 'in_progress', _meta: told });
    agent.tell('d', {
      status: 'completed',
      _meta: { ...told, terminal_exit: { terminal_id: 'theirs', exit_code: 0 } },
    });
    await agent.session.until(({ entries }) => entriesOf(entries).filter((e) => e.kind === 'tool').length === 4);
    assert.equal(agent.session.screen.turn.used?.calls, 4);
  });
});

const ENDED = [
  'notice: agent_ended: demo didn’t stop, and AcDeck ended it',
  'The reply reached its budget of 5 tool calls. Everything it wrote is kept. AcDeck started it again.',
].join(' · ');
