import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { entriesOf } from '../../protocol/transcript/entry-list.js';
import { promptWords } from '../../protocol/transcript/reduce-turn.js';
import { seeded } from '../../testing/seeded.rig.js';
import { MemoryEventStore } from '../store/memory-event-store.rig.js';
import { TestAgentHost } from './agent.rig.js';
import { act, settled, TestServer } from './registry.rig.js';

type Step = 'prompt' | 'elsewhere' | 'update' | 'refused' | 'torn' | 'kill';
const STEPS: readonly Step[] = ['prompt', 'elsewhere', 'update', 'refused', 'torn', 'kill'];

/** What people said, to us and to the agent elsewhere, and the server that is to keep it. */
class Model {
  readonly store = new MemoryEventStore();
  readonly here: string[] = [];
  /** The agent's own history. */
  readonly theirs: string[] = [];
  server!: TestServer;
  #words = 0;

  async start(): Promise<void> {
    const host = new TestAgentHost();
    host.facts = { agentSessionId: 'theirs' };
    this.server = new TestServer({ store: this.store, host });
    this.#retell();
    this.server.registry.restore();
    await this.server.registry.connectShown();
    await this.server.tick();
  }

  async do(step: Step): Promise<void> {
    const { host, registry } = this.server;
    if (step === 'prompt') await this.#prompt();
    if (step === 'elsewhere') this.theirs.push(this.#next());
    this.#retell();
    if (step === 'kill') return this.start();
    if (step !== 'update' && step !== 'refused' && step !== 'torn') return;
    if (step === 'refused') host.openFault = new Error('Not now.');
    if (step === 'torn') host.tearNext = true;
    registry.acts.updateFromAgent(act(), this.server.id);
    await this.server.tick();
    host.openFault = null;
    registry.agentReady('demo');
    await this.server.tick();
  }

  /** Everything that a person can read, of all sessions in the list. */
  readable(): Map<string, string[]> {
    const said = (id: string) =>
      entriesOf(this.server.tab(id).transcript.entries).flatMap((entry) =>
        entry.kind === 'user' ? [promptWords(entry.content)] : [],
      );
    return new Map(this.server.registry.list().map(({ id }) => [id, said(id)]));
  }

  async #prompt(): Promise<void> {
    const words = this.#next();
    this.server.prompt(words);
    await settled();
    this.server.host.last.prompts.at(-1)?.end();
    await this.server.tick();
    this.here.push(words);
    this.theirs.push(words);
  }

  #retell(): void {
    const { host } = this.server;
    host.past = this.theirs.map((text) => ({
      sessionUpdate: 'user_message_chunk',
      messageId: text,
      content: { type: 'text', text },
    }));
    host.past = host.past.flatMap((update) => [
      update,
      { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'ok' } },
    ]);
  }

  #next(): string {
    return `words ${++this.#words}`;
  }
}

describe('histories that go apart and come together', () => {
  it('[AS16] nothing that was said here is ever lost, and nothing is shown twice', async (t) => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...STEPS), { maxLength: 12 }), async (steps) => {
        const model = new Model();
        await model.start();
        await model.do('prompt');
        for (const step of steps) await model.do(step);
        const readable = model.readable();
        const all = new Set([...readable.values()].flat());
        assert.deepEqual(
          model.here.filter((words) => !all.has(words)),
          [],
          'lost',
        );
        for (const said of readable.values()) assert.equal(new Set(said).size, said.length, 'twice');
        await model.do('update');
        assert.deepEqual(model.readable().get(model.server.id), model.theirs);
      }),
      seeded(t, 30),
    );
  });
});
