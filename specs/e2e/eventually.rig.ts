import assert from 'node:assert/strict';
import { readUntil, show } from '../../server/testing/until.rig.js';

const EVERY_MS = 40;
/** For an act that is tried again by `eventually`, since what it acts on may be gone by then. */
export const ONE_TRY = { timeout: 1_000 };

/** Asserts that what it reads is right, now or soon, and fails with what it last read. A test may rest on it alone. */
export async function eventually<T>(
  read: () => Promise<T> | T,
  isRight: (value: T) => boolean,
  what: string,
): Promise<T> {
  const { value, isFound, waited } = await readUntil(read, isRight, EVERY_MS);
  assert.ok(isFound, isFound ? what : `${what}, but after ${waited} it was ${show(value)}`);
  return value;
}

/** What is wrong with a page and stays so: what is only on its way, after a resize or while a part loads, is no fault. */
export async function lastingFaults(find: () => Promise<string[]>): Promise<string[]> {
  return (await readUntil(find, (found) => found.length === 0, EVERY_MS)).value;
}
