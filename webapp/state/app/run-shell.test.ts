import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { RpcError } from '../../../server/protocol/api/rpc-error.js';
import { settled } from '../../../server/protocol/clock.rig.js';
import { errorText } from '../../codes/error-words.js';
import { chipBlocks } from '../composer/chip-blocks.js';
import { AppRig } from './app.rig.js';
import { FakeServer } from './fake-server.rig.js';
import { perform } from './perform.js';

const ACT = { type: 'run_shell', line: '!ls -l ' } as const;

async function typed(server?: FakeServer) {
  const rig = await new AppRig(server).connect();
  const draftId = rig.context.page.view.value ?? 'new';
  perform(rig.context, { type: 'write_draft', text: ACT.line });
  return { rig, draft: () => rig.context.composer.drafts.textFor(draftId) };
}

/** They come late, also where their code is there already. */
async function actsLoaded(): Promise<void> {
  await import('./rare-acts.js');
  await settled();
}

describe('a line that begins with !', () => {
  it('[SH11] stays until the server runs it, and runs once', async () => {
    const { rig, draft } = await typed();
    const release = rig.server.hold();
    perform(rig.context, ACT);
    perform(rig.context, ACT);
    await actsLoaded();
    assert.equal(draft(), '!ls -l ');
    release();
    await actsLoaded();
    assert.equal(draft(), '');
    assert.deepEqual(
      rig.server.callsOf('AcpBridge.run_shell').map(([, ...args]) => args),
      [['s1', 'ls -l']],
    );
  });

  it('[SH11] stays when it is refused, with the reason, and can be tried again', async () => {
    const { rig, draft } = await typed();
    const refusal = new RpcError('unavailable', 'off', { code: 'shell_off', settings: 'my.yaml' });
    rig.server.refuse('AcpBridge.run_shell', refusal);
    perform(rig.context, ACT);
    await actsLoaded();
    assert.deepEqual(
      [draft(), rig.context.notices.toasts.value.map(({ text }) => text)],
      ['!ls -l ', [errorText(refusal)]],
    );
    perform(rig.context, ACT);
    await actsLoaded();
    assert.equal(draft(), '');
  });

  it('[SH11] makes a session if there is none', async () => {
    const { rig } = await typed(new FakeServer());
    perform(rig.context, ACT);
    await actsLoaded();
    assert.deepEqual(rig.server.callsOf('AcpBridge.run_shell')[0]?.slice(1), [rig.context.page.view.value, 'ls -l']);
  });

  it('[SH11] is nothing without a command', async () => {
    const { rig } = await typed();
    perform(rig.context, { type: 'run_shell', line: '! ' });
    await actsLoaded();
    assert.deepEqual(rig.server.callsOf('AcpBridge.run_shell'), []);
  });
});

describe('output for the next prompt', () => {
  it('[SH12] hangs on the draft once, and goes with the prompt as a text of its own', async () => {
    const rig = await new AppRig().connect();
    const chip = { kind: 'paste', key: 'output:x', name: 'Output of ls', text: '$ ls\na\n[exit code 0]\n' } as const;
    for (let n = 0; n < 2; n++) perform(rig.context, { type: 'attach_chip', chip });
    assert.deepEqual(rig.context.composer.drafts.chipsFor('s1'), [chip]);
    const resource = { uri: 'attachment:/output-1.txt', mimeType: 'text/plain', text: chip.text };
    assert.deepEqual(chipBlocks([chip], '/w'), [{ type: 'resource', resource }]);
  });
});
