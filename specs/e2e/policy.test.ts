import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DEMO_SUGGESTIONS } from '../../server/protocol/api/demo-scenes.js';
import { NEEDS_BUILD, TestApp } from './app.rig.js';
import type { AppPage } from './app-page.rig.js';
import { eventually, ONE_TRY } from './eventually.rig.js';

describe('a visit', () => {
  it('[E12] plays every scene under the policy, without errors and without calling anybody', {
    skip: NEEDS_BUILD,
  }, async (t) => {
    const app = await TestApp.start({ env: () => ({ ACDECK_DEMO_PACE: '0.05' }) });
    t.after(() => app.stop());
    const [tab, witness] = [await app.open(), await app.witness()];
    assert.ok(DEMO_SUGGESTIONS.length > 8, 'there is something to play');
    for (const [i, { prompt }] of DEMO_SUGGESTIONS.entries()) {
      const isOver = () => witness.transcript?.turn.n === i + 1 && witness.transcript.turn.status === 'idle';
      await playScene(tab, prompt, isOver);
    }
  });
});

/** Sends a prompt and does what it asks for until its turn is over; a scene that never ends is stopped, by force if need be. */
async function playScene(tab: AppPage, prompt: string, isOver: () => boolean): Promise<void> {
  await tab.prompt(prompt);
  const started = Date.now();
  const act = async () => {
    const allow = tab.answerButton('Allow');
    const isLate = Date.now() - started > 5_000;
    for (const button of isLate ? [allow, tab.stopButton, tab.forceStopButton] : [allow]) {
      if (!isOver() && (await button.count()) > 0) await button.click(ONE_TRY).catch(() => {});
    }
    return isOver();
  };
  await eventually(act, (done) => done, `The turn of "${prompt}" should end`);
}

describe('a refused call', () => {
  it('[E10] reaches the page with the sentence of the server', async (t) => {
    const app = await TestApp.start();
    t.after(() => app.stop());
    const device = await app.newDevice();
    await device.addInitScript(keepSockets);
    const [tab, witness] = [await app.open(device), await app.witness()];
    const wanted = await witness.api.AcpBridge.leave('no-such-session\u0000').then(
      () => assert.fail('it should be refused'),
      (error: Error) => error.message,
    );
    assert.match(wanted, /\w+ \w+/, 'the server answers with a sentence');
    assert.equal(await tab.page.evaluate(askRaw), wanted);
  });
});

/** Runs in the page before ours: keeps its sockets in sight. */
function keepSockets(): void {
  const Original = WebSocket;
  Object.assign(globalThis, {
    sockets: [],
    WebSocket: class extends Original {
      constructor(url: string | URL, protocols?: string | string[]) {
        super(url, protocols);
        (globalThis as unknown as { sockets: WebSocket[] }).sockets.push(this);
      }
    },
  });
}

/** Runs in the page: makes the same call over its socket, past its own code, and gives the message of the error. */
function askRaw(): Promise<string> {
  const socket = (globalThis as unknown as { sockets: WebSocket[] }).sockets.at(-1)!;
  const call = { jsonrpc: '2.0', id: 'ask', method: 'AcpBridge.leave', params: { args: ['no-such-session\u0000'] } };
  return new Promise((resolve, reject) => {
    socket.addEventListener('close', () => reject(new Error('no connection')));
    socket.addEventListener('message', ({ data }) => {
      const frame = JSON.parse(String(data)) as { id?: unknown; error?: { message: string } };
      if (frame.id === 'ask') resolve(frame.error?.message ?? 'it was not refused');
    });
    socket.send(JSON.stringify(call));
  });
}
