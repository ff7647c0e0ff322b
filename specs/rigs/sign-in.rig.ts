import { DOOR } from '../../server/protocol/door.js';

/** What a browser holds once it was let in. */
export interface TestCredentials {
  origin: string;
  cookie: string;
  key: string;
}

/** Does what the page does with a printed address: trades its token for a cookie and a key. */
export async function signIn(url: string): Promise<TestCredentials> {
  const { origin, hash } = new URL(url);
  const token = new URLSearchParams(hash.slice(1)).get('token');
  const answer = await fetch(origin + DOOR.authPath, {
    method: 'POST',
    headers: { Origin: origin, 'Content-Type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  if (!answer.ok) throw new Error(`Signing in was refused: ${answer.status} ${await answer.text()}`);
  const { key } = (await answer.json()) as { key: string };
  const cookie = answer.headers
    .getSetCookie()
    .map((header) => header.split(';')[0])
    .join('; ');
  return { origin, cookie, key };
}
