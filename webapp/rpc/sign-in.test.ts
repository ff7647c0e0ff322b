import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { exportPublicKey, importPublicKey, newKeyPair } from '../../server/protocol/handshake.js';
import { MemoryStorage } from '../state/base/memory-storage.rig.js';
import type { Identity, IdentityShelf } from './identity-shelf.js';
import { SignIn } from './sign-in.js';
import { connectionWords } from './words.js';

interface Answer {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

const SIGNED_IN = { device: 'd1', folder: '/project', serverKey: 's1' };
const known: Identity = { ...SIGNED_IN, device: 'd0', keys: await newKeyPair(false) };

/** A shelf that lasts as long as the test. */
class MemoryShelf implements IdentityShelf {
  identity: Identity | null = null;

  async read(): Promise<Identity | null> {
    return this.identity;
  }

  async write(identity: Identity): Promise<void> {
    this.identity = identity;
  }
}

/** A browser at an address, and a server that answers by path; null is one that is not there. */
function browser(hash: string, answers: Record<string, Answer | null>) {
  const location = { hash, pathname: '/', search: '' };
  const storage = new MemoryStorage();
  const shelf = new MemoryShelf();
  const requests: { path: string; init: RequestInit }[] = [];
  const history = {
    state: null,
    replaceState: (_state: unknown, _unused: string, url?: string | URL | null) => {
      location.hash = String(url).includes('#') ? String(url) : '';
    },
  };
  const fetch = async (path: unknown, init?: RequestInit) => {
    requests.push({ path: String(path), init: init ?? {} });
    const answer = answers[String(path)];
    if (!answer) throw new TypeError('Failed to fetch');
    const { status, headers = {}, body } = answer;
    return new Response(body === undefined ? null : JSON.stringify(body), { status, headers });
  };
  const bodies = () => requests.map(({ init }) => JSON.parse(String(init.body)) as Record<string, string>);
  const ports = { location, history, storage, shelf, fetch: fetch as typeof globalThis.fetch };
  return { location, storage, shelf, requests, bodies, ports };
}

describe('signing in', () => {
  it('[U1] takes a token out of the address bar at once and keeps what it gives', async () => {
    const { location, storage, shelf, requests, bodies, ports } = browser('#token=abc', {
      '/auth': { status: 200, body: SIGNED_IN },
    });
    const signIn = new SignIn(ports);
    assert.equal(location.hash, '');
    assert.deepEqual(await signIn.entry(), { verdict: 'in', identity: shelf.identity });
    const { keys, ...rest } = shelf.identity!;
    assert.deepEqual(rest, SIGNED_IN);
    const mark = storage.getItem(SignIn.storageKey);
    location.hash = '#token=abc';
    signIn.readAddress();
    await signIn.entry();
    assert.notEqual(storage.getItem(SignIn.storageKey), mark, 'other tabs hear of each sign-in');
    assert.equal(requests[0]?.path, '/auth');
    assert.deepEqual(bodies()[0], { token: 'abc', key: await exportPublicKey(keys.publicKey) });
  });

  it('[U1] keeps a key that no script can read, and sends only its public half', async () => {
    const { shelf, bodies, ports } = browser('#token=abc', { '/auth': { status: 200, body: SIGNED_IN } });
    await new SignIn(ports).entry();
    const { privateKey } = shelf.identity!.keys;
    assert.equal(privateKey.extractable, false);
    for (const form of ['jwk', 'pkcs8'] as const) await assert.rejects(crypto.subtle.exportKey(form, privateKey));
    assert.notEqual(await importPublicKey(bodies()[0]!.key!), null);
  });

  it('[U1] sends a ticket as a ticket, and only once', async () => {
    const { bodies, ports } = browser('#ticket=t1', { '/auth': { status: 200, body: SIGNED_IN } });
    const signIn = new SignIn(ports);
    await signIn.entry();
    await signIn.entry();
    assert.deepEqual(
      bodies().map(({ ticket }) => ticket),
      ['t1'],
    );
  });

  it('[U1] keeps the secret until a server has seen it', async () => {
    const answers: Record<string, Answer | null> = { '/auth': null };
    const { ports } = browser('#token=abc', answers);
    const signIn = new SignIn(ports);
    assert.deepEqual(await signIn.entry(), { verdict: 'gone' });
    answers['/auth'] = { status: 200, body: SIGNED_IN };
    assert.equal((await signIn.entry()).verdict, 'in');
  });

  it('[U1] reads a link that is pasted into an open tab', () => {
    const { location, ports } = browser('', {});
    const signIn = new SignIn(ports);
    location.hash = '#token=new';
    assert.equal(signIn.readAddress(), true);
    assert.equal(location.hash, '');
  });

  it('[U1] uses the key again that this browser has', async () => {
    const { shelf, bodies, ports } = browser('#token=abc', { '/auth': { status: 200, body: SIGNED_IN } });
    shelf.identity = known;
    await new SignIn(ports).entry();
    assert.equal(bodies()[0]!.key, await exportPublicKey(known.keys.publicKey));
    assert.equal(shelf.identity?.device, 'd1');
  });

  it('[U2] goes on as a browser that is known when the link is too old', async () => {
    const { shelf, ports } = browser('#token=old', { '/auth': { status: 401 } });
    shelf.identity = known;
    assert.deepEqual(await new SignIn(ports).entry(), { verdict: 'in', identity: known });
  });

  it('[U2] is refused without a link and without having been let in', async () => {
    const { ports } = browser('', {});
    const signIn = new SignIn(ports);
    assert.deepEqual(await signIn.entry(), { verdict: 'refused' });
    assert.equal(signIn.refusal, connectionWords.signedOut.never_let_in);
  });

  it('[U2] [U71] tells why a browser is not let in, and when trying again may help', async () => {
    const cases: [answer: Answer | null, verdict: string, words: string][] = [
      [null, 'gone', connectionWords.signedOut.never_let_in],
      [{ status: 401, headers: { 'X-AcDeck-Refusal': 'no_proof' } }, 'gone', connectionWords.signedOut.never_let_in],
      [{ status: 204 }, 'gone', connectionWords.signedOut.never_let_in],
      [{ status: 502 }, 'gone', connectionWords.signedOut.never_let_in],
      [
        { status: 401, headers: { 'X-AcDeck-Refusal': 'unknown_device' } },
        'refused',
        connectionWords.signedOut.unknown_device,
      ],
      [{ status: 401, headers: { 'X-AcDeck-Refusal': 'no_cookie' } }, 'refused', connectionWords.signedOut.no_cookie],
      [{ status: 431 }, 'refused', connectionWords.signedOut.too_many_cookies],
    ];
    for (const [answer, verdict, words] of cases) {
      const { ports, requests } = browser('', { '/whoami': answer });
      const signIn = new SignIn(ports);
      assert.equal(await signIn.check(known), verdict);
      assert.equal(signIn.refusal, words);
      assert.deepEqual(requests[0]?.init.headers, { 'X-AcDeck-Pass': 'd0.' });
    }
  });

  it('[U71] says that a browser keeps no keys', async () => {
    for (const failing of ['read', 'write'] as const) {
      const { ports, shelf } = browser('#token=abc', { '/auth': { status: 200, body: SIGNED_IN } });
      shelf[failing] = () => Promise.reject<never>(new Error('A private window.'));
      const signIn = new SignIn(ports);
      assert.deepEqual(await signIn.entry(), { verdict: 'refused' });
      assert.equal(signIn.refusal, connectionWords.signedOut.keeps_no_keys);
    }
  });

  it('[U71] says that a browser of the former way has to sign in once more, and drops its old key', async () => {
    const { ports, storage } = browser('', {});
    storage.setItem('acdeck.key', 'old');
    const signIn = new SignIn(ports);
    assert.deepEqual(await signIn.entry(), { verdict: 'refused' });
    assert.equal(signIn.refusal, connectionWords.signedOut.updated);
    assert.equal(storage.getItem('acdeck.key'), null);
  });
});
