import { createHash, randomBytes } from 'node:crypto';

/** How our secrets begin, so that logs and traces know them. */
const PREFIX = 'acdeck_mcp_';

/** Secrets that stand for one session in one process of its agent. Only their hashes are kept, and only here. */
export class SessionSecrets {
  readonly #sessions = new Map<string, string>();

  /** A new secret for a session, and what ends it. */
  issue(sessionId: string): { secret: string; end: () => void } {
    const secret = `${PREFIX}${randomBytes(32).toString('base64url')}`;
    const hash = hashOf(secret);
    this.#sessions.set(hash, sessionId);
    return { secret, end: () => void this.#sessions.delete(hash) };
  }

  /** The session that a secret stands for; null if it stands for none, or for none any more. */
  sessionOf(secret: string): string | null {
    // Looked up by its hash: how long that takes says nothing about secrets that there are.
    return this.#sessions.get(hashOf(secret)) ?? null;
  }

  endSession(sessionId: string): void {
    for (const [hash, id] of this.#sessions) if (id === sessionId) this.#sessions.delete(hash);
  }

  endAll(): void {
    this.#sessions.clear();
  }
}

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
