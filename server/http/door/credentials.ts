import { DOOR, readPass } from '../../protocol/api/door.js';
import { readHello } from '../../protocol/handshake.js';
import { onlyValue, valuesOf } from '../messages/raw-headers.js';

/** What a request shows of who it is from; null where it shows nothing, or two things. */
export interface Credentials {
  readonly device: string | null;
  /** All cookies of our name: pages on other ports of this machine can set some too. */
  readonly cookies: readonly string[];
  /** The pass of a request beside the socket. */
  readonly pass: string | null;
  /** The nonce with which a tab begins the handshake of a socket. */
  readonly nonce: string | null;
}

/** A browser sends one cookie per path; more than this are sent by nobody who means well. */
const MAX_COOKIES = 16;

/** Cookies ignore ports, so the port is part of the name. */
export function cookieName(port: number): string {
  return `acdeck_${port}`;
}

/** The cookies, and the rest from the place where this kind of request carries it. */
export function credentialsOf(rawHeaders: readonly string[], port: number, isUpgrade: boolean): Credentials {
  const cookies = cookiesOf(rawHeaders, cookieName(port));
  if (isUpgrade) {
    const hello = helloOf(rawHeaders);
    return { device: hello?.device ?? null, cookies, pass: null, nonce: hello?.nonce ?? null };
  }
  const shown = readPass(onlyValue(rawHeaders, DOOR.passHeader) ?? '');
  return { device: shown?.device ?? null, cookies, pass: shown?.pass || null, nonce: null };
}

function cookiesOf(rawHeaders: readonly string[], name: string): string[] {
  return valuesOf(rawHeaders, 'cookie')
    .flatMap((header) => header.split(';'))
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .slice(0, MAX_COOKIES)
    .map((pair) => pair.slice(name.length + 1));
}

/** A tab offers two subprotocols, ours and then its hello; anything else is not a tab of ours. */
function helloOf(rawHeaders: readonly string[]): { device: string; nonce: string } | null {
  const offered = onlyValue(rawHeaders, 'sec-websocket-protocol')
    ?.split(',')
    .map((name) => name.trim());
  return offered?.length === 2 && offered[0] === DOOR.subprotocol ? readHello(offered[1] ?? '') : null;
}
