import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerText } from './answers.js';
import { type Credentials, cookieName } from './credentials.js';
import { deviceLabel } from './device-label.js';
import { DEVICE_LIFE_MS, type Devices } from './devices.js';
import type { FailureLimit } from './failure-limit.js';
import { readBody } from './read-body.js';
import { isSameSecret } from './secrets.js';
import type { Tickets } from './tickets.js';

const MAX_BODY_BYTES = 8 * 1024;

/** What signing in is checked against. */
export interface SignInDesk {
  readonly port: number;
  readonly launchToken: string;
  readonly tickets: Tickets;
  readonly devices: Devices;
  readonly failures: FailureLimit;
}

/** `POST /auth`: a launch token or a ticket for a cookie and a key. `known` is what the browser had already. */
export async function signIn(
  exchange: { request: IncomingMessage; response: ServerResponse },
  known: Credentials,
  desk: SignInDesk,
): Promise<void> {
  const { request, response } = exchange;
  if (request.headers.expect) response.writeContinue();
  const body = await readBody(request, MAX_BODY_BYTES);
  if (body === null) {
    response.setHeader('Connection', 'close');
    answerText(response, 413, 'The body of this request is too large.');
    return;
  }
  const proof = proofIn(body);
  if (!proof) {
    answerText(response, 400, 'Signing in takes a JSON object with either "token" or "ticket", a string.');
    return;
  }
  if (!isRight(proof, desk)) turnAway(response, desk.failures);
  else if ('wantsTicket' in proof && proof.wantsTicket) answerJson(response, { ticket: desk.tickets.mint() });
  else welcome(exchange, known, desk);
}

/** Whoever has the token may have a ticket instead of signing in: so a second start opens a browser. */
type Proof = { token: string; wantsTicket: boolean } | { ticket: string };

function proofIn(body: Buffer): Proof | null {
  const parsed = parseJson(body);
  if (typeof parsed !== 'object' || parsed === null) return null;
  const { token, ticket, want } = parsed as Record<string, unknown>;
  if (typeof token === 'string' && ticket === undefined) return { token, wantsTicket: want === 'ticket' };
  return typeof ticket === 'string' && token === undefined ? { ticket } : null;
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
}

function isRight(proof: Proof, desk: SignInDesk): boolean {
  return 'token' in proof ? isSameSecret(proof.token, desk.launchToken) : desk.tickets.redeem(proof.ticket);
}

function welcome(
  { request, response }: { request: IncomingMessage; response: ServerResponse },
  known: Credentials,
  { port, devices }: SignInDesk,
): void {
  const { cookie, key } = devices.admit(deviceLabel(request.headers['user-agent'] ?? null), known);
  const attributes = `HttpOnly; SameSite=Strict; Path=/; Max-Age=${DEVICE_LIFE_MS / 1000}`;
  response.setHeader('Set-Cookie', `${cookieName(port)}=${cookie}; ${attributes}`);
  answerJson(response, { key });
}

function answerJson(response: ServerResponse, body: object): void {
  response.setHeader('Content-Type', 'application/json');
  response.end(JSON.stringify(body));
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
