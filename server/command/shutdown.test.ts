import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Shutdown } from './shutdown.js';

describe('Shutdown', () => {
  it('[C33] ends the parts from the last to the first, once', async () => {
    const ended: string[] = [];
    const shutdown = new Shutdown(() => assert.fail('nothing goes wrong'));
    shutdown.add('the store', () => void ended.push('store'));
    shutdown.add('the agents', async () => void ended.push('agents'));
    await Promise.all([shutdown.run(), shutdown.run()]);
    assert.deepEqual(ended, ['agents', 'store']);
  });

  it('[C33] goes on past a part that fails and one that hangs, and says so', async () => {
    const told: string[] = [];
    const ended: string[] = [];
    const shutdown = new Shutdown((sentence) => told.push(sentence), 20);
    shutdown.add('the store', () => void ended.push('store'));
    shutdown.add('the hub', () => {
      throw new Error('it is broken');
    });
    shutdown.add('the agents', () => new Promise<void>(() => {}));
    await shutdown.run();
    assert.deepEqual(ended, ['store']);
    assert.deepEqual(told, ['Stopping the agents failed: it took too long.', 'Stopping the hub failed: it is broken.']);
  });

  it('[C33] ends at once what was started too late', async () => {
    const shutdown = new Shutdown(() => {});
    await shutdown.run();
    await new Promise<void>((resolve) => shutdown.add('the agents', resolve));
    assert.equal(shutdown.hasBegun, true);
  });
});
