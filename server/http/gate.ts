import { DOOR } from '../protocol/door.js';
import { type Credentials, credentialsOf } from './credentials.js';
import type { Device } from './devices.js';
import { onlyValue, valuesOf } from './raw-headers.js';

/** A request or upgrade as it came, before anything was done with it. */
export interface GateRequest {
  method: string;
  url: string;
  rawHeaders: readonly string[];
  isUpgrade: boolean;
}

/** What the gate knows of the server that it guards. */
export interface GateKeeper {
  port: number;
  isAppFile(path: string): boolean;
  /** Whether there are public sockets besides ours, as a development server has them. */
  hasAppSockets: boolean;
  identify(credentials: Credentials): Device | null;
}

/** What may happen with a request. Only `device` verdicts are for somebody who was let in. */
export type Verdict =
  | { kind: 'refuse'; status: number; message: string; headers?: Record<string, string> }
  | { kind: 'redirect'; location: string }
  | { kind: 'file' }
  | { kind: 'app-socket' }
  | { kind: 'auth'; known: Credentials }
  | { kind: 'device'; path: string; device: Device };

/** The one place where it is decided who gets in. Pure but for the look at the device records. */
export function decide(request: GateRequest, keeper: GateKeeper): Verdict {
  const authority = authorityOf('127.0.0.1', keeper.port);
  const path = request.url.split('?', 1)[0] ?? '';
  return (
    checkHost(request, keeper.port) ??
    checkFetchSite(request, path, keeper) ??
    admitFile(request, path, keeper) ??
    checkOrigin(request, `http://${authority}`) ??
    admitAuth(request, path, keeper) ??
    admitAppSocket(request, path, keeper) ??
    admitDevice(request, path, keeper)
  );
}

/** As browsers write it: the default port is left out. */
export function authorityOf(host: string, port: number): string {
  return port === 80 ? host : `${host}:${port}`;
}

function refuse(status: number, message: string, headers?: Record<string, string>): Verdict {
  return headers ? { kind: 'refuse', status, message, headers } : { kind: 'refuse', status, message };
}

function isRead(request: GateRequest): boolean {
  return !request.isUpgrade && (request.method === 'GET' || request.method === 'HEAD');
}

/** The exact address keeps out pages that had their own name pointed at this machine. */
function checkHost(request: GateRequest, port: number): Verdict | null {
  const authority = authorityOf('127.0.0.1', port);
  const host = onlyValue(request.rawHeaders, 'host');
  const isPath = /^\/[\x21-\x7e]*$/.test(request.url);
  if (host === authority) return isPath ? null : refuse(400, 'The path of this request cannot be read.');
  if (host === authorityOf('localhost', port) && isPath && isRead(request)) {
    return { kind: 'redirect', location: `http://${authority}${request.url}` };
  }
  return refuse(421, `This server answers only at http://${authority}/: open the app there.`);
}

/** Other sites may link to the app's front page and load what a frame is drawn with, and may do nothing else. */
function checkFetchSite(request: GateRequest, path: string, keeper: GateKeeper): Verdict | null {
  const sites = valuesOf(request.rawHeaders, 'sec-fetch-site');
  if (!sites.some((site) => site !== 'same-origin' && site !== 'none')) return null;
  const isTopLevel =
    onlyValue(request.rawHeaders, 'sec-fetch-mode') === 'navigate' &&
    onlyValue(request.rawHeaders, 'sec-fetch-dest') === 'document';
  if (isTopLevel && isRead(request) && path === '/') return null;
  // A sandboxed frame has no origin, so its own files come to it as from another site.
  if (isRead(request) && keeper.isAppFile(path) && path.startsWith('/frame/')) return null;
  return refuse(403, 'Requests from other sites are refused: open the app itself.');
}

function admitFile(request: GateRequest, path: string, keeper: GateKeeper): Verdict | null {
  return isRead(request) && keeper.isAppFile(path) ? { kind: 'file' } : null;
}

/** Browsers cannot lie about Origin; whoever sends none is not a page of ours. */
function checkOrigin(request: GateRequest, origin: string): Verdict | null {
  if (onlyValue(request.rawHeaders, 'origin') === origin) return null;
  return refuse(403, `Only pages of ${origin} may ask for this.`);
}

function admitAuth(request: GateRequest, path: string, keeper: GateKeeper): Verdict | null {
  if (path !== DOOR.authPath || request.isUpgrade) return null;
  if (request.method !== 'POST') return refuse(405, 'Signing in takes a POST request.', { Allow: 'POST' });
  const type = onlyValue(request.rawHeaders, 'content-type') ?? '';
  if (!/^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i.test(type)) {
    return refuse(415, 'Signing in takes a JSON body (content type application/json).');
  }
  return { kind: 'auth', known: credentialsOf(request.rawHeaders, keeper.port, false) };
}

function admitAppSocket(request: GateRequest, path: string, keeper: GateKeeper): Verdict | null {
  return request.isUpgrade && path !== DOOR.rpcPath && keeper.hasAppSockets ? { kind: 'app-socket' } : null;
}

function admitDevice(request: GateRequest, path: string, keeper: GateKeeper): Verdict {
  const device = keeper.identify(credentialsOf(request.rawHeaders, keeper.port, request.isUpgrade));
  if (!device)
    return refuse(401, 'This browser is not signed in: open the address that acdeck printed when it started.');
  return (request.isUpgrade ? checkUpgrade(request, path) : null) ?? { kind: 'device', path, device };
}

function checkUpgrade(request: GateRequest, path: string): Verdict | null {
  if (path !== DOOR.rpcPath) return refuse(404, `There is no socket at this path: it is at ${DOOR.rpcPath}.`);
  if (request.method !== 'GET') return refuse(405, 'A WebSocket is opened with a GET request.', { Allow: 'GET' });
  const isWebSocket = onlyValue(request.rawHeaders, 'upgrade')?.toLowerCase() === 'websocket';
  if (!isWebSocket || onlyValue(request.rawHeaders, 'sec-websocket-version') !== '13') {
    return refuse(426, 'Only WebSocket version 13 is spoken here.', {
      Upgrade: 'websocket',
      'Sec-WebSocket-Version': '13',
    });
  }
  const nonce = onlyValue(request.rawHeaders, 'sec-websocket-key') ?? '';
  return /^[+/0-9A-Za-z]{22}==$/.test(nonce) ? null : refuse(400, 'The WebSocket key of this request is not valid.');
}
