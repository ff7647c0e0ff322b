import type { IncomingMessage, ServerResponse } from 'node:http';
import { DOOR, type DoorNews, type SignedIn } from '../../protocol/api/door.js';
import { importPublicKey } from '../../protocol/handshake.js';
import { answerText } from '../messages/answers.js';
import { readBody } from '../messages/read-body.js';
import { cookieName } from './credentials.js';
import { DEVICE_LIFE_MS } from './device-lives.js';
import type { Devices } from './devices.js';
import type { FailureLimit } from './failure-limit.js';
import { isSameSecret } from './secrets.js';
import type { SignInPages } from './sign-in-pages.js';
import type { Tickets } from './tickets.js';

const MAX_BODY_BYTES = 8 * 1024;

/** Where pages on other ports could have put a cookie of our name that is sent before ours. */
const COOKIE_PATHS = [DOOR.rpcPath, DOOR.authPath, DOOR.whoamiPath, DOOR.uploadPath];

/** What signing in is checked against. */
export interface SignInTerms {
  readonly port: number;
  readonly folder: string;
  readonly serverKey: string;
  readonly launchToken: string;
  readonly tickets: Tickets;
  readonly pages: SignInPages;
  readonly devices: Devices;
  readonly failures: FailureLimit;
  onNews(news: DoorNews): void;
}

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

/** What somebody came with to be let in as a device. */
interface Wish {
  secret: { token: string } | { ticket: string };
  publicKey: string;
}

/** `POST /auth`: a launch token or a ticket, and a public key, for a cookie. */
export async function signIn(exchange: Exchange, terms: SignInTerms): Promise<void> {
  const { request, response } = exchange;
  if (request.headers.expect) response.writeContinue();
  const body = await readBody(request, MAX_BODY_BYTES);
  if (body === null) {
    response.setHeader('Connection', 'close');
    answerText(response, 413, 'The body of this request is too large.');
    return;
  }
  const wish = await wishIn(body);
  if (!wish) {
    answerText(response, 400, 'Signing in takes JSON with "token" or "ticket", and a public key as "key".');
  } else {
    const label = deviceLabel(request.headers['user-agent'] ?? null);
    if (isRight(wish.secret, { publicKey: wish.publicKey, label }, terms))
      welcome(response, wish.publicKey, label, terms);
    else turnAway(response, terms.failures);
  }
}

async function wishIn(body: Buffer): Promise<Wish | null> {
  const parsed = parseJson(body);
  if (typeof parsed !== 'object' || parsed === null) return null;
  const { token, ticket, key } = parsed as Record<string, unknown>;
  const secret = secretIn(token, ticket);
  if (!secret) return null;
  const isKey = typeof key === 'string' && (await importPublicKey(key)) !== null;
  return isKey ? { secret, publicKey: key } : null;
}

function secretIn(token: unknown, ticket: unknown): { token: string } | { ticket: string } | null {
  if (typeof token === 'string' && ticket === undefined) return { token };
  return typeof ticket === 'string' && token === undefined ? { ticket } : null;
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
}

function isRight(
  secret: { token: string } | { ticket: string },
  user: { publicKey: string; label: string },
  { launchToken, tickets, pages, onNews }: SignInTerms,
): boolean {
  if ('token' in secret) return isSameSecret(secret.token, launchToken);
  const state = tickets.redeem(secret.ticket, user);
  switch (state.kind) {
    case 'fresh':
      pages.remove(secret.ticket);
      return true;
    case 'used':
      // The same browser may well come back to its own link; another one can only have it from somebody else.
      if (!isSameSecret(state.by.publicKey, user.publicKey)) {
        onNews({ kind: 'ticket_reused', first: state.by.label, again: user.label });
      }
      return false;
    case 'unknown':
      return false;
  }
}

function welcome(response: ServerResponse, publicKey: string, label: string, terms: SignInTerms): void {
  const { port, folder, serverKey, devices } = terms;
  const { device, cookie } = devices.admit(publicKey, label);
  const name = cookieName(port);
  response.setHeader('Set-Cookie', [
    `${name}=${cookie}; HttpOnly; SameSite=Strict; Path=/; Max-Age=${DEVICE_LIFE_MS / 1000}`,
    ...COOKIE_PATHS.map((path) => `${name}=; HttpOnly; SameSite=Strict; Path=${path}; Max-Age=0`),
  ]);
  response.setHeader('Content-Type', 'application/json');
  response.end(JSON.stringify({ device: device.id, folder, serverKey } satisfies SignedIn));
}

/** Only failures are limited: nobody can guess 256 bits, but anybody could lock the owner out. */
function turnAway(response: ServerResponse, failures: FailureLimit): void {
  if (failures.countFailure()) {
    response.setHeader('Retry-After', String(failures.retrySeconds));
    answerText(response, 429, 'There were too many failed attempts to sign in: wait a minute and try again.');
    return;
  }
  answerText(response, 401, 'This link is used up or too old: open the address that acdeck printed when it started.');
}

/** Looked for in this order, because browsers name those that they descend from as well. */
const BROWSERS: readonly (readonly [mark: RegExp, name: string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(HeadlessChrome|Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [mark: RegExp, name: string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\b(iPhone|iPod)\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** What a person would call the device, e.g. "Chrome on Linux": our own words only, never the header's. */
export function deviceLabel(userAgent: string | null): string {
  const text = (userAgent ?? '').slice(0, 1000);
  const find = (table: typeof BROWSERS) => table.find(([mark]) => mark.test(text))?.[1];
  const browser = find(BROWSERS) ?? 'A browser';
  const system = find(SYSTEMS);
  return system ? `${browser} on ${system}` : browser;
}
