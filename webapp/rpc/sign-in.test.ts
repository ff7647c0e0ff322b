import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MemoryStorage } from '../state/memory-storage.rig.js';
import { SignIn } from './sign-in.js';

interface Answer {
  status: number;
  body?: unknown;
}

/** A browser at an address, and a server that answers by path; null is one that is not there. */
function browser(hash: string, answers: Record<string, Answer | null>) {
  const location = { hash, pathname: '/', search: '' };
  const storage = new MemoryStorage();
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
    return new Response(answer.body === undefined ? null : JSON.stringify(answer.body), { status: answer.status });
  };
  return {
    location,
    storage,
    requests,
    ports: { location, history, storage, fetch: fetch as typeof globalThis.fetch },
  };
}

describe('signing in', () => {
  it('[U1] takes a token out of the address bar at once and keeps the key that it gives', async () => {
    const { location, storage, requests, ports } = browser('#token=abc', {
      '/auth': { status: 200, body: { key: 'k1' } },
    });
    const signIn = new SignIn(ports);
    assert.equal(location.hash, '');
    assert.deepEqual(await signIn.key(), { verdict: 'in', key: 'k1' });
    assert.equal(storage.getItem(SignIn.storageKey), 'k1');
    assert.deepEqual(
      requests.map(({ path, init }) => [path, init.body]),
      [['/auth', '{"token":"abc"}']],
    );
  });

  it('[U1] sends a ticket as a ticket, and only once', async () => {
    const { requests, ports } = browser('#ticket=t1', { '/auth': { status: 200, body: { key: 'k1' } } });
    const signIn = new SignIn(ports);
    await signIn.key();
    await signIn.key();
    assert.deepEqual(
      requests.map(({ init }) => init.body),
      ['{"ticket":"t1"}'],
    );
  });

  it('[U1] keeps the secret until a server has seen it', async () => {
    const answers: Record<string, Answer | null> = { '/auth': null };
    const { ports } = browser('#token=abc', answers);
    const signIn = new SignIn(ports);
    assert.deepEqual(await signIn.key(), { verdict: 'gone' });
    answers['/auth'] = { status: 200, body: { key: 'k1' } };
    assert.deepEqual(await signIn.key(), { verdict: 'in', key: 'k1' });
  });

  it('[U1] reads a link that is pasted into an open tab', () => {
    const { location, ports } = browser('', {});
    const signIn = new SignIn(ports);
    location.hash = '#token=new';
    assert.equal(signIn.readAddress(), true);
    assert.equal(location.hash, '');
  });

  it('[U2] goes on with a stored key when the link is too old', async () => {
    const { storage, ports } = browser('#token=old', { '/auth': { status: 401 } });
    storage.setItem(SignIn.storageKey, 'k0');
    assert.deepEqual(await new SignIn(ports).key(), { verdict: 'in', key: 'k0' });
  });

  it('[U2] is refused without a link and without a key', async () => {
    const { ports } = browser('', {});
    assert.deepEqual(await new SignIn(ports).key(), { verdict: 'refused' });
  });

  it('[U2] tells a key that is no good from a server that is not there', async () => {
    const answers: Record<string, Answer | null> = { '/whoami': { status: 204 } };
    const { ports, requests, storage } = browser('', answers);
    storage.setItem(SignIn.storageKey, 'k0');
    const signIn = new SignIn(ports);
    assert.equal(await signIn.check(), 'in');
    assert.deepEqual(requests[0]?.init.headers, { 'X-AcDeck-Key': 'k0' });
    answers['/whoami'] = { status: 401 };
    assert.equal(await signIn.check(), 'refused');
    answers['/whoami'] = null;
    assert.equal(await signIn.check(), 'gone');
  });
});
