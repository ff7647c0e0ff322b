import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { DeviceStore, Place, ScriptCaller } from '../ports/devices.js';
import { DOOR, type DoorNews } from '../protocol/api/door.js';
import type { DeviceView } from '../protocol/api/host.js';
import { backgroundClock, type Clock } from '../protocol/clock.js';
import type { Assets } from './assets.js';
import { Connections } from './connections.js';
import { DeviceLives } from './door/device-lives.js';
import { Devices } from './door/devices.js';
import { Doorway, type TabHost } from './door/doorway.js';
import { ExpiryWatch } from './door/expiry-watch.js';
import { FailureLimit } from './door/failure-limit.js';
import { decide, type GateVerdict, isApiPath } from './door/gate.js';
import { Passes } from './door/passes.js';
import { newSecret } from './door/secrets.js';
import type { ServerIdentity } from './door/server-identity.js';
import { type SignInTerms, signIn } from './door/sign-in.js';
import type { SignInPages } from './door/sign-in-pages.js';
import { Tickets } from './door/tickets.js';
import { createHttpServer } from './http-server.js';
import { answerError, answerSocket, answerText, type Upgrade } from './messages/answers.js';
import { FRAME_PATH, frameHeaders, securityHeaders } from './security-headers.js';
import { answerUpload, isUploadPath, type UploadTerms } from './uploads/answer-upload.js';

export interface AppServerOptions {
  assets: Assets;
  /** Whose server it is; devices are let in for this folder and this port only. */
  folder: string;
  identity: ServerIdentity;
  devices: DeviceStore;
  /** How long devices live; without it what is known of the clock ends with the server. */
  lives?: DeviceLives;
  tabs: TabHost;
  /** Where pages for the browser opener are written. */
  pages: SignInPages;
  /** Takes what people attach; without it there is nothing at that path. */
  uploads?: UploadTerms;
  /** Our tools for agents; without it there is nothing at that path. */
  tools?: AgentTools;
  /** What programs get; without it no token is known. */
  api?: ApiHost;
  /** Hears of what a person should know of. */
  onNews?: (news: DoorNews) => void;
  /** Hears who is let in, when that changes. */
  onDevices?: (devices: DeviceView[]) => void;
  /** Hears of devices whose time is over, to end their tabs. */
  onExpired?: (ids: ReadonlySet<string>) => void;
  /** Hears of failures that are the server's own. */
  onFault?: (error: unknown) => void;
  clock?: Clock;
}

/** Answers agents that call our tools. */
export interface AgentTools {
  sessionOf(secret: string): string | null;
  answer(request: IncomingMessage, response: ServerResponse, sessionId: string): Promise<void>;
}

/** Who knows the tokens of programs, and answers them. */
export interface ApiHost {
  identify(token: string): ScriptCaller | null;
  answer(exchange: Exchange, caller: ScriptCaller): Promise<void>;
}

/** The one port of the app: its files, signing in, and the way to the RPC hub, all behind one gate. */
export class AppServer {
  readonly #options: AppServerOptions;
  readonly #server: Server;
  readonly #tickets: Tickets;
  readonly #devices: Devices;
  readonly #expiry: ExpiryWatch;
  readonly #failures: FailureLimit;
  readonly #doorway: Doorway;
  readonly #passes = new Passes();
  readonly #connections = new Connections();
  #launchToken = newSecret();
  #port = 0;

  constructor(options: AppServerOptions) {
    const clock = options.clock ?? backgroundClock;
    const now = () => clock.now();
    const place = (): Place => ({ port: this.#port, folder: options.folder });
    this.#options = options;
    this.#tickets = new Tickets(now);
    const { devices: store, folder } = options;
    const lives = options.lives ?? new DeviceLives({ store, folder, now });
    this.#devices = new Devices({ store, place, lives, onChange: () => this.#onDeviceChange() });
    this.#expiry = new ExpiryWatch({
      clock,
      ends: () => this.#devices.ends(),
      onExpired: (ids) => {
        options.onExpired?.(ids);
        this.#tellDevices();
      },
      onFault: (error) => options.onFault?.(error),
    });
    this.#failures = new FailureLimit(now);
    this.#doorway = new Doorway({
      ...{ identity: options.identity, tabs: options.tabs, passes: this.#passes, devices: this.#devices, place, clock },
      onProven: (socket) => this.#connections.set(socket, 'known'),
      onNews: (news) => options.onNews?.(news),
      onFault: (error) => options.onFault?.(error),
    });
    this.#server = createHttpServer(() => this.#headers());
    this.#server.on('request', (request, response) => this.#onRequest(request, response));
    // Without these two Node would answer by itself, before the gate.
    this.#server.on('checkContinue', (request, response) => this.#onRequest(request, response));
    this.#server.on('checkExpectation', (request, response) => this.#onRequest(request, response));
    this.#server.on('connection', (socket) => this.#connections.add(socket));
    this.#server.on('upgrade', (request, socket, head) => this.#onUpgrade(request, socket, head));
  }

  /** Lets a browser in for as long as this server runs. Belongs in the fragment of a printed address only. */
  get launchToken(): string {
    return this.#launchToken;
  }

  /** The port that it listens on; 0 before that. */
  get port(): number {
    return this.#port;
  }

  /** Listens on 127.0.0.1 only; 0 means any port. Rejects with `EADDRINUSE` if it is taken. */
  async listen(port: number): Promise<number> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
        this.#server.off('error', reject);
        resolve();
      });
    });
    this.#port = (this.#server.address() as AddressInfo).port;
    this.#tellDevices();
    this.#expiry.look();
    // A connection that cannot be accepted, e.g. for lack of file handles, must not end the process.
    this.#server.on('error', (error) => this.#options.onFault?.(error));
    return this.#port;
  }

  /** The browsers that are let in at this port. */
  get devices(): Pick<Devices, 'rename' | 'remove'> {
    return this.#devices;
  }

  #onDeviceChange(): void {
    this.#expiry.note();
    this.#tellDevices();
  }

  #tellDevices(): void {
    this.#options.onDevices?.(this.#devices.list());
  }

  /** Writes a page that lets a browser in once, within a minute; gives its path. */
  writeSignInPage(): Promise<string> {
    return this.#options.pages.write(this.#port, this.#tickets.mint());
  }

  /** No browser is let in any more by what it has; the launch token is another one from now on. */
  revokeAll(): void {
    this.#devices.revokeAll();
    this.#tickets.revokeAll();
    this.#options.pages.removeAll();
    this.#launchToken = newSecret();
  }

  /** Stops listening and cuts every connection; the hub tells tabs before this. */
  async close(): Promise<void> {
    this.#expiry.close();
    this.#options.pages.removeAll();
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    this.#connections.endAll();
    await closed;
  }

  #decide(request: IncomingMessage, isUpgrade: boolean): GateVerdict {
    const { method = '', url = '', rawHeaders } = request;
    return decide(
      { method, url, rawHeaders, isUpgrade },
      {
        port: this.#port,
        isAppFile: (path) => this.#options.assets.has(path),
        hasAppSockets: this.#options.assets.upgrade !== undefined,
        identify: (credentials) => this.#devices.identify(credentials),
        isPassOf: (device, pass) => this.#passes.isPassOf(device, pass),
        toolSession: (secret) => this.#options.tools?.sessionOf(secret) ?? null,
        identifyScript: (token) => this.#options.api?.identify(token) ?? null,
      },
    );
  }

  #headers(path = ''): Record<string, string> {
    return securityHeaders(this.#port, this.#options.assets.policy?.(path));
  }

  #onRequest(request: IncomingMessage, response: ServerResponse): void {
    this.#connections.set(request.socket, 'busy');
    response.once('close', () => this.#connections.set(request.socket, 'idle'));
    const path = request.url?.split('?', 1)[0] ?? '';
    setHeaders(response, path.startsWith(FRAME_PATH) ? frameHeaders(this.#port, path) : this.#headers(path));
    this.#answer({ request, response }).catch((error: unknown) => {
      this.#options.onFault?.(error);
      if (response.headersSent) response.destroy();
      else answerText(response, 500, 'The server failed to answer: its own output says why.');
    });
  }

  async #answer(exchange: Exchange): Promise<void> {
    const { request, response } = exchange;
    const verdict = this.#decide(request, false);
    switch (verdict.kind) {
      case 'file':
        return this.#options.assets.serve(request, response);
      case 'auth':
        return signIn(exchange, this.#terms());
      case 'tools':
        this.#connections.set(request.socket, 'known');
        // Whoever waits for an agent says nothing for a while.
        request.socket.setTimeout(TOOL_IDLE_MS);
        return await this.#options.tools?.answer(request, response, verdict.sessionId);
      case 'foreign-worker':
        this.#options.onNews?.({ kind: 'foreign_worker' });
        return retireWorker(response);
      case 'device':
        this.#connections.set(request.socket, 'known');
        return this.#answerDevice(exchange, verdict.path);
      case 'api':
        this.#connections.set(request.socket, 'known');
        return this.#options.api?.answer(exchange, verdict.caller);
      case 'redirect':
        response.setHeader('Location', verdict.location);
        return answerText(response, 307, `The app is at ${verdict.location}`);
      case 'refuse':
        // What is left of the body is not worth reading.
        setHeaders(response, { Connection: 'close', ...verdict.headers });
        if (isApiPath(request.url?.split('?', 1)[0] ?? '')) return refuseScript(response, verdict);
        return answerText(response, verdict.status, verdict.message);
      case 'app-socket':
      case 'knock':
        return answerText(response, 426, 'There is only a socket at this path.');
    }
  }

  #answerDevice(exchange: Exchange, path: string): Promise<void> | void {
    const { uploads } = this.#options;
    return uploads && isUploadPath(path) ? answerUpload(exchange, path, uploads) : answerDevice(exchange, path);
  }

  #terms(): SignInTerms {
    const { folder, identity, onNews } = this.#options;
    return {
      ...{ port: this.#port, folder, serverKey: identity.publicKey, launchToken: this.#launchToken },
      ...{ tickets: this.#tickets, devices: this.#devices, failures: this.#failures, pages: this.#options.pages },
      onNews: (news) => onNews?.(news),
    };
  }

  #onUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => socket.destroy());
    this.#connections.set(socket as Socket, 'busy');
    try {
      const refusal = this.#admitUpgrade({ request, socket, head }, this.#decide(request, true));
      if (!refusal) return;
      const headers = { ...this.#headers(), ...refusal.headers };
      answerSocket(socket, refusal.status, { sentence: refusal.message, headers });
    } catch (error) {
      this.#options.onFault?.(error);
      socket.destroy();
    }
  }

  #admitUpgrade(upgrade: Upgrade, verdict: GateVerdict): Refusal | null {
    if (verdict.kind === 'refuse') return verdict;
    if (verdict.kind === 'knock') {
      if (!this.#options.tabs.hasRoom()) return FULL;
      this.#doorway.open(upgrade, verdict);
      return null;
    }
    const isTaken = verdict.kind === 'app-socket' && this.#options.assets.upgrade?.(upgrade);
    return isTaken ? null : { kind: 'refuse', status: 404, message: 'There is no socket at this path.' };
  }
}

/** Longer than any call of a tool takes. */
const TOOL_IDLE_MS = 120_000;

type Exchange = { request: IncomingMessage; response: ServerResponse };

type Refusal = Extract<GateVerdict, { kind: 'refuse' }>;

const FULL: Refusal = { kind: 'refuse', status: 503, message: 'Too many tabs are open: close one of them.' };

/** Programs read JSON. */
function refuseScript(response: ServerResponse, { status, message }: Refusal): void {
  answerError(response, status, { code: SCRIPT_CODES[status] ?? 'bad_request', message, reason: null });
}

const SCRIPT_CODES: Readonly<Record<number, string>> = {
  401: 'not_signed_in',
  403: 'forbidden',
  404: 'not_found',
  421: 'wrong_host',
};

function setHeaders(response: ServerResponse, headers: Record<string, string>): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}

/** What a signed-in page can ask for besides the socket. */
function answerDevice({ request, response }: Exchange, path: string): void {
  if (path === DOOR.rpcPath) {
    response.setHeader('Upgrade', 'websocket');
    answerText(response, 426, 'There is only a WebSocket at this path.');
  } else if (path !== DOOR.whoamiPath) {
    answerText(response, 404, 'There is nothing at this path.');
  } else if (request.method !== 'POST') {
    response.setHeader('Allow', 'POST');
    answerText(response, 405, 'This path takes a POST request.');
  } else {
    response.statusCode = 204;
    response.end();
  }
}

/** Takes the place of the script that another server installed, and removes itself with all that it would have answered. */
const LAST_WORDS = `
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(leave()));
async function leave() {
  await self.registration.unregister();
  for (const page of await self.clients.matchAll({ type: 'window' })) page.navigate(page.url).catch(() => {});
}
`;

/**
 * A server that held our port for a while can have left a service worker, which would answer in our place from then on.
 * Browsers look for a newer version of it here at each visit; this is the newer version.
 */
function retireWorker(response: ServerResponse): void {
  response.setHeader('Content-Type', 'text/javascript; charset=utf-8');
  response.end(LAST_WORDS);
}
