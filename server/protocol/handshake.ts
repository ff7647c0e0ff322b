import { fieldsOf } from './fields.js';
import { parseJson } from './read-json.js';
/**
 * How a tab and a server come to trust each other on a fresh socket, before anything else is said there:
 *
 *   tab → server   hello      its device and a nonce, in the upgrade itself
 *   server → tab   challenge  a nonce, and the server's proof
 *   tab → server   reply      the tab's proof
 *   server → tab   welcome    the pass for requests beside the socket
 *
 * A proof is a signature over all that tells this handshake from any other. The server's comes first, so that anyone else who
 * listens on its port is told nothing; the private keys never leave their side.
 */
export interface Handshake {
  readonly port: number;
  readonly folder: string;
  readonly device: string;
  readonly tabNonce: string;
  readonly serverNonce: string;
}

export type Side = 'server' | 'tab';

export interface Challenge {
  readonly nonce: string;
  readonly proof: string;
}

export interface Reply {
  readonly proof: string;
  /** Somebody else has answered here since this tab was last let in, and could not prove to be the server. */
  readonly metImpostor: boolean;
}

export interface Welcome {
  readonly pass: string;
}

/** What a side may cost the other before both are sure. */
export const HANDSHAKE_LIMITS = { bytes: 2 * 1024, ms: 10_000 } as const;

const HELLO = /^hello\.([\w-]{1,64})\.([\w-]{43})$/;
const NONCE = /^[\w-]{43}$/;
const PROOF = /^[\w-]{86}$/;
const CURVE = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const SIGNATURE = { name: 'ECDSA', hash: 'SHA-256' } as const;

/** 256 random bits, so that no handshake is ever like another. */
export function newNonce(): string {
  return toBase64Url(crypto.getRandomValues(new Uint8Array(32)));
}

/** The hello as the subprotocol that a tab offers beside ours: a browser lets pages set nothing else. */
export function writeHello(device: string, nonce: string): string {
  return `hello.${device}.${nonce}`;
}

export function readHello(subprotocol: string): { device: string; nonce: string } | null {
  const [, device, nonce] = HELLO.exec(subprotocol) ?? [];
  return device !== undefined && nonce !== undefined ? { device, nonce } : null;
}

export function readChallenge(frame: unknown): Challenge | null {
  const { nonce, proof } = frameFields(frame);
  return isLike(nonce, NONCE) && isLike(proof, PROOF) ? { nonce, proof } : null;
}

export function readReply(frame: unknown): Reply | null {
  const { proof, metImpostor } = frameFields(frame);
  return isLike(proof, PROOF) ? { proof, metImpostor: metImpostor === true } : null;
}

export function readWelcome(frame: unknown): Welcome | null {
  const { pass } = frameFields(frame);
  return isLike(pass, NONCE) ? { pass } : null;
}

/** A key pair of one side. A key that cannot be exported can be used by its holder and copied by nobody. */
export function newKeyPair(isExtractable: boolean): Promise<CryptoKeyPair> {
  return crypto.subtle.generateKey(CURVE, isExtractable, ['sign', 'verify']);
}

/** The public half as the other side keeps it. */
export async function exportPublicKey(key: CryptoKey): Promise<string> {
  return toBase64Url(new Uint8Array(await crypto.subtle.exportKey('raw', key)));
}

/** Null for anything but a point on the curve. */
export async function importPublicKey(text: string): Promise<CryptoKey | null> {
  const bytes = /^[\w-]{87}$/.test(text) ? fromBase64Url(text) : null;
  if (!bytes) return null;
  return await crypto.subtle.importKey('raw', bytes, CURVE, true, ['verify']).catch(() => null);
}

export async function prove(key: CryptoKey, side: Side, handshake: Handshake): Promise<string> {
  return toBase64Url(new Uint8Array(await crypto.subtle.sign(SIGNATURE, key, statement(side, handshake))));
}

/** Never throws: a proof that cannot be read isn't a proof. */
export async function isProof(key: CryptoKey, side: Side, handshake: Handshake, proof: string): Promise<boolean> {
  const bytes = PROOF.test(proof) ? fromBase64Url(proof) : null;
  if (!bytes) return false;
  return await crypto.subtle.verify(SIGNATURE, key, bytes, statement(side, handshake)).catch(() => false);
}

/** What is signed. JSON keeps the fields apart no matter what they hold, and the side keeps one proof from passing for the other. */
function statement(side: Side, handshake: Handshake): Uint8Array<ArrayBuffer> {
  const { port, folder, device, tabNonce, serverNonce } = handshake;
  return new TextEncoder().encode(JSON.stringify(['acdeck door 1', side, port, folder, device, tabNonce, serverNonce]));
}

function frameFields(frame: unknown): Record<string, unknown> {
  if (typeof frame !== 'string' || frame.length > HANDSHAKE_LIMITS.bytes) return {};
  return fieldsOf(parseJson(frame));
}

function isLike(value: unknown, pattern: RegExp): value is string {
  return typeof value === 'string' && pattern.test(value);
}

function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
      character.charCodeAt(0),
    );
  } catch {
    return null;
  }
}
