import assert from 'node:assert/strict';
import type { Acdeck } from '../acdeck.rig.js';
import type { AppSnapshot, SessionSummary } from '../protocol/api/app-state.js';
import type { SessionSync } from '../protocol/api/rpc.js';
import type { DelegationEntry, Entry, ToolEntry } from '../protocol/transcript/entries.js';
import { signInWith, TestTab } from '../rpc/test-tab.rig.js';

/** A tab that can send, answer and look. */
export class Person {
  readonly tab: TestTab;
  #acts = 0;

  private constructor(tab: TestTab) {
    this.tab = tab;
  }

  static async at(acdeck: Acdeck): Promise<Person> {
    const { port, token } = await acdeck.door();
    await acdeck.line('ready');
    return new Person(await TestTab.open(await signInWith(port, { token })));
  }

  act(method: string, ...args: unknown[]): Promise<unknown> {
    return this.tab.call(method, `act-${process.pid}-${Math.random()}-${this.#acts++}`, ...args);
  }

  async sessions(): Promise<readonly SessionSummary[]> {
    return (await this.tab.call<AppSnapshot>('AcpBridge.get_current_state')).app.sessions;
  }

  async shown(): Promise<string> {
    return (await this.tab.call<AppSnapshot>('AcpBridge.get_current_state')).app.openSessionId!;
  }

  async entries(sessionId: string): Promise<readonly Entry[]> {
    const sync = await this.tab.call<SessionSync>('AcpBridge.get_current_state', sessionId);
    assert.ok(sync.kind === 'snapshot');
    return sync.snapshot.entries;
  }

  /** Waits until the session's entries are as wanted; looks again whenever anything is told. */
  async until<T>(sessionId: string, find: (entries: readonly Entry[]) => T | undefined | false): Promise<T> {
    for (;;) {
      const heard = this.tab.told.length;
      const found = find(await this.entries(sessionId));
      if (found) return found;
      await this.tab.heard(() => this.tab.told.length > heard);
    }
  }

  async prompt(sessionId: string, text: string): Promise<void> {
    await this.act('AcpBridge.prompt', sessionId, [{ type: 'text', text }]);
  }

  /** Allows so many requests of the session, when they have come. */
  async allow(sessionId: string, count: number): Promise<void> {
    const open = await this.until(sessionId, (entries) => {
      const calls = entries.filter((entry): entry is ToolEntry => entry.kind === 'tool');
      const found = calls.flatMap(({ permissions }) =>
        permissions.filter(({ outcome }) => outcome.status === 'pending'),
      );
      return found.length >= count && found;
    });
    for (const { permissionId, digest } of open) {
      await this.act('AcpBridge.answer_permission', sessionId, permissionId, 'once', { digest });
    }
  }
}

/** Finds that many tasks that have ended. */
export const endedTasks = (count: number) => (entries: readonly Entry[]) => {
  const tasks = entries.filter((entry): entry is DelegationEntry => entry.kind === 'delegation' && entry.end !== null);
  return tasks.length === count && tasks;
};
