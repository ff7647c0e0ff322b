import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { settled } from '../../../server/protocol/clock.rig.js';
import { text } from '../../../server/protocol/transcript/transcript.rig.js';
import { AppRig } from '../app/app.rig.js';
import { perform } from '../app/perform.js';
import { isConnected } from '../server/connection-store.js';
import { sendingPrompt } from './sending-prompt.js';

const by = { kind: 'device', device: 'other' } as const;
const send = (rig: AppRig, words = 'hello') => perform(rig.context, { type: 'send_prompt', content: [text(words)] });

/** The prompt that is in the conversation before the log has it. */
function shown({ context: { sessions, outbox, server } }: AppRig): string | null {
  const { transcript } = sessions.stores.open('s1').value;
  const agent = server.app.value?.agents[0] ?? null;
  const facts = {
    sessionId: 's1',
    transcript,
    outbox: outbox.value,
    isConnected: isConnected(server.connection.value),
    agent,
  };
  return sendingPrompt(facts)?.cmdId ?? null;
}

describe('a prompt on its way', () => {
  it('[SP9] is the next entry until the log has it, and never beside it', async () => {
    const rig = await new AppRig().connect();
    const release = rig.server.hold();
    send(rig);
    const cmdId = shown(rig);
    assert.equal(cmdId, rig.context.outbox.value[0]?.cmdId);
    // The event comes before the answer to the command, and the turn may be over by then.
    rig.server.append('s1', [{ type: 'prompt_sent', promptId: cmdId!, content: [text('hello')], by }]);
    assert.equal(shown(rig), null);
    rig.server.append('s1', [{ type: 'turn_ended', stopReason: 'end_turn' }]);
    assert.deepEqual([shown(rig), rig.context.outbox.value.length], [null, 1]);
    release();
  });

  it('[SP9] is not in the conversation where it may have to wait', async () => {
    const running = await new AppRig().connect();
    running.server.append('s1', [{ type: 'prompt_sent', promptId: 'p', content: [text('before')], by }]);
    running.server.hold();
    send(running);
    assert.equal(shown(running), null, 'it will be queued');

    const cut = await new AppRig().connect();
    cut.server.hold();
    send(cut);
    assert.notEqual(shown(cut), null);
    cut.disconnect();
    assert.equal(shown(cut), null, 'there is no connection');

    const starting = await new AppRig().connect();
    starting.server.appendApp({
      type: 'agent_changed',
      agent: { ...starting.server.app.agents[0]!, health: { state: 'starting' } },
    });
    starting.server.hold();
    send(starting);
    assert.equal(shown(starting), null, 'the agent is not there');
  });

  it('[SP9] leaves the conversation if it is refused', async () => {
    const rig = await new AppRig().connect();
    rig.server.refuse('AcpBridge.prompt', { name: 'unavailable', message: 'No room.' } as never);
    send(rig);
    await settled();
    assert.deepEqual([shown(rig), rig.context.outbox.value.map(({ failure }) => failure !== null)], [null, [true]]);
  });
});
