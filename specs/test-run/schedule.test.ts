import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Costs, shareOf } from './costs.js';
import { ImportGraph } from './import-graph.js';
import { planRun } from './plan.js';
import { type Job, runJobs } from './schedule.js';

/** Jobs that end when they are told to, and what has begun so far. */
function stage(...jobs: [name: string, expectedMs: number | null, share?: number, after?: Promise<unknown>][]) {
  const begun: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  const made = jobs.map(
    ([name, expectedMs, share = 1, after]): Job => ({
      name,
      expectedMs,
      share,
      ...(after ? { after } : {}),
      run: () => {
        begun.push(name);
        return new Promise((resolve, reject) => ends.set(name, (error) => (error ? reject(error) : resolve())));
      },
    }),
  );
  const end = async (name: string, error?: Error) => {
    ends.get(name)!(error);
    await settled();
  };
  return { jobs: made, begun, end };
}

const settled = () => new Promise(setImmediate);

describe('a run', () => {
  it('[TR1] begins with what nobody knows, then with the longest', async () => {
    const { jobs, begun, end } = stage(['b', 10], ['a', 200], ['new', null], ['c', 30]);
    const done = runJobs(jobs, 1);
    for (const name of ['new', 'a', 'c', 'b']) {
      assert.equal(begun.at(-1), name);
      await end(name);
    }
    await done;
  });

  it('[TR60] begins with those that most likely notice a change', async () => {
    const { jobs, begun, end } = stage(['long', 200], ['new', null], ['near', 10]);
    const done = runJobs(
      jobs.map((job) => ({ ...job, isUrgent: job.name === 'near' })),
      1,
    );
    for (const name of ['near', 'new', 'long']) {
      assert.equal(begun.at(-1), name);
      await end(name);
    }
    await done;
  });

  it('[TR2] has as many files at a time as keep the processors busy', async () => {
    const { jobs, begun, end } = stage(['busy', 90, 1], ['waits', 80, 0.4], ['waits too', 70, 0.4], ['last', 60, 1]);
    const done = runJobs(jobs, 2);
    assert.deepEqual(begun, ['busy', 'waits', 'waits too']);
    await end('waits');
    assert.deepEqual(begun.at(-1), 'last');
    for (const name of ['busy', 'waits too', 'last']) await end(name);
    await done;
  });

  it('[TR2] takes a file for busier than it was measured beside others, and for no more than one processor', () => {
    assert.equal(shareOf({ wallMs: 1000, cpuMs: 50 }), 0.35);
    assert.equal(shareOf({ wallMs: 1000, cpuMs: 700 }), 0.7);
    assert.equal(shareOf({ wallMs: 1000, cpuMs: 3000 }), 1);
  });

  it('[TR3] begins what needs a build after the build, and other things before', async () => {
    let built = () => {};
    const build = new Promise<void>((resolve) => {
      built = resolve;
    });
    const { jobs, begun, end } = stage(['story', 90, 1, build], ['quick', 1]);
    const done = runJobs(jobs, 2);
    assert.deepEqual(begun, ['quick']);
    built();
    await settled();
    assert.deepEqual(begun, ['quick', 'story']);
    await end('quick');
    await end('story');
    await done;
  });

  it('[TR3] begins nothing more when the build has failed', async () => {
    const { jobs, begun, end } = stage(['story', 90, 1, Promise.reject(new Error('no build'))], ['a', 5], ['b', 4]);
    const done = runJobs(jobs, 1);
    const failed = assert.rejects(done, /no build/);
    await settled();
    await end('a');
    await failed;
    assert.deepEqual(begun, ['a']);
  });
});

describe('the plan of a run', () => {
  const graph = new ImportGraph([
    { path: 'server/a.test.ts', text: "import { a } from './a.js';" },
    { path: 'server/a.ts', text: "import { spawn } from 'node:child_process';" },
    { path: 'server/b.test.ts', text: "import { join } from 'node:path';" },
    { path: 'server/c.test.ts', text: '' },
    { path: 'server/d.test.ts', text: '' },
  ]);
  const names = ['server/a.test.ts', 'server/b.test.ts', 'server/c.test.ts', 'server/d.test.ts'];
  const files = [...names, 'server/new.test.ts', 'specs/e2e/s.test.ts', 'webapp/e.browser-test.ts'];
  const known = files.filter((file) => file !== 'server/new.test.ts');
  const costs: Costs = Object.fromEntries(known.map((file, n) => [file, { wallMs: 1000 * (n + 1), cpuMs: 100 }]));

  it('[TR4] puts files that start no processes together, in groups of about the same cost', () => {
    const { shared, alone, components } = planRun(files, costs, graph, 2);
    assert.deepEqual(shared, [['server/d.test.ts'], ['server/c.test.ts', 'server/b.test.ts']]);
    assert.deepEqual(alone, ['specs/e2e/s.test.ts', 'server/a.test.ts', 'server/new.test.ts']);
    assert.deepEqual(components, ['webapp/e.browser-test.ts']);
  });
});
