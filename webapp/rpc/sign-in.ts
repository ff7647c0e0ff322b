import { DOOR } from '../../server/protocol/door.js';

/** Whether this browser may come in: `gone` means that nobody answered. */
export type Verdict = 'in' | 'refused' | 'gone';

/** What signing in needs of the browser. */
export interface SignInPorts {
  location: Pick<Location, 'hash' | 'pathname' | 'search'>;
  history: Pick<History, 'replaceState' | 'state'>;
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  fetch: typeof fetch;
}

type Credential = { token: string } | { ticket: string };

const KEY = 'acdeck.key';

/** Turns the secret of a printed link into this origin's key, once, and keeps the key. */
export class SignIn {
  readonly #ports: SignInPorts;
  #credential: Credential | null = null;
  #refusal: string | null = null;

  constructor(ports: SignInPorts) {
    this.#ports = ports;
    this.readAddress();
  }

  /**
   * Takes a secret out of the address bar at once: it must not be seen, shared or bookmarked. True if
   * there was one; a link pasted into an open tab changes the address without a new page.
   */
  readAddress(): boolean {
    const { location, history } = this.#ports;
    const credential = credentialIn(location.hash);
    if (!credential) return false;
    this.#credential = credential;
    history.replaceState(history.state, '', location.pathname + location.search);
    return true;
  }

  /** Why the person has to open the app anew. */
  get refusal(): string {
    return this.#refusal ?? 'This browser is not signed in.';
  }

  /** The name under which other tabs see a new key arrive. */
  static readonly storageKey = KEY;

  /** The key to connect with, or why there is none. */
  async key(): Promise<{ verdict: 'in'; key: string } | { verdict: 'refused' | 'gone' }> {
    if (this.#credential) {
      const verdict = await this.#spend(this.#credential);
      if (verdict === 'gone') return { verdict };
      this.#credential = null;
    }
    const key = this.#ports.storage.getItem(KEY);
    return key ? { verdict: 'in', key } : { verdict: 'refused' };
  }

  /** Asks the server whether the stored key is (still) good. */
  async check(): Promise<Verdict> {
    const key = this.#ports.storage.getItem(KEY) ?? '';
    const answer = await this.#post(DOOR.whoamiPath, { [DOOR.keyHeader]: key }, null);
    if (!answer) return 'gone';
    if (answer.status !== 401 && answer.status !== 403) return answer.ok ? 'in' : 'gone';
    this.#refusal ??= 'This browser is no longer signed in.';
    return 'refused';
  }

  /** A link's secret works once or for one server; an old one does no harm if a good key is stored. */
  async #spend(credential: Credential): Promise<Verdict> {
    // A key that we have lets the server know this browser again.
    const known = this.#ports.storage.getItem(KEY);
    const headers = { 'Content-Type': 'application/json', ...(known ? { [DOOR.keyHeader]: known } : {}) };
    const answer = await this.#post(DOOR.authPath, headers, JSON.stringify(credential));
    if (!answer || answer.status >= 500) return 'gone';
    const key = answer.ok ? keyIn(await answer.json().catch(() => null)) : null;
    if (key) this.#ports.storage.setItem(KEY, key);
    else this.#refusal = 'This link has been used already or is too old.';
    return key ? 'in' : 'refused';
  }

  async #post(path: string, headers: Record<string, string>, body: string | null): Promise<Response | null> {
    try {
      return await this.#ports.fetch.call(globalThis, path, { method: 'POST', headers, body });
    } catch {
      return null;
    }
  }
}

function credentialIn(hash: string): Credential | null {
  const fields = new URLSearchParams(hash.replace(/^#/, ''));
  const [token, ticket] = [fields.get('token'), fields.get('ticket')];
  if (token) return { token };
  return ticket ? { ticket } : null;
}

function keyIn(answer: unknown): string | null {
  const key = typeof answer === 'object' && answer !== null ? Reflect.get(answer, 'key') : null;
  return typeof key === 'string' ? key : null;
}
