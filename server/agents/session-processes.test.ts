import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it, type TestContext } from 'node:test';
import type { AgentSession, SessionOpening } from '../ports/agent.js';
import { systemClock } from '../protocol/clock.js';
import { TestClock } from '../protocol/clock.rig.js';
import { Ear, faultWith } from './connection/connection.rig.js';
import { oddEntry, testHost } from './host.rig.js';
import { isAlive, untilDead } from './process/process.rig.js';
import { TIME_LIMITS } from './process/time-limits.js';
import { MOST_PROCESSES } from './session-processes.js';

const say = (text: string) => [{ type: 'text' as const, text }];

interface Opened {
  session: AgentSession;
  ear: Ear;
  /** Asks something; gives back which process answered. */
  ask(): Promise<number>;
}

function jealous(t: TestContext, clock = systemClock) {
  const test = testHost(t, (file) => [{ ...oddEntry('j', 'jealous', file), quirks: { processPerSession: true } }], {
    clock,
  });
  const open = async (agentSessionId: string | null = null, ear = new Ear()): Promise<Opened> => {
    const link = await test.host.connect('j');
    const session = await link.openSession({ cwd: test.folder, agentSessionId, replay: 'drop' }, ear);
    const ask = async () => {
      const before = ear.text.length;
      await session.prompt(say('who are you?'));
      return Number(ear.text.slice(before));
    };
    return { session, ear, ask };
  };
  return { ...test, open };
}

describe('an agent that holds one session per process', () => {
  it('[AC20] works in two sessions at once, each with a process of its own', async (t) => {
    const { open, host } = jealous(t);
    const [a, b] = [await open(), await open()];
    const [first, second] = await Promise.all([a.ask(), b.ask()]);
    assert.notEqual(first, second);
    assert.equal(await a.ask(), first, 'the other session did not take its place');
    await host.stopAll();
    assert.deepEqual([isAlive(first), isAlive(second)], [false, false]);
  });

  it('[AC20] keeps a session when the process of another one dies, and says so only there', async (t) => {
    const { open, host } = jealous(t);
    const [a, b] = [await open(), await open()];
    const pid = await b.ask();
    await assert.rejects(a.session.prompt(say('die')), faultWith('stopped', { end: { exitCode: 7, signal: null } }));
    assert.deepEqual([a.ear.exits.length, b.ear.exits.length], [1, 0]);
    assert.equal(await b.ask(), pid);
    assert.equal(host.agents[0]?.health.state, 'ready');
    const again = await open(a.session.facts.agentSessionId);
    assert.equal(again.session.memory, 'kept');
  });

  it('[AC21] ends a process that is idle for long or closed, and takes the session up again in another', async (t) => {
    const clock = new TestClock();
    const { open } = jealous(t, clock);
    const a = await open();
    const pid = await a.ask();
    await clock.untilWaiting(TIME_LIMITS.sessionIdle);
    clock.pass(TIME_LIMITS.sessionIdle);
    await untilDead([pid]);
    assert.deepEqual(a.ear.exits, [], 'nobody is bothered with it');
    const next = await clock.passing(a.ask(), TIME_LIMITS.replayQuiet);
    assert.notEqual(next, pid);
    a.session.close();
    await untilDead([next]);
  });

  it('[A99] does not send what was stopped while its process woke', async (t) => {
    const clock = new TestClock();
    const { open } = jealous(t, clock);
    const a = await open();
    const pid = await a.ask();
    await clock.untilWaiting(TIME_LIMITS.sessionIdle);
    clock.pass(TIME_LIMITS.sessionIdle);
    await untilDead([pid]);
    const before = a.ear.text;
    const asked = a.session.prompt(say('who are you?'));
    a.session.cancel();
    assert.deepEqual(await clock.passing(asked, TIME_LIMITS.replayQuiet), { stopReason: 'cancelled' });
    assert.equal(a.ear.text, before, 'the agent said nothing');
    a.session.close();
  });

  it('[AS19] tells of a memory that was lost while its process slept, and tells the agent what it is given for that', async (t) => {
    const clock = new TestClock();
    const { open, notes } = jealous(t, clock);
    const a = await open();
    const openings: SessionOpening[] = [];
    a.ear.onReopened = (opening) => {
      openings.push(opening);
      return say('what was said before');
    };
    const pid = await a.ask();
    await a.session.prompt(say('forget'));
    const before = a.session.facts.agentSessionId;
    await clock.untilWaiting(TIME_LIMITS.sessionIdle);
    clock.pass(TIME_LIMITS.sessionIdle);
    await untilDead([pid]);
    const asked = a.ask();
    await clock.untilWaiting(TIME_LIMITS.reopenPause);
    clock.pass(TIME_LIMITS.reopenPause);
    await asked;
    const [{ memory, replaced, facts } = {} as SessionOpening, ...more] = openings;
    assert.deepEqual([memory, more], ['lost', []]);
    assert.deepEqual(replaced, {
      agentSessionId: before,
      trouble: { code: 'said', text: 'the store is damaged' },
      code: -32602,
    });
    assert.notEqual(facts.agentSessionId, before);
    assert.deepEqual(a.session.facts, facts);
    assert.match(readFileSync(notes, 'utf8'), /told what was said before/);
    assert.deepEqual(a.ear.notices, []);
  });

  it('[AS19] hears all that a session hears: large pictures are kept', async (t) => {
    const { open } = jealous(t);
    const ear = new Ear();
    const kept: number[] = [];
    ear.keepPicture = (picture) => {
      kept.push(picture.data.length);
      return { ...picture, data: '', uri: 'kept' };
    };
    const a = await open(null, ear);
    await a.session.prompt(say('draw'));
    assert.deepEqual(kept, [4 * 1024 * 1024]);
    const drawn = a.ear.updates.map((update) => (update as { content?: { uri?: string } }).content?.uri);
    assert.ok(drawn.includes('kept'), JSON.stringify(drawn));
  });

  it('[AC21] has a bounded number of processes: the longest idle one goes, a busy one never', async (t) => {
    const { open } = jealous(t);
    const first = await open();
    const pid = await first.ask();
    const others: Opened[] = [];
    while (others.length < MOST_PROCESSES) others.push(await open());
    await untilDead([pid]);
    assert.equal(isAlive(await others[0]!.ask()), true);
    const work = others.map(({ session }) => session.prompt(say('wait')).catch(() => {}));
    await assert.rejects(open(), faultWith('too_many_sessions', { most: 8 }));
    for (const { session } of others) session.close();
    await Promise.all(work);
  });

  it('[AC21] a restart ends them all, and their sessions hear of it', async (t) => {
    const { open, host } = jealous(t);
    const [a, b] = [await open(), await open()];
    const pids = [await a.ask(), await b.ask()];
    host.restart('j');
    await untilDead(pids);
    await host.connect('j');
    assert.deepEqual([a.ear.exits.length, b.ear.exits.length], [1, 1]);
  });

  it('[AC22] is degraded when its processes die again and again, until a person restarts it', async (t) => {
    const clock = new TestClock();
    const { open, until, host } = jealous(t, clock);
    for (const wait of [0, 1_000, 2_000, 4_000, 8_000]) {
      const opening = open();
      if (wait > 0) {
        await clock.untilWaiting(wait);
        clock.pass(wait);
      }
      await assert.rejects((await opening).session.prompt(say('die')));
    }
    const { health } = await until('degraded');
    assert.equal(health.state === 'degraded' && health.trouble.code, 'crash_loop');
    await assert.rejects(open(), faultWith('crash_loop'));
    host.restart('j');
    assert.ok(await (await open()).ask());
  });
});
