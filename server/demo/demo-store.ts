import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DemoMemory, DemoSession } from './stage/demo-session.js';

/** The demo agent's sessions: in memory and, given a folder, in one file each, for the next process. */
export class DemoStore {
  readonly #dir: string | null;
  readonly #sessions = new Map<string, DemoSession>();

  constructor(dir: string | null) {
    this.#dir = dir;
    if (dir) mkdirSync(dir, { recursive: true, mode: 0o700 });
  }

  add(session: DemoSession): void {
    this.#sessions.set(session.id, session);
  }

  find(sessionId: string): DemoSession | null {
    return this.#sessions.get(sessionId) ?? this.findFresh(sessionId);
  }

  /** The session as its file has it: another process may have gone on with it. One that works now is not disturbed. */
  findFresh(sessionId: string): DemoSession | null {
    const known = this.#sessions.get(sessionId) ?? null;
    if (known?.turn || !this.#dir || !isSafeName(sessionId)) return known;
    const stored = this.#read(`${sessionId}.json`);
    if (!stored) return known;
    if (known && known.memory.updatedAt >= stored.memory.updatedAt) return known;
    this.add(stored);
    return stored;
  }

  /** Writes what a session remembers, so that a crash right after loses nothing. */
  save(session: DemoSession): void {
    if (!this.#dir) return;
    const file = join(this.#dir, `${session.id}.json`);
    writeFileSync(`${file}.new`, JSON.stringify(session.memory), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }

  remove(sessionId: string): void {
    this.#sessions.delete(sessionId);
    if (this.#dir && isSafeName(sessionId)) rmSync(join(this.#dir, `${sessionId}.json`), { force: true });
  }

  list(): DemoSession[] {
    const names = this.#dir ? readdirSync(this.#dir).filter((name) => name.endsWith('.json')) : [];
    for (const name of names) this.findFresh(name.slice(0, -'.json'.length));
    return [...this.#sessions.values()].sort((a, b) => b.memory.updatedAt.localeCompare(a.memory.updatedAt));
  }

  #read(name: string): DemoSession | null {
    try {
      return new DemoSession(JSON.parse(readFileSync(join(this.#dir ?? '', name), 'utf8')) as DemoMemory);
    } catch {
      // Not there or torn: for a person both mean that the session is not known.
      return null;
    }
  }
}

function isSafeName(name: string): boolean {
  return /^[\w-]{1,80}$/.test(name);
}
