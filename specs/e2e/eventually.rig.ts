import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';

const LIMIT_MS = 120_000;
const EVERY_MS = 40;
/** So long a page may take to come to rest; what is wrong with it then stays wrong. */
const REST_MS = 10_000;

/**
 * Asserts that what it reads is right, now or soon, and fails with what it last read; the limit is for what never comes.
 * A test may rest on it alone.
 */
export async function eventually<T>(
  read: () => Promise<T> | T,
  isRight: (value: T) => boolean,
  what: string,
): Promise<T> {
  const deadline = Date.now() + LIMIT_MS;
  let value: T;
  let held: boolean;
  for (;;) {
    const begun = Date.now();
    value = await read();
    held = isRight(value);
    if (held || Date.now() >= deadline) break;
    // A page that takes long to answer gets time for its own work.
    await sleep(Math.max(EVERY_MS, Date.now() - begun));
  }
  assert.ok(held, held ? what : `${what}, but it was ${JSON.stringify(value)?.slice(0, 2000)}`);
  return value;
}

/** What is wrong with a page and stays so: what is only on its way, after a resize or while a part loads, is no fault. */
export async function lastingFaults(find: () => Promise<string[]>): Promise<string[]> {
  const deadline = Date.now() + REST_MS;
  let found = await find();
  while (found.length > 0 && Date.now() < deadline) {
    await sleep(EVERY_MS);
    found = await find();
  }
  return found;
}
