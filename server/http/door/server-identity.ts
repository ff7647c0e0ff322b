import { exportPublicKey, type Handshake, newKeyPair, prove } from '../../protocol/handshake.js';

/** What a server keeps of its key from one start to the next. */
export type KeptKey = JsonWebKey;

/** By what browsers know the server of a folder again: a key pair that is made once. */
export class ServerIdentity {
  /** What browsers are told when they sign in. */
  readonly publicKey: string;
  readonly #privateKey: CryptoKey;

  private constructor(publicKey: string, privateKey: CryptoKey) {
    this.publicKey = publicKey;
    this.#privateKey = privateKey;
  }

  /** Takes the kept key; where there is none that can be read, makes one and has it kept. */
  static async load(kept: unknown, keep: (key: KeptKey) => void): Promise<ServerIdentity> {
    const pair = await importPair(kept).catch(() => null);
    if (pair) return ServerIdentity.#of(pair);
    const fresh = await newKeyPair(true);
    keep(await crypto.subtle.exportKey('jwk', fresh.privateKey));
    return ServerIdentity.#of(fresh);
  }

  /** The server's half of a handshake. */
  prove(handshake: Handshake): Promise<string> {
    return prove(this.#privateKey, 'server', handshake);
  }

  static async #of({ publicKey, privateKey }: CryptoKeyPair): Promise<ServerIdentity> {
    return new ServerIdentity(await exportPublicKey(publicKey), privateKey);
  }
}

async function importPair(kept: unknown): Promise<CryptoKeyPair> {
  const curve = { name: 'ECDSA', namedCurve: 'P-256' };
  const key = kept as KeptKey;
  const { d: _private, key_ops: _ops, ...open } = key;
  const [privateKey, publicKey] = await Promise.all([
    crypto.subtle.importKey('jwk', key, curve, false, ['sign']),
    crypto.subtle.importKey('jwk', open, curve, true, ['verify']),
  ]);
  return { privateKey, publicKey };
}
