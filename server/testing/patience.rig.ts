/**
 * How long tests wait for something: 15 s on a free machine. Where more processes want to run than there are cores,
 * everything takes longer, so waits do too, up to 60 s. For tests in Node and in pages.
 */
const FREE_MS = 15_000;
const MOST_MS = 60_000;
/** Between two looks at the machine, which changes no faster. */
const LOOK_MS = 100;
/** A rush of this length counts; a shorter one mostly passes by. */
const SMOOTH_MS = 5_000;

/** A page has neither. */
const [os, fs] = [builtin('node:os'), builtin('node:fs')];
let crowding: { at: number; is: number } | null = null;

/** How long a wait that begins now may take, in whole milliseconds: the limit of a child process takes no others. */
export function patienceMs(): number {
  return Math.min(MOST_MS, Math.round(FREE_MS * measureCrowding()));
}

/** How many processes want each core, lately; 1 where all that want to run can. A page that was never told has no idea. */
export function measureCrowding(): number {
  if (!os) return crowding?.is ?? MOST_MS / FREE_MS;
  const now = performance.now();
  if (crowding && now - crowding.at < LOOK_MS) return crowding.is;
  const is = Math.max(1, os.loadavg()[0]! / os.availableParallelism(), runnable() / os.availableParallelism());
  const weight = crowding ? 1 - Math.exp((crowding.at - now) / SMOOTH_MS) : 1;
  crowding = { at: now, is: crowding ? crowding.is + weight * (is - crowding.is) : is };
  return crowding.is;
}

/** Tells a page what its runner has measured. */
export function tellCrowding(is: number): void {
  crowding = { at: performance.now(), is };
}

/** What is left of the patience of one wait. What passes while others have the cores counts less. */
export class Patience {
  readonly #begun = performance.now();
  #seen = this.#begun;
  #spent = 0;

  get isOver(): boolean {
    return this.#spent >= FREE_MS || performance.now() - this.#begun >= MOST_MS;
  }

  /** How long it has been, as people say it. */
  get waited(): string {
    return `${Math.round((performance.now() - this.#begun) / 1000)} s`;
  }

  /** Waits before another look. */
  async pause(ms: number): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, ms));
    this.spend(ms);
  }

  /** Counts what has passed since the last time, in which a timer was to take this long. */
  spend(asked: number): void {
    const now = performance.now();
    // Nobody has done anything while the machine was asleep or this process was held.
    const passed = Math.min(now - this.#seen, 10 * asked + LOOK_MS);
    this.#spent += passed / measureCrowding();
    this.#seen = now;
  }
}

/** Processes that run or could; Linux says so at once, while the load of a minute is slow to rise. */
function runnable(): number {
  try {
    return Number(/ (\d+)\//.exec(fs!.readFileSync('/proc/loadavg', 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

function builtin<T extends 'node:os' | 'node:fs'>(name: T) {
  return globalThis.process?.getBuiltinModule?.(name) ?? null;
}
