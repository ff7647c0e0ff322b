/** For what never comes; what is only slow on a busy machine comes long before. */
const LIMIT_MS = 120_000;
const EVERY_MS = 10;

/** Waits until something holds, and fails with what was missing: a run that hangs tells nobody why. */
export async function until(holds: () => unknown, what: () => string = () => condition(holds)): Promise<void> {
  const deadline = performance.now() + LIMIT_MS;
  while (!(await holds())) {
    if (performance.now() > deadline) throw missing(what());
    await sleep(EVERY_MS);
  }
}

/** The same for a wait that something else ends. */
export async function inTime<T>(wait: Promise<T>, what: () => string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(missing(what())), LIMIT_MS);
  });
  return await Promise.race([wait, limit]).finally(() => clearTimeout(timer));
}

/** The source of a condition, where nothing better is known of it. */
export function condition(holds: (...args: never[]) => unknown): string {
  return String(holds);
}

function missing(what: string): Error {
  return new Error(`Waited ${LIMIT_MS / 1000} s in vain for: ${what}`);
}

/** Not Node's own: the clock of tests runs in a browser too. */
function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
