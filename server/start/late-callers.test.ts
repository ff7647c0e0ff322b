import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { StartupStep } from '../protocol/api/startup.js';
import { type Callers, LateCallers } from './late-callers.js';

const STEP: StartupStep = { stage: 'server', detail: {}, percent: 10 };

function late({ failures = 0 } = {}) {
  const calls: string[] = [];
  let isClosed = false;
  const callers: Callers = {
    hub: {
      hasRoom: () => !isClosed,
      accept: (_ws, { device, role }) => void calls.push(`tab of ${device.label} as ${role}`),
      reportStartup: ({ stage }) => void calls.push(`startup ${stage}`),
      disconnect: async () => void calls.push('disconnect'),
      close: async (reason) => {
        isClosed = true;
        calls.push(`close ${reason}`);
      },
    },
    api: { answer: async () => void calls.push('answer'), close: () => void calls.push('close streams') },
  };
  const callersLater = new LateCallers(async () => {
    calls.push('load');
    if (calls.length <= failures) throw new Error('The file is gone.');
    return callers;
  });
  return { calls, late: callersLater };
}

describe('what answers tabs and programs', () => {
  it('[SP16] is loaded once, with the first that comes, and hears what was told before', async () => {
    const { calls, late: callers } = late();
    callers.reportStartup(STEP);
    assert.equal(callers.tabs.hasRoom(), true);
    assert.deepEqual(calls, [], 'nobody has come');
    const answered = callers.answer({} as never, {} as never);
    await callers.tabs.ready?.();
    callers.tabs.accept({} as never, { label: 'Firefox' } as never);
    await answered;
    assert.deepEqual(calls.toSorted(), ['answer', 'load', 'startup server', 'tab of Firefox as owner']);
  });

  it('[SP16] is passed on to when it is there', async () => {
    const { calls, late: callers } = late();
    await callers.arrive();
    callers.reportStartup(STEP);
    await callers.disconnect(() => true);
    callers.closeStreams();
    await callers.close('stopped');
    assert.deepEqual(calls, ['load', 'startup server', 'disconnect', 'close streams', 'close stopped']);
    assert.equal(callers.tabs.hasRoom(), false);
  });

  it('[SP16] takes nobody in if the server was stopped before', async () => {
    const { calls, late: callers } = late();
    await callers.disconnect(() => true);
    callers.closeStreams();
    await callers.close('stopped');
    assert.equal(callers.tabs.hasRoom(), false);
    await callers.arrive();
    assert.deepEqual(calls, ['load', 'close stopped']);
    assert.equal(callers.tabs.hasRoom(), false);
  });

  it('[SP16] is tried again by the next one if it could not be loaded', async () => {
    const { calls, late: callers } = late({ failures: 1 });
    await assert.rejects(callers.answer({} as never, {} as never), /The file is gone/);
    await callers.tabs.ready?.();
    assert.deepEqual(calls, ['load', 'load']);
  });
});
