import type { TokenRole } from '../protocol/api/programs.js';
import type { Role } from '../protocol/api/rpc.js';

/** Where a device was let in, and nowhere else. */
export interface Place {
  readonly port: number;
  readonly folder: string;
}

/**
 * Who was let in once: a browser, of whose two credentials a hash and a public key are kept, which open nothing; or a
 * program by its token, of which a hash is kept. A token belongs to a folder at whichever port: its port is 0.
 */
export interface Device extends Place {
  readonly id: string;
  readonly kind: 'browser' | 'script';
  readonly role: Role;
  readonly cookieHash: string;
  readonly publicKey: string;
  /** What a person would call it, e.g. "Chrome on Linux". */
  readonly label: string;
  readonly createdAt: number;
  readonly lastSeenAt: number;
  readonly expiresAt: number;
}

/** A program that showed a good token. */
export interface ScriptCaller {
  readonly id: string;
  readonly label: string;
  readonly role: TokenRole;
}

/** Where device records are kept. */
export interface DeviceStore {
  find(id: string): Device | null;
  /** Adds the record, or replaces the one with the same id. */
  save(device: Device): void;
  touch(id: string, lastSeenAt: number): void;
  remove(id: string): void;
  list(): Device[];
}
