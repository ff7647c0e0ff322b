import { DOOR, type SignedIn } from '../../server/protocol/api/door.js';
import { exportPublicKey, newKeyPair } from '../../server/protocol/handshake.js';
import type { Identity } from '../../webapp/rpc/identity-shelf.js';

/** What a browser holds once it was let in. */
export interface TestCredentials {
  origin: string;
  cookie: string;
  identity: Identity;
}

/** Does what the page does with a printed address: trades its token for a cookie, with a key of its own. */
export async function signIn(url: string): Promise<TestCredentials> {
  const { origin, hash } = new URL(url);
  const token = new URLSearchParams(hash.slice(1)).get('token');
  const keys = await newKeyPair(false);
  const answer = await fetch(origin + DOOR.authPath, {
    method: 'POST',
    headers: { Origin: origin, 'Content-Type': 'application/json' },
    body: JSON.stringify({ token, key: await exportPublicKey(keys.publicKey) }),
  });
  if (!answer.ok) throw new Error(`Signing in was refused: ${answer.status} ${await answer.text()}`);
  const signedIn = (await answer.json()) as SignedIn;
  const cookie = answer.headers.getSetCookie()[0]!.split(';')[0]!;
  return { origin, cookie, identity: { ...signedIn, keys } };
}
