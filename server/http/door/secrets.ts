import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** 256 random bits as 43 characters that are safe in URLs, cookies and headers. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** The form in which a secret is kept and looked up; it cannot be turned back. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Compares in constant time. Both sides are hashed first, so lengths do not show and nothing throws. */
export function isSameSecret(given: unknown, expected: unknown): boolean {
  if (typeof given !== 'string' || typeof expected !== 'string' || expected === '') return false;
  return timingSafeEqual(digest(given), digest(expected));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
