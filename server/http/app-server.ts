import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { DOOR } from '../protocol/door.js';
import { answerSocket, answerText } from './answers.js';
import type { Assets, Upgrade } from './assets.js';
import { type Device, type DeviceStore, Devices } from './devices.js';
import { FailureLimit } from './failure-limit.js';
import { decide, type Verdict } from './gate.js';
import { createHttpServer } from './http-server.js';
import { newSecret } from './secrets.js';
import { FRAME_PATH, frameHeaders, securityHeaders } from './security-headers.js';
import { type SignInDesk, signIn } from './sign-in.js';
import { Tickets } from './tickets.js';
import { answerUpload, isUploadPath, type UploadDesk } from './uploads/answer-upload.js';

/** An upgrade that passed the gate. */
export interface AdmittedUpgrade extends Upgrade {
  device: Device;
}

export interface AppServerOptions {
  assets: Assets;
  devices: DeviceStore;
  /** Takes over the socket of a tab; false means that there is no room for one more. */
  onUpgrade(upgrade: AdmittedUpgrade): boolean;
  /** Takes what people attach; without it there is nothing at that path. */
  uploads?: UploadDesk;
  /** Hears of failures that are the server's own. */
  onFault?: (error: unknown) => void;
  now?: () => number;
}

/** The one port of the app: its files, signing in, and the way to the RPC hub, all behind one gate. */
export class AppServer {
  /** Lets a browser in for as long as this server runs. Belongs in the fragment of a printed address only. */
  readonly launchToken = newSecret();
  readonly #options: AppServerOptions;
  readonly #server: Server;
  readonly #tickets: Tickets;
  readonly #devices: Devices;
  readonly #failures: FailureLimit;
  readonly #sockets = new Set<Socket>();
  #port = 0;

  constructor(options: AppServerOptions) {
    const now = options.now ?? Date.now;
    this.#options = options;
    this.#tickets = new Tickets(now);
    this.#devices = new Devices(options.devices, now);
    this.#failures = new FailureLimit(now);
    this.#server = createHttpServer(() => this.#headers());
    this.#server.on('request', (request, response) => this.#onRequest(request, response));
    // Without these two Node would answer by itself, before the gate.
    this.#server.on('checkContinue', (request, response) => this.#onRequest(request, response));
    this.#server.on('checkExpectation', (request, response) => this.#onRequest(request, response));
    this.#server.on('connection', (socket) => this.#track(socket));
    this.#server.on('upgrade', (request, socket, head) => this.#onUpgrade(request, socket, head));
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
    // A connection that cannot be accepted, e.g. for lack of file handles, must not end the process.
    this.#server.on('error', (error) => this.#options.onFault?.(error));
    return this.#port;
  }

  /** A token for one use within a minute, for addresses that others might see. */
  mintTicket(): string {
    return this.#tickets.mint();
  }

  /** Stops listening and cuts every connection; tabs are told by the hub, before this. */
  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  #track(socket: Socket): void {
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
  }

  #decide(request: IncomingMessage, isUpgrade: boolean): Verdict {
    const { method = '', url = '', rawHeaders } = request;
    return decide(
      { method, url, rawHeaders, isUpgrade },
      {
        port: this.#port,
        isAppFile: (path) => this.#options.assets.has(path),
        hasAppSockets: this.#options.assets.upgrade !== undefined,
        identify: (credentials) => this.#devices.identify(credentials),
      },
    );
  }

  #headers(): Record<string, string> {
    return securityHeaders(this.#port, this.#options.assets.policy);
  }

  #onRequest(request: IncomingMessage, response: ServerResponse): void {
    const path = request.url?.split('?', 1)[0] ?? '';
    setHeaders(response, path.startsWith(FRAME_PATH) ? frameHeaders(this.#port, path) : this.#headers());
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
        return signIn(exchange, verdict.known, this.#desk());
      case 'device':
        return this.#answerDevice(exchange, verdict.path);
      case 'redirect':
        response.setHeader('Location', verdict.location);
        return answerText(response, 307, `The app is at ${verdict.location}`);
      case 'refuse':
        // What is left of the body is not worth reading.
        setHeaders(response, { Connection: 'close', ...verdict.headers });
        return answerText(response, verdict.status, verdict.message);
      case 'app-socket':
        return answerText(response, 426, 'There is only a socket at this path.');
    }
  }

  #answerDevice(exchange: Exchange, path: string): Promise<void> | void {
    const { uploads } = this.#options;
    return uploads && isUploadPath(path) ? answerUpload(exchange, path, uploads) : answerDevice(exchange, path);
  }

  #desk(): SignInDesk {
    const { launchToken } = this;
    return { port: this.#port, launchToken, tickets: this.#tickets, devices: this.#devices, failures: this.#failures };
  }

  #onUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => socket.destroy());
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

  #admitUpgrade(upgrade: Upgrade, verdict: Verdict): Refusal | null {
    if (verdict.kind === 'refuse') return verdict;
    if (verdict.kind === 'device') return this.#options.onUpgrade({ ...upgrade, device: verdict.device }) ? null : FULL;
    const isTaken = verdict.kind === 'app-socket' && this.#options.assets.upgrade?.(upgrade);
    return isTaken ? null : { kind: 'refuse', status: 404, message: 'There is no socket at this path.' };
  }
}

type Exchange = { request: IncomingMessage; response: ServerResponse };

type Refusal = Extract<Verdict, { kind: 'refuse' }>;

const FULL: Refusal = { kind: 'refuse', status: 503, message: 'Too many tabs are open: close one of them.' };

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
