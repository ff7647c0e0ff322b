import { createHmac, randomBytes } from 'node:crypto';
import { isSameSecret } from './secrets.js';

/**
 * What devices show with requests beside their socket. A pass is handed over only on a socket whose both ends have proved
 * themselves; it belongs to one device, and no pass outlives the server that gave it.
 */
export class Passes {
  readonly #secret = randomBytes(32);

  passOf(device: { readonly id: string }): string {
    return createHmac('sha256', this.#secret).update(device.id).digest('base64url');
  }

  isPassOf(device: { readonly id: string }, given: string | null): boolean {
    return isSameSecret(given, this.passOf(device));
  }
}
