import { DOOR } from '../protocol/door.js';
import { onlyValue, valuesOf } from './raw-headers.js';

/** What a browser showed to prove that it was let in; null where it showed nothing, or two things. */
export interface Credentials {
  cookie: string | null;
  key: string | null;
}

/** Cookies ignore ports, so the port is part of the name. */
export function cookieName(port: number): string {
  return `acdeck_${port}`;
}

/** The cookie, and the key from the place where this kind of request carries it. */
export function credentialsOf(rawHeaders: readonly string[], port: number, isUpgrade: boolean): Credentials {
  const key = isUpgrade ? keyFromSubprotocols(rawHeaders) : onlyValue(rawHeaders, DOOR.keyHeader);
  return { cookie: cookieOf(rawHeaders, cookieName(port)), key };
}

function cookieOf(rawHeaders: readonly string[], name: string): string | null {
  const found = valuesOf(rawHeaders, 'cookie')
    .flatMap((header) => header.split(';'))
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`));
  return found.length === 1 && found[0] !== undefined ? found[0].slice(name.length + 1) : null;
}

/** A tab offers two subprotocols, ours and then its key; anything else is not a tab of ours. */
function keyFromSubprotocols(rawHeaders: readonly string[]): string | null {
  const offered = onlyValue(rawHeaders, 'sec-websocket-protocol')
    ?.split(',')
    .map((name) => name.trim());
  if (offered?.length !== 2 || offered[0] !== DOOR.subprotocol) return null;
  const key = offered[1] ?? '';
  return /^key\.[\w-]+$/.test(key) ? key.slice(DOOR.keySubprotocolPrefix.length) : null;
}
