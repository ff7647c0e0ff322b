import type { Device, ScriptCaller } from '../../ports/devices.js';
import { DOOR, type DoorRefusal } from '../../protocol/api/door.js';
import { onlyValue, valuesOf } from '../messages/raw-headers.js';
import { type Credentials, credentialsOf } from './credentials.js';

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
  /** The device that is named, with the right cookie. */
  identify(credentials: Credentials): Device | DoorRefusal;
  isPassOf(device: Device, pass: string | null): boolean;
  /** The session whose agent has been given this secret for our tools, or null. */
  toolSession(secret: string): string | null;
  /** The program whose token this is. */
  identifyScript(token: string): ScriptCaller | null;
}

/**
 * What may happen with a request. Only a `device` was let in; anyone who `knocks` has shown a cookie that others could have
 * recorded, and gets a socket on which nothing is offered before both ends have proved themselves.
 */
export type GateVerdict =
  | { kind: 'refuse'; status: number; message: string; headers?: Record<string, string> }
  | { kind: 'redirect'; location: string }
  | { kind: 'file' }
  | { kind: 'app-socket' }
  | { kind: 'foreign-worker' }
  | { kind: 'auth' }
  | { kind: 'tools'; sessionId: string }
  | { kind: 'device'; path: string; device: Device }
  | { kind: 'api'; caller: ScriptCaller }
  | { kind: 'knock'; device: Device; nonce: string };

/** The one place where it is decided who gets in. Pure but for the look at the device records. */
export function decide(request: GateRequest, keeper: GateKeeper): GateVerdict {
  const authority = authorityOf('127.0.0.1', keeper.port);
  const path = request.url.split('?', 1)[0] ?? '';
  if (isApiPath(path)) return admitScript(request, keeper, authority);
  return (
    checkHost(request, keeper.port) ??
    admitTools(request, path, keeper) ??
    checkFetchSite(request, path, keeper) ??
    findForeignWorker(request) ??
    admitFile(request, path, keeper) ??
    checkOrigin(request, `http://${authority}`) ??
    admitAuth(request, path) ??
    admitAppSocket(request, path, keeper) ??
    (request.isUpgrade ? admitKnock(request, path, keeper) : admitDevice(request, path, keeper))
  );
}

/** Where programs ask, in another way than browsers do. */
export function isApiPath(path: string): boolean {
  return path === DOOR.apiPath || path.startsWith(`${DOOR.apiPath}/`);
}

/**
 * A program has a token and nothing of what browsers send by themselves: with an Origin, a Sec-Fetch-Site or a cookie it
 * is a page, or something that a page has made send this, and is refused whatever else is right.
 */
function admitScript(request: GateRequest, keeper: GateKeeper, authority: string): GateVerdict {
  const { rawHeaders } = request;
  if (onlyValue(rawHeaders, 'host') !== authority) {
    return refuse(421, `This server answers only at http://${authority}/.`);
  }
  const isBrowsers = ['origin', 'sec-fetch-site', 'cookie'].some((name) => valuesOf(rawHeaders, name).length > 0);
  if (isBrowsers) return refuse(403, 'The API is for programs: browsers are refused.');
  if (request.isUpgrade) return refuse(404, 'There is no socket at this path.');
  if (!/^\/[\x21-\x7e]*$/.test(request.url)) return refuse(400, 'The path of this request cannot be read.');
  const [, token] = /^Bearer ([\w-]{1,200})$/.exec(onlyValue(rawHeaders, 'authorization') ?? '') ?? [];
  const caller = token === undefined ? null : keeper.identifyScript(token);
  if (caller) return { kind: 'api', caller };
  return refuse(401, 'This takes a token: make one with acdeck token add, and send it as Authorization: Bearer.', {
    'WWW-Authenticate': 'Bearer',
  });
}

/** As browsers write it: the default port is left out. */
export function authorityOf(host: string, port: number): string {
  return port === 80 ? host : `${host}:${port}`;
}

function refuse(status: number, message: string, headers?: Record<string, string>): GateVerdict {
  return headers ? { kind: 'refuse', status, message, headers } : { kind: 'refuse', status, message };
}

function isRead(request: GateRequest): boolean {
  return !request.isUpgrade && (request.method === 'GET' || request.method === 'HEAD');
}

/** The exact address keeps out pages that had their own name pointed at this machine. */
function checkHost(request: GateRequest, port: number): GateVerdict | null {
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
function checkFetchSite(request: GateRequest, path: string, keeper: GateKeeper): GateVerdict | null {
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

/** We have no service worker, so one that a browser wants to update was put there by another server at this address. */
function findForeignWorker(request: GateRequest): GateVerdict | null {
  const isWorker = isRead(request) && valuesOf(request.rawHeaders, 'service-worker').length > 0;
  return isWorker ? { kind: 'foreign-worker' } : null;
}

/**
 * Agents come without a browser: whatever only a browser sends is a sign that a page is behind it, and no page has any
 * business here. The secret stands for one session.
 */
function admitTools(request: GateRequest, path: string, keeper: GateKeeper): GateVerdict | null {
  if (path !== DOOR.toolsPath) return null;
  const { rawHeaders, isUpgrade } = request;
  const ofBrowsers = ['origin', 'sec-fetch-site', 'cookie'];
  if (isUpgrade || ofBrowsers.some((name) => valuesOf(rawHeaders, name).length > 0)) {
    return refuse(403, 'Only agents may ask for this, and no page.');
  }
  const secret = /^Bearer ([\w-]+)$/.exec(onlyValue(rawHeaders, 'authorization') ?? '')?.[1];
  const sessionId = secret === undefined ? null : keeper.toolSession(secret);
  if (sessionId === null) return refuse(401, 'This secret opens nothing here, or nothing any more.');
  return { kind: 'tools', sessionId };
}

function admitFile(request: GateRequest, path: string, keeper: GateKeeper): GateVerdict | null {
  return isRead(request) && keeper.isAppFile(path) ? { kind: 'file' } : null;
}

/** Browsers cannot lie about Origin; anyone who sends none is not a page of ours. */
function checkOrigin(request: GateRequest, origin: string): GateVerdict | null {
  if (onlyValue(request.rawHeaders, 'origin') === origin) return null;
  return refuse(403, `Only pages of ${origin} may ask for this.`);
}

function admitAuth(request: GateRequest, path: string): GateVerdict | null {
  if (path !== DOOR.authPath || request.isUpgrade) return null;
  if (request.method !== 'POST') return refuse(405, 'Signing in takes a POST request.', { Allow: 'POST' });
  const type = onlyValue(request.rawHeaders, 'content-type') ?? '';
  if (!/^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i.test(type)) {
    return refuse(415, 'Signing in takes a JSON body (content type application/json).');
  }
  return { kind: 'auth' };
}

function admitAppSocket(request: GateRequest, path: string, keeper: GateKeeper): GateVerdict | null {
  return request.isUpgrade && path !== DOOR.rpcPath && keeper.hasAppSockets ? { kind: 'app-socket' } : null;
}

function admitDevice(request: GateRequest, path: string, keeper: GateKeeper): GateVerdict {
  const credentials = credentialsOf(request.rawHeaders, keeper.port, false);
  const device = keeper.identify(credentials);
  if (typeof device === 'string') return refuseStranger(device);
  return keeper.isPassOf(device, credentials.pass) ? { kind: 'device', path, device } : refuseStranger('no_proof');
}

function admitKnock(request: GateRequest, path: string, keeper: GateKeeper): GateVerdict {
  const credentials = credentialsOf(request.rawHeaders, keeper.port, true);
  const device = keeper.identify(credentials);
  if (typeof device === 'string') return refuseStranger(device);
  if (credentials.nonce === null) return refuseStranger('no_proof');
  return checkUpgrade(request, path) ?? { kind: 'knock', device, nonce: credentials.nonce };
}

function refuseStranger(refusal: DoorRefusal): GateVerdict {
  return refuse(401, REFUSALS[refusal], { [DOOR.refusalHeader]: refusal });
}

const REFUSALS: Record<DoorRefusal, string> = {
  unknown_device: 'This browser is not signed in: open the address that acdeck printed when it started.',
  no_cookie: 'The cookie of this browser is gone: open the address that acdeck printed when it started.',
  no_proof: 'This request does not come from a page that is signed in.',
};

function checkUpgrade(request: GateRequest, path: string): GateVerdict | null {
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
