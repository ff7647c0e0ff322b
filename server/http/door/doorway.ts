import type { Socket } from 'node:net';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import type { Device, Place } from '../../ports/devices.js';
import { DOOR, type DoorNews } from '../../protocol/api/door.js';
import type { Clock } from '../../protocol/clock.js';
import {
  type Challenge,
  HANDSHAKE_LIMITS,
  importPublicKey,
  isProof,
  newNonce,
  readReply,
  type Welcome,
} from '../../protocol/handshake.js';
import { LIMITS } from '../../protocol/limits.js';
import type { Upgrade } from '../messages/answers.js';
import type { Devices } from './devices.js';
import type { Passes } from './passes.js';
import type { ServerIdentity } from './server-identity.js';

/** Who takes over the sockets of tabs once they are in. */
export interface TabHost {
  /** Resolves when it can take over sockets, if that isn't at once. */
  ready?(): Promise<unknown>;
  /** Says whether one more tab can come. */
  hasRoom(): boolean;
  accept(ws: WebSocket, device: Device): void;
}

export interface DoorwayParts {
  readonly identity: ServerIdentity;
  readonly devices: Devices;
  readonly passes: Passes;
  readonly tabs: TabHost;
  readonly place: () => Place;
  readonly clock: Clock;
  /** Hears of sockets whose other end has proved who it is. */
  onProven(socket: Socket): void;
  onNews(news: DoorNews): void;
  onFault(error: unknown): void;
}

/** A tab that shows a device's cookie and wants to prove that it is that device. */
export interface Knock {
  readonly device: Device;
  readonly nonce: string;
}

/** Between the gate and the tabs: on each fresh socket both ends prove themselves, the server first. */
export class Doorway {
  readonly #parts: DoorwayParts;
  readonly #sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: LIMITS.frameBytes,
    perMessageDeflate: false,
    // The hello is offered as a subprotocol too; it is not ours to select.
    handleProtocols: () => DOOR.subprotocol,
  });

  constructor(parts: DoorwayParts) {
    this.#parts = parts;
  }

  open({ request, socket, head }: Upgrade, knock: Knock): void {
    this.#sockets.handleUpgrade(request, socket, head, (ws) => {
      this.#shakeHands(ws, socket as Socket, knock).catch((error: unknown) => {
        ws.terminate();
        this.#parts.onFault(error);
      });
    });
  }

  async #shakeHands(ws: WebSocket, socket: Socket, { device, nonce }: Knock): Promise<void> {
    const { identity, devices, place, passes, tabs, clock, onProven, onNews } = this.#parts;
    const unlimit = limit(ws, socket, clock);
    const handshake = { ...place(), device: device.id, tabNonce: nonce, serverNonce: newNonce() };
    const answer = firstFrame(ws);
    const challenge: Challenge = { nonce: handshake.serverNonce, proof: await identity.prove(handshake) };
    ws.send(JSON.stringify(challenge));
    const reply = readReply(await answer);
    const key = await importPublicKey(device.publicKey);
    const isProven = reply !== null && key !== null && (await isProof(key, 'tab', handshake, reply.proof));
    if (isProven) await tabs.ready?.();
    // In the meantime it may have gone, or been signed out.
    if (ws.readyState !== ws.OPEN) return;
    const known = isProven && devices.find(device.id);
    if (!known) return refuse(ws, DOOR.signedOutCode, 'This browser is not signed in.');
    if (!tabs.hasRoom()) return refuse(ws, TRY_LATER, 'Too many tabs are open: close one of them.');
    unlimit();
    onProven(socket);
    const welcome: Welcome = { pass: passes.passOf(known) };
    ws.send(JSON.stringify(welcome));
    if (reply.metImpostor) onNews({ kind: 'impostor_met', device: known.label });
    tabs.accept(ws, known);
    ws.resume();
  }
}

/** The close code for "not now". */
const TRY_LATER = 1013;

/** The other end has to be heard for the connection to close in order; it is still limited. */
function refuse(ws: WebSocket, code: number, reason: string): void {
  ws.resume();
  ws.close(code, reason);
}

/** Ends a connection whose other end says too much, or nothing for too long; the result lifts that. */
function limit(ws: WebSocket, socket: Socket, clock: Clock): () => void {
  let bytes = 0;
  const count = (part: Buffer) => {
    bytes += part.length;
    if (bytes > HANDSHAKE_LIMITS.bytes) ws.terminate();
  };
  const stopTimer = clock.after(HANDSHAKE_LIMITS.ms, () => ws.terminate());
  const unlimit = () => {
    stopTimer();
    socket.off('data', count);
  };
  socket.on('data', count);
  ws.once('close', unlimit);
  // Without a listener an error of the socket would end the process.
  ws.on('error', () => {});
  return unlimit;
}

/** The first thing that the other end says, and nothing after it for now; null if that isn't a text, or it never says any. */
function firstFrame(ws: WebSocket): Promise<string | null> {
  return new Promise((resolve) => {
    ws.once('message', (data: RawData, isBinary) => {
      ws.pause();
      resolve(isBinary ? null : String(data));
    });
    ws.once('close', () => resolve(null));
  });
}
