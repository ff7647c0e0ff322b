import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { describe, it, type TestContext } from 'node:test';
import fc from 'fast-check';
import { TestClock } from '../protocol/clock.rig.js';
import { seeded } from '../testing/seeded.rig.js';
import { customAgent } from './catalog/catalog.js';
import { Ear } from './connection/connection.rig.js';
import { type TestHost, testHost } from './host.rig.js';
import { ODD_AGENT } from './process/process.rig.js';

const ID = 'custom';
const SESSION = { cwd: '/', agentSessionId: null, replay: 'drop' } as const;

/** What an agent that an interpreter runs calls itself, and what it is called then. */
const CALLED: Record<string, string> = { '': 'odd-agent', Tapped: 'Tapped', copilot: 'GitHub Copilot' };

interface Troubled extends TestHost {
  /** What the agent is to get wrong from now on. */
  will(trouble: string): void;
}

/** What can go wrong with an agent that runs; some of it is thrown, all the rest is in its health. */
const TROUBLES: Record<string, (rig: Troubled) => Promise<unknown>> = {
  'wants a sign-in to open a session': ({ will, host }) => opening(host, () => will('refuse session/new')),
  'wants a sign-in to work': async ({ will, host }) => {
    const session = await opening(host, () => will('refuse session/prompt'));
    return 'prompt' in session ? await failed(session.prompt([{ type: 'text', text: 'go' }])) : session;
  },
  'dies while it opens a session': async ({ will, host, until }) => {
    const fault = await opening(host, () => will('die session/new'));
    await until('crashed');
    return fault;
  },
  'dies again and again': async ({ will, host, until }) => {
    for (let n = 0; n < 5; n += 1) {
      will('');
      host.turnOn(ID);
      await failed(host.connect(ID));
      await opening(host, () => will('die session/new'));
      await until('crashed');
    }
    return await failed(host.connect(ID));
  },
  'does not start again': ({ will, host }) => restarting(host, () => will('die initialize')),
  'speaks another version': ({ will, host }) => restarting(host, () => will('speak version 2')),
  'is stopped by a person': async ({ host }) => {
    host.turnOff(ID);
    return await failed(host.connect(ID));
  },
  'is signed out of': async ({ will, host, until }) => {
    will('');
    host.authOf(ID).signOut();
    await until('needs_login');
  },
  'offers no such sign-in': async ({ host }) => {
    try {
      host.authOf(ID).start({ methodId: 'none', consent: null });
    } catch (error) {
      return error;
    }
  },
  'cannot delete sessions': async ({ will, host }) => {
    will('');
    return await failed((await host.connect(ID)).deleteSession('s'));
  },
};

async function failed<T>(work: Promise<T>): Promise<T | Error> {
  return await work.catch((error: Error) => error);
}

async function opening(host: TestHost['host'], break_: () => void) {
  const link = await host.connect(ID);
  break_();
  return await failed(link.openSession(SESSION, new Ear()));
}

async function restarting(host: TestHost['host'], break_: () => void) {
  break_();
  host.restart(ID);
  return await failed(host.connect(ID));
}

/** Every name of an agent in something that is told, however deep. */
function namesIn(told: unknown): string[] {
  if (typeof told !== 'object' || told === null) return [];
  const fields = told instanceof Error ? { ...told } : told;
  return Object.entries(fields).flatMap(([key, value]) =>
    key === 'agent' && typeof value === 'string' ? [value] : namesIn(value),
  );
}

function troubledHost(t: TestContext, name: string): Troubled {
  const clock = new TestClock();
  const rig = testHost(t, (notes) => [customAgent([process.execPath, ODD_AGENT, 'troubled', notes, name])], { clock });
  const will = (trouble: string) => writeFileSync(rig.notes, trouble);
  return { ...rig, will };
}

describe('an agent that an interpreter runs', () => {
  it('[AC39] has one name in its summary, its health and all that goes wrong with it', async (t) => {
    const cases = fc.record({
      name: fc.constantFrom(...Object.keys(CALLED)),
      troubles: fc.shuffledSubarray(Object.keys(TROUBLES), { minLength: 1, maxLength: 3 }),
    });
    const property = fc.asyncProperty(cases, async ({ name, troubles }) => {
      const rig = troubledHost(t, name);
      rig.will('');
      await rig.host.connect(ID);
      const known = rig.told.length;
      for (const trouble of troubles) {
        rig.will('');
        rig.host.restart(ID);
        await rig.host.connect(ID);
        const fault = await TROUBLES[trouble]!(rig);
        assert.deepEqual(
          [...new Set(namesIn(fault))].filter((called) => called !== CALLED[name]),
          [],
          trouble,
        );
        const summary = rig.host.agents[0]!;
        assert.equal(summary.name, CALLED[name]);
      }
      for (const summary of rig.told.slice(known)) {
        assert.deepEqual(
          new Set([summary.name, ...namesIn(summary)]),
          new Set([CALLED[name]]),
          JSON.stringify(summary),
        );
      }
      await rig.host.stopAll();
    });
    await fc.assert(property, seeded(t, 12));
  });
});
