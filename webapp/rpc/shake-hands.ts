import {
  importPublicKey,
  isProof,
  prove,
  type Reply,
  readChallenge,
  readWelcome,
} from '../../server/protocol/handshake.js';
import type { Identity } from './identity-shelf.js';
import { connectionWords } from './words.js';

/** The program at the server's address could not show that it is the server: nothing was sent to it. */
export class ImpostorError extends Error {
  constructor() {
    super(connectionWords.impostor);
  }
}

/** Who comes, and to which port: as the page's own address has it, no matter what is in between. */
export interface Visit {
  readonly identity: Identity;
  readonly port: number;
  readonly nonce: string;
  /** Whether somebody else has answered there since the last good visit. */
  readonly metImpostor: boolean;
}

export interface Outcome {
  /** Called while the welcome is being read, so that the frame behind it finds its reader. */
  onWelcome(pass: string): void;
  onFailure(error: Error): void;
}

/** The tab's half of the handshake on a fresh socket: it answers only a server that has proved itself. */
export function shakeHands(socket: WebSocket, visit: Visit, { onWelcome, onFailure }: Outcome): void {
  let stage: 'waiting' | 'checking' | 'proven' | 'failed' = 'waiting';
  const fail = (error: Error) => {
    stage = 'failed';
    socket.removeEventListener('message', onMessage);
    onFailure(error);
    socket.close();
  };
  const onMessage = ({ data }: MessageEvent) => {
    if (stage === 'waiting') {
      stage = 'checking';
      answer(data, visit).then(
        (reply) => {
          // Meanwhile the other end may have gone, or said what it should not.
          if (stage !== 'checking' || socket.readyState !== socket.OPEN) return;
          stage = 'proven';
          socket.send(reply);
        },
        (error: unknown) => fail(error instanceof Error ? error : new ImpostorError()),
      );
      return;
    }
    const welcome = stage === 'proven' ? readWelcome(data) : null;
    if (!welcome) return fail(new ImpostorError());
    socket.removeEventListener('message', onMessage);
    onWelcome(welcome.pass);
  };
  socket.addEventListener('message', onMessage);
}

/** The tab's proof; rejects unless the server has given its own. */
async function answer(frame: unknown, { identity, port, nonce, metImpostor }: Visit): Promise<string> {
  const { device, folder, serverKey, keys } = identity;
  const challenge = readChallenge(frame);
  const key = await importPublicKey(serverKey);
  if (!challenge || !key) throw new ImpostorError();
  const handshake = { port, folder, device, tabNonce: nonce, serverNonce: challenge.nonce };
  if (!(await isProof(key, 'server', handshake, challenge.proof))) throw new ImpostorError();
  return JSON.stringify({ proof: await prove(keys.privateKey, 'tab', handshake), metImpostor } satisfies Reply);
}
