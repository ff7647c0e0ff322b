import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, describe, it } from 'node:test';
import { WebSocket } from 'ws';
import type { TabPort } from '../ports/tab.js';
import { TestClock } from '../protocol/clock.rig.js';
import { LIMITS } from '../protocol/limits.js';
import { until } from '../testing/until.rig.js';
import { Served } from './serve.rig.js';
import type { TabConnection } from './tab-connection.js';
import { TAB_BUFFER_BYTES } from './tab-socket.js';
import { type TestPass, TestTab } from './test-tab.rig.js';

const UNHURRIED = { perSecond: 1e9, burst: 1e9 };
const fullPage = { epoch: 'e', after: 0, events: ['x'.repeat(LIMITS.pageBytes)] };

/** The server's end of a tab. */
async function portOf(served: Served, tab: TestTab): Promise<TabPort> {
  const { tab: named } = await tab.call<{ tab: { id: string } }>('AcpBridge.get_current_state');
  return served.app.tabs.find(({ id }) => id === named.id)!;
}

/** A tab that is in and does not say what it offers; with the id of that question. */
async function openMute(pass: TestPass): Promise<{ socket: WebSocket; asked: unknown }> {
  const tab = new TestTab(pass);
  const asked: { id?: unknown }[] = [];
  tab.unanswered = asked as [];
  await tab.proven;
  await until(() => asked.length > 0);
  return { socket: tab.socket, asked: asked[0]!.id };
}

/** Serves another tab until something has come about at the server's end. */
async function serveUntil(other: TestTab, isSo: () => boolean): Promise<void> {
  await until(() => other.call('Settings.get'), isSo);
}

describe('a slow tab', () => {
  let served: Served;
  let good: TestTab;
  let answered = 0;

  before(async () => {
    served = await Served.start({
      hub: { rate: UNHURRIED },
      services: {
        sessions: {
          entriesBefore: () => {
            answered += 1;
            return { epoch: 'x'.repeat(1024 * 1024), seq: 0, first: 0, entries: [] };
          },
        },
      },
    });
    good = await served.openTab();
  });
  after(() => served.stop());

  const serveGoodTab = async () => {
    for (let i = 0; i < 100; i++)
      assert.equal((await good.call<{ sessions: unknown[] }>('Sessions.list')).sessions.length, 1);
  };

  it('[R13] takes 1 MiB at once and then waits', async () => {
    const tab = await served.openTab();
    const port = await portOf(served, tab);
    let pages = 0;
    for (; port.isWritable; pages++) port.stream('s1', fullPage);
    assert.equal(pages, TAB_BUFFER_BYTES / LIMITS.pageBytes);
    await new Promise<void>((resolve) => port.onceWritable(resolve));
    assert.ok(port.isWritable);
    await tab.close();
  });

  it('[R13] calls a listener soon if it is writable already, and none after it has gone', async () => {
    const tab = await served.openTab();
    const port = await portOf(served, tab);
    await new Promise<void>((resolve) => port.onceWritable(resolve));
    await tab.close();
    await serveUntil(good, () => served.hasDropped(port));
    port.onceWritable(() => assert.fail('The tab has gone.'));
    port.stream('s1', fullPage);
    assert.equal(port.isWritable, false);
    await serveGoodTab();
  });

  it('[R13] gets every page in order once it reads, while others are served', async () => {
    const tab = await served.openTab();
    const port = await portOf(served, tab);
    tab.socket.pause();
    let sent = 0;
    const fill = () => {
      while (port.isWritable && sent < 200) port.stream('s1', { ...fullPage, after: sent++ });
      if (sent < 200) port.onceWritable(fill);
    };
    fill();
    await serveGoodTab();
    assert.ok(sent < 150, `${sent} pages were made for a tab that does not read`);
    tab.socket.resume();
    const last = await tab.heard(({ args }) => (args[1] as { after?: number })?.after === 199);
    assert.equal(last.method, 'AcApp.streamChunk');
    const pages = tab.told.filter(({ method }) => method === 'AcApp.streamChunk');
    assert.deepEqual(
      pages.map(({ args }) => (args[1] as { after: number }).after),
      Array.from({ length: 200 }, (_, i) => i),
    );
    await tab.close();
  });

  it('[R14] is not answered further while it does not read', async () => {
    const tab = await served.openTab();
    tab.socket.pause();
    const calls = Array.from({ length: 100 }, () => tab.call('AcpBridge.get_entries', 's', 'e', 1, 1));
    await serveGoodTab();
    assert.ok(answered > 0 && answered < 60, `${answered} of 100 answers were made`);
    tab.socket.resume();
    assert.equal((await Promise.all(calls)).length, 100);
    await tab.close();
  });
});

describe('a tab that calls a lot', () => {
  it('[R12] is read more slowly and loses nothing, while others are served at once', async () => {
    const clock = new TestClock();
    const served = await Served.start({ hub: { clock } });
    const [busy, other] = [await served.openTab(), await served.openTab()];
    let done = 0;
    // One of the burst went into the handshake.
    const calls = Array.from({ length: 249 }, () => busy.call('Sessions.list').then(() => ++done));
    await Promise.all(calls.slice(0, 199));
    for (let i = 0; i < 50; i++) await other.call('Settings.get');
    assert.equal(done, 199);
    clock.pass(500);
    await Promise.all(calls.slice(0, 224));
    for (let i = 0; i < 50; i++) await other.call('Settings.get');
    assert.equal(done, 224);
    clock.pass(500);
    await Promise.all(calls);
    await served.stop();
  });
});

describe('a tab that goes', () => {
  let served: Served;
  let onDrop: (() => void) | null = null;

  before(async () => {
    served = await Served.start({
      services: {
        sessions: { dropTab: () => onDrop?.() },
      },
    });
  });
  after(() => served.stop());

  it('[R15] has its pending calls rejected at once and the services told once', async () => {
    const tab = await served.openTab();
    const port = (await portOf(served, tab)) as TabConnection;
    const pending = port.call('AcApp.neverAnswered', { args: [] });
    tab.socket.terminate();
    await assert.rejects(pending, { name: 'disconnected', message: 'The tab has gone.' });
    await assert.rejects(port.call('AcApp.tooLate', { args: [] }), { name: 'disconnected' });
    const told = served.calls.filter(([method, dropped]) => method.endsWith('.dropTab') && dropped === port);
    assert.deepEqual(
      told.map(([method]) => method),
      ['sessions.dropTab', 'signIn.dropTab', 'repo.dropTab', 'terminals.dropTab'],
    );
  });

  it('[R23] takes nobody along when its writer or its leaving fails', async () => {
    const [failing, good] = [await served.openTab(), await served.openTab()];
    const port = await portOf(served, failing);
    port.onceWritable(() => {
      throw new Error('The page cannot be read.');
    });
    assert.equal((await failing.closed).code, 1011);
    await serveUntil(good, () => served.hasDropped(port));
    onDrop = () => {
      throw new Error('The tab is unknown.');
    };
    await (await served.openTab()).close();
    await serveUntil(good, () => served.faults.length > 1);
    onDrop = null;
    assert.deepEqual(served.faults.map(String), ['Error: The page cannot be read.', 'Error: The tab is unknown.']);
  });

  it('[R11] gets its answers counted only where the server asked', async () => {
    const tab = await served.openTab();
    const port = (await portOf(served, tab)) as TabConnection;
    const asked = once(tab.socket, 'message');
    const pending = port.call('AcApp.echo', { args: [] });
    const { id } = JSON.parse(String((await asked)[0]));
    for (const other of [id + 1, 0, -1, '1', null]) tab.send({ jsonrpc: '2.0', id: other, result: 'wrong' });
    tab.send({ jsonrpc: '2.0', id, result: 'right' });
    tab.send({ jsonrpc: '2.0', id, result: 'again' });
    assert.equal(await pending, 'right');
  });

  it('[R11] is closed if it answers the handshake with nonsense', async () => {
    const pass = await served.signIn();
    for (const answer of ['"result":null', '"result":5', '"result":"x"', '"error":null', '"error":{"code":1}']) {
      const { socket, asked } = await openMute(pass);
      socket.send(`{"jsonrpc":"2.0","id":${asked},${answer}}`);
      const [code] = await once(socket, 'close');
      assert.equal(code, 1002, answer);
    }
    assert.ok(await served.openTab());
  });

  it('[R13] is not written to before its handshake is done', async () => {
    const pass = await served.signIn();
    const { socket, asked } = await openMute(pass);
    socket.send('{"jsonrpc":"2.0","id":"s","method":"AcpBridge.get_current_state","params":{"args":[]}}');
    await once(socket, 'message');
    const port = served.app.tabs.at(-1)!;
    assert.equal(port.isWritable, false);
    const isWritable = new Promise<void>((resolve) => port.onceWritable(resolve));
    socket.send(`{"jsonrpc":"2.0","id":${asked},"result":{}}`);
    await isWritable;
    assert.equal(port.isWritable, true);
    assert.equal(socket.readyState, WebSocket.OPEN);
  });
});
