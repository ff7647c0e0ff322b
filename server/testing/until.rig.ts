import { Patience } from './patience.rig.js';

const EVERY_MS = 10;
const LOOK_MS = 250;
const MOST_CHARS = 2_000;

/**
 * Reads until what it reads is right, and gives that; any truth will do if nothing else is said. A failure says what was
 * waited for and what was there instead: a run that hangs tells nobody why.
 */
export async function until<T>(
  read: () => T | Promise<T>,
  isRight: (value: T) => boolean = Boolean,
): Promise<Exclude<T, null | undefined | false>> {
  const { value, isFound, waited } = await readUntil(read, isRight, EVERY_MS);
  if (isFound) return value as Exclude<T, null | undefined | false>;
  const what = isRight === Boolean ? condition(read) : `${condition(isRight)} of ${condition(read)}`;
  throw missing(waited, `${what}\nThere was: ${show(value)}`);
}

/** Waits for something that will settle by itself. */
export async function inTime<T>(wait: Promise<T>, what: () => string): Promise<T> {
  const patience = new Patience();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    const look = () => {
      patience.spend(LOOK_MS);
      if (patience.isOver) reject(missing(patience.waited, what()));
      else timer = setTimeout(look, LOOK_MS);
    };
    timer = setTimeout(look, LOOK_MS);
  });
  return await Promise.race([wait, limit]).finally(() => clearTimeout(timer));
}

/** Reads until it is right or patience is over, and says which, with what was last read. */
export async function readUntil<T>(
  read: () => T | Promise<T>,
  isRight: (value: T) => boolean,
  everyMs: number,
): Promise<{ value: T; isFound: boolean; waited: string }> {
  const patience = new Patience();
  for (;;) {
    const begun = performance.now();
    const value = await read();
    const isFound = isRight(value);
    if (isFound || patience.isOver) return { value, isFound, waited: patience.waited };
    // Where it takes long to read, what is read gets time for its own work.
    await patience.pause(Math.max(everyMs, performance.now() - begun));
  }
}

/** The source of a condition, where nothing better is known of it. */
export function condition(holds: (...args: never[]) => unknown): string {
  return String(holds);
}

/** What was there, as far as a message has room for it: of a long text its end. */
export function show(value: unknown): string {
  const text = typeof value === 'string' ? value : written(value);
  return text.length > MOST_CHARS ? `…${text.slice(-MOST_CHARS)}` : text;
}

function written(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return String(value);
  }
}

function missing(waited: string, what: string): Error {
  return new Error(`Waited ${waited} in vain for: ${what}`);
}
