import { randomBytes } from 'node:crypto';
import { hashSecret } from '../http/door/secrets.js';

/** How our secrets begin, so that logs and traces know them. */
const PREFIX = 'acdeck_mcp_';

/** Secrets that stand for one session in one process of its agent. Only their hashes are kept, and only here. */
export class SessionSecrets {
  readonly #sessions = new Map<string, string>();
  /** Hashes of those that somebody has shown. */
  readonly #shown = new Set<string>();

  /** A new secret for a session, and what ends it. */
  issue(sessionId: string): { secret: string; end: () => void } {
    const secret = `${PREFIX}${randomBytes(32).toString('base64url')}`;
    const hash = hashSecret(secret);
    this.#sessions.set(hash, sessionId);
    return { secret, end: () => this.#end(hash) };
  }

  /** The session that a secret stands for; null if it stands for none, or for none any more. */
  sessionOf(secret: string): string | null {
    // Looked up by its hash: how long that takes says nothing about secrets that there are.
    const hash = hashSecret(secret);
    const sessionId = this.#sessions.get(hash) ?? null;
    if (sessionId !== null) this.#shown.add(hash);
    return sessionId;
  }

  /** Whether the agent of that session uses our server: then the name that it has there is ours. */
  isShownBy(sessionId: string): boolean {
    return [...this.#shown].some((hash) => this.#sessions.get(hash) === sessionId);
  }

  endSession(sessionId: string): void {
    for (const [hash, id] of this.#sessions) if (id === sessionId) this.#end(hash);
  }

  endAll(): void {
    this.#sessions.clear();
    this.#shown.clear();
  }

  #end(hash: string): void {
    this.#sessions.delete(hash);
    this.#shown.delete(hash);
  }
}
