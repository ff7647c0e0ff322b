import { DOOR, type DoorRefusal, type SignedIn, writePass } from '../../server/protocol/api/door.js';
import { exportPublicKey, newKeyPair, newNonce } from '../../server/protocol/handshake.js';
import type { Identity, IdentityShelf } from './identity-shelf.js';
import { connectionWords } from './words.js';

/** Whether this browser may come in: `gone` means that nobody answered. */
export type SignInVerdict = 'in' | 'refused' | 'gone';

/** What signing in needs of the browser. */
export interface SignInPorts {
  location: Pick<Location, 'hash' | 'pathname' | 'search'>;
  history: Pick<History, 'replaceState' | 'state'>;
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  shelf: IdentityShelf;
  fetch: typeof fetch;
}

type Credential = { token: string } | { ticket: string };

/** Why the person has to open the app anew. */
type Reason =
  | Exclude<DoorRefusal, 'no_proof'>
  | 'never_let_in'
  | 'link_spent'
  | 'too_many_cookies'
  | 'keeps_no_keys'
  | 'updated';

/** Tells other tabs of a sign-in: it is another value each time, and no secret. */
const MARK = 'acdeck.signed-in';
/** The key of the former way, which scripts could read. */
const FORMER_KEY = 'acdeck.key';

/** Turns the secret of a printed link into an identity of this browser, once, and keeps that. */
export class SignIn {
  readonly #ports: SignInPorts;
  #credential: Credential | null = null;
  #reason: Reason | null = null;

  constructor(ports: SignInPorts) {
    this.#ports = ports;
    this.readAddress();
    if (ports.storage.getItem(FORMER_KEY) === null) return;
    ports.storage.removeItem(FORMER_KEY);
    this.#reason = 'updated';
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

  get refusal(): string {
    return connectionWords.signedOut[this.#reason ?? 'never_let_in'];
  }

  /** The name under which other tabs see that this browser has signed in. */
  static readonly storageKey = MARK;

  /** What to connect as, or why that cannot be. */
  async entry(): Promise<{ verdict: 'in'; identity: Identity } | { verdict: 'refused' | 'gone' }> {
    try {
      if (this.#credential) {
        const verdict = await this.#spend(this.#credential);
        if (verdict === 'gone') return { verdict };
        this.#credential = null;
      }
      const identity = await this.#ports.shelf.read();
      return identity ? { verdict: 'in', identity } : { verdict: 'refused' };
    } catch {
      this.#reason = 'keeps_no_keys';
      return { verdict: 'refused' };
    }
  }

  /** Asks why a socket could not be opened: browsers do not tell. */
  async check({ device }: Identity): Promise<SignInVerdict> {
    const answer = await this.#post(DOOR.whoamiPath, { [DOOR.passHeader]: writePass(device, '') }, null);
    if (!answer) return 'gone';
    const reason = reasonIn(answer);
    if (reason) this.#reason = reason;
    return reason ? 'refused' : 'gone';
  }

  /** A link's secret works once or for one server; an old one does no harm if this browser is known. */
  async #spend(credential: Credential): Promise<SignInVerdict> {
    const { shelf, storage } = this.#ports;
    const known = await shelf.read();
    // The same key again lets the server know this browser again.
    const keys = known?.keys ?? (await newKeyPair(false));
    const body = JSON.stringify({ ...credential, key: await exportPublicKey(keys.publicKey) });
    const answer = await this.#post(DOOR.authPath, { 'Content-Type': 'application/json' }, body);
    if (!answer || answer.status >= 500) return 'gone';
    const signedIn = answer.ok ? signedInFrom(await answer.json().catch(() => null)) : null;
    if (!signedIn) {
      this.#reason = reasonIn(answer) ?? 'link_spent';
      return 'refused';
    }
    await shelf.write({ ...signedIn, keys });
    storage.setItem(MARK, newNonce());
    return 'in';
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

/** Null where trying again may help: only the socket can bring the proof. */
function reasonIn({ status, headers }: Response): Reason | null {
  if (status === 431) return 'too_many_cookies';
  const refusal = headers.get(DOOR.refusalHeader);
  return refusal === 'unknown_device' || refusal === 'no_cookie' ? refusal : null;
}

function signedInFrom(answer: unknown): SignedIn | null {
  const { device, folder, serverKey } = (answer ?? {}) as Record<string, unknown>;
  const isWhole = typeof device === 'string' && typeof folder === 'string' && typeof serverKey === 'string';
  return isWhole ? { device, folder, serverKey } : null;
}
