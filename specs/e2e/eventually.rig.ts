import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';

const LIMIT_MS = 60_000;
const EVERY_MS = 40;

/** Reads until what it reads is right, and fails with what it last read; the limit is for what never comes. */
export async function eventually<T>(
  read: () => Promise<T> | T,
  isRight: (value: T) => boolean,
  what: string,
): Promise<T> {
  const deadline = Date.now() + LIMIT_MS;
  for (;;) {
    const value = await read();
    if (isRight(value)) return value;
    if (Date.now() > deadline) assert.fail(`${what}, but it was ${JSON.stringify(value)?.slice(0, 2000)}`);
    await sleep(EVERY_MS);
  }
}
