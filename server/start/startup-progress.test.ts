import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { reporterForPrograms } from '../command/reporter.js';
import type { StartupStep } from '../protocol/api/startup.js';
import { StartupProgress } from './startup-progress.js';

const AGENT = { id: 'demo', name: 'Demo' };

function progress() {
  const [lines, steps]: [string[], StartupStep[]] = [[], []];
  const reporter = reporterForPrograms((text) => lines.push(JSON.parse(text).event));
  return { lines, steps, progress: new StartupProgress(reporter, (step) => steps.push(step)) };
}

describe('StartupProgress', () => {
  it('[C19] never goes down, also when an agent is started anew', () => {
    const { progress: start, steps } = progress();
    for (const stage of ['server', 'agent', 'initialize', 'agent', 'initialize', 'session'] as const)
      start.reach(stage);
    start.ready(AGENT);
    assert.deepEqual(
      steps.map(({ percent }) => percent),
      [10, 30, 50, 50, 50, 80, 100],
    );
  });

  it('[C19] lets later tabs know when an agent that failed works after all', () => {
    const { progress: start, steps, lines } = progress();
    start.reach('agent', { agent: 'Demo' });
    start.fail('Demo', new Error('It does not start.'));
    const trouble = { code: 'failed', text: 'It does not start.' };
    assert.deepEqual(start.current, { stage: 'failed', detail: { agent: 'Demo', trouble }, percent: 30 });
    start.recover(AGENT);
    start.recover(AGENT);
    assert.deepEqual(start.current, { stage: 'ready', detail: { agent: 'Demo' }, percent: 100 });
    assert.equal(steps.length, 3);
    assert.deepEqual(lines, ['startup', 'failed']);
  });

  it('[C19] is over when another agent is ready that a person took instead', () => {
    const { progress: start, lines } = progress();
    start.reach('initialize', { agent: 'Slow' });
    start.recover(AGENT);
    assert.equal(start.current.stage, 'ready');
    assert.deepEqual(lines, ['startup', 'ready']);
  });
});
