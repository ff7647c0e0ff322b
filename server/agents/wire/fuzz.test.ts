import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { seeded } from '../../testing/seeded.rig.js';
import { Ear, initializeScripted } from '../connection/connection.rig.js';
import { mutatedStream, seededRandom } from './mutate-stream.rig.js';

describe('streams that went wrong', () => {
  it('[A17] lose none of the good messages around the bad ones', async (t) => {
    const { seed: first, numRuns: streams } = seeded(t, 300);
    const numbers = Array.from({ length: streams }, (_, n) => first * 1_000 + n);
    const { agent, open } = await initializeScripted(t);
    const ear = new Ear();
    ear.onPermission = async (ask) => {
      ear.order.push(`ask ${ask.toolCall.toolCallId}`);
      return null;
    };
    const session = await open(ear);
    let expected = '';
    for (const seed of numbers) {
      const { bytes, good } = mutatedStream(seed);
      expected += good;
      const random = seededRandom(seed * 7919);
      for (let at = 0; at < bytes.length; ) {
        const size = 1 + Math.floor(random() * (random() < 0.2 ? 3 : 400));
        agent.say(bytes.subarray(at, at + size));
        at += size;
      }
    }
    // The agent still answers, and only after all that was said before.
    await session.prompt([{ type: 'text', text: 'go' }]);
    const heard = ear.updates
      .map((update) => (update as { content?: { text?: string } }).content?.text ?? '')
      .filter((text) => text.startsWith('⟦'));
    assert.equal(heard.join(''), expected);
    t.diagnostic(
      `${streams} streams, ${heard.length} good messages kept, ${ear.updates.length - heard.length} odd ones`,
    );
  });
});
