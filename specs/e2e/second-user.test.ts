import assert from 'node:assert/strict';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { replay } from '../rigs/replay.rig.js';
import { makePlace, ServerProcess } from '../rigs/server-process.rig.js';
import { NO_STRANGER, Stranger } from '../rigs/stranger.rig.js';
import { NEEDS_BUILD, TestApp } from './app.rig.js';
import { eventually } from './eventually.rig.js';

/** What a browser says by itself about a server that is away, or is not ours. */
const AWAY =
  /request to another place: http:..127|Failed to load (?:resource|module script)|WebSocket connection to|WebSocket is already in CLOS/;

describe('another user of this computer', { skip: NO_STRANGER || NEEDS_BUILD }, () => {
  it('[G40] who answers on our port is sent nothing that opens any server', async (t) => {
    const app = await TestApp.start();
    app.expectTrouble(AWAY);
    t.after(() => app.stop());
    const tab = await app.open();
    await tab.waitForConnection();
    const { port } = app.server;
    await app.server.stop();
    const stranger = await Stranger.squatting(port);
    t.after(() => stranger.leave());
    await eventually(
      () => stranger.all('upgrade').length,
      (count) => count > 1,
      'The tab should try again',
    );
    // The next server has to move on, and says whose fault that is.
    app.server = await ServerProcess.start(app.place);
    assert.notEqual(app.server.port, port);
    assert.deepEqual(await replay(stranger.findings, port, app.server.port), []);
    await app.server.stop();
    await stranger.leave();
    app.server = await ServerProcess.start(app.place, { port });
    assert.equal(app.server.port, port);
    assert.deepEqual(await replay(stranger.findings, port, port), []);
    // The tab was let in on this port before it was taken, and has to sign in again.
    await tab.page.getByText('Open AcDeck from your terminal').waitFor();
  });

  it('[G28] [U70] who posed as the app while it was away is named by the tab that met him', async (t) => {
    const app = await TestApp.start();
    app.expectTrouble(AWAY);
    t.after(() => app.stop());
    const tab = await app.open();
    await tab.waitForConnection();
    const { port } = app.server;
    await app.server.stop();
    const stranger = await Stranger.squatting(port);
    await tab.page.getByText('Another program answers at this address').waitFor();
    await stranger.leave();
    app.server = await ServerProcess.start(app.place, { port });
    await tab.page.getByText('another program posed as AcDeck').waitFor();
    await tab.page.getByRole('button', { name: 'Sign everyone out' }).waitFor();
    assert.match(app.server.stderr, /another program posed as AcDeck/);
  });

  it('[G40] who reads the arguments of every process finds nothing that lets in', async (t) => {
    const place = await makePlace();
    const stranger = await Stranger.watching();
    const browser = join(place.dataDir, '..', 'slow-browser');
    // It takes its time for as long as the place is there.
    writeFileSync(browser, `#!/bin/sh\nwhile [ -e "${browser}" ]; do sleep 0.1; done\n`);
    chmodSync(browser, 0o755);
    const server = await ServerProcess.start(place, {
      port: 0,
      opens: true,
      env: () => ({ BROWSER: browser, DISPLAY: '' }),
    });
    t.after(async () => {
      await server.stop();
      await stranger.leave();
      await place.remove();
    });
    const isOpened = ({ word }: { word: string }) =>
      word.startsWith(place.dataDir) || word.startsWith(`http://127.0.0.1:${server.port}`);
    await eventually(
      () => stranger.all('argument').filter(isOpened).length,
      (count) => count > 0,
      'The browser should be opened',
    );
    assert.deepEqual(stranger.all('secret'), []);
  });
});
