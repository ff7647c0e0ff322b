import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { Repo } from '../rpc/repo.js';
import { seeded, someOf } from '../testing/seeded.rig.js';
import { caseWords, makeCases, plainCase, SHORT_CASES, shortCases } from './hostile/cases.rig.js';
import {
  type CallRepo,
  callEverything,
  type RepoMethod,
  ROUNDS,
  type Round,
  WITHOUT_GIT,
} from './hostile/every-method.rig.js';
import { forEachOf, Ground } from './hostile/ground.rig.js';
import { TRAP_KINDS } from './hostile/trap.rig.js';
import { TRAPS } from './hostile/traps.rig.js';

const JOBS = 4;

/** A few repositories. `npm run prove -- repos` has many, and `npm run prove:repos` looks closer at one. */
describe('hostile repositories that nobody trusts', () => {
  const ground = new Ground();
  after(() => ground.close());

  it('[GT10] [BR27] run nothing, write nothing outside and steer no call', async (t) => {
    const { seed, numRuns: count } = seeded(t, SHORT_CASES);
    const cases = count > SHORT_CASES ? makeCases({ count, seed }) : shortCases(seed);
    const found: string[] = [];
    await forEachOf(cases, JOBS, async (tried) => {
      const outcome = await ground.try(tried);
      const [first] = outcome.breaches;
      const more = `and ${outcome.breaches.length - 1} more`;
      if (first) found.push(`${caseWords(tried)}: ${first.method} ${first.args}: ${first.what}, ${more}`);
    });
    assert.deepEqual(found, []);
    const kinds = new Set(cases.flatMap(({ traps }) => traps.map(({ kind }) => kind)));
    const rounds = new Set(cases.flatMap((tried) => tried.rounds));
    assert.deepEqual([kinds.size, rounds.size], [TRAP_KINDS.length, Object.keys(ROUNDS).length]);
  });

  it('[GT10] get every method that runs git', async () => {
    const called = new Set<RepoMethod>();
    const about = { oid: 'o', name: 'n', url: 'u', path: 'p', revision: 'r', kind: 'conflict' };
    const ids = { undoId: 'u', walkId: 'w', searchId: 's', revision: 'r', head: { oid: 'o' }, operation: 'merge' };
    const given = { ...ids, files: [about], old: about, new: about, programs: { fingerprint: 'f' } };
    // Everything that any of them answers, so that each next step is taken.
    const answer = Object.assign([about, about], given);
    const call: CallRepo = async <T>(method: RepoMethod) => {
      called.add(method);
      return answer as T;
    };
    await callEverything(call, { rounds: plainCase('merge', false).rounds, isGivingUp: false, isShort: true });
    const left = (Object.keys(Repo) as RepoMethod[]).filter((method) => !called.has(method) && !WITHOUT_GIT[method]);
    assert.deepEqual(left, []);
  });

  it('[GT10] let each method do its work where there is no trap', async (t) => {
    const rounds = someOf(t, Object.keys(ROUNDS) as Round[], 2);
    // A bisect can only be given up.
    const plain = [
      { ...plainCase('merge', false), rounds },
      { ...plainCase('bisect', true), rounds: [] },
    ];
    const done = new Map<RepoMethod, number>();
    await forEachOf(plain, JOBS, async (tried) => {
      const { called, breaches } = await ground.try(tried);
      assert.deepEqual(breaches, []);
      for (const [method, count] of called) done.set(method, count.done + (done.get(method) ?? 0));
    });
    const idle = [...done].filter(([, count]) => count === 0).map(([method]) => method);
    assert.deepEqual(idle, []);
  });

  it('[GT10] have traps that work on plain git', async (t) => {
    const idle: string[] = [];
    const kinds = TRAP_KINDS.map((kind) => TRAPS.filter((trap) => trap.kind === kind));
    const some = kinds.flatMap((traps) => someOf(t, traps, 1));
    await forEachOf(some, JOBS, async (trap) => {
      if ((await ground.spring(trap)).length === 0) idle.push(`${trap.name}: ${trap.typed}`);
    });
    assert.deepEqual(idle, []);
  });

  it('[GT11] run their programs once everything is trusted', async () => {
    const wanted = ['filter-clean', 'hook-pre-commit-own'];
    const traps = TRAPS.filter(({ name }) => wanted.includes(name));
    const tried = { ...plainCase('calm', false, ...traps), rounds: ['stageAndDiscard'] as const };
    const { breaches } = await ground.try(tried, true);
    for (const name of wanted) {
      assert.ok(
        breaches.some(({ what }) => what.startsWith(`ran ${name},`)),
        name,
      );
    }
  });
});
