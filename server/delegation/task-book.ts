import type { Delegation } from './delegation.js';

/** The tasks that agents have given: all that are at work, and of those that have ended the last one of each name. */
export class TaskBook {
  readonly #atWork = new Set<Delegation>();
  readonly #ended = new Map<string, Delegation>();
  readonly #watchers = new Set<() => void>();

  /** Oldest first. */
  get atWork(): readonly Delegation[] {
    return [...this.#atWork];
  }

  add(delegation: Delegation): void {
    this.#atWork.add(delegation);
  }

  /** It is over: its name is free for the next one. */
  close(delegation: Delegation): void {
    this.#atWork.delete(delegation);
    this.#ended.set(keyOf(delegation.callerId, delegation.task.name), delegation);
  }

  /** The newest task of that name; null if this server has seen none. */
  find(callerId: string, name: string): Delegation | null {
    const atWork = this.atWork.findLast((one) => one.callerId === callerId && one.task.name === name);
    return atWork ?? this.#ended.get(keyOf(callerId, name)) ?? null;
  }

  /** The session that gave them is gone. */
  forget(callerId: string): void {
    for (const [key, ended] of this.#ended) if (ended.callerId === callerId) this.#ended.delete(key);
  }

  /** Calls back whenever something may have changed; gives what ends that. */
  watch(look: () => void): () => void {
    this.#watchers.add(look);
    return () => void this.#watchers.delete(look);
  }

  tell(): void {
    for (const look of [...this.#watchers]) look();
  }
}

function keyOf(callerId: string, name: string): string {
  return `${callerId} ${name}`;
}
