export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Time, as everything here asks for it, so that tests can make it pass. */
export interface Clock {
  /** The time of day; it jumps when somebody sets it. */
  now(): number;
  /** Milliseconds that pass however the clock is set: the difference of two readings is how long something took. */
  ticks(): number;
  /** Calls `act` once after `ms`; the returned function calls it off. */
  after(ms: number, act: () => void): () => void;
}

/** The real time. Anyone who waits keeps the process alive: an agent that is being ended is waited for. */
export const systemClock: Clock = {
  now: () => Date.now(),
  ticks: () => performance.now(),
  after: (ms, act) => {
    const timer = setTimeout(act, ms);
    return () => clearTimeout(timer);
  },
};

/** The real time for work in the background, which no process stays alive for. */
export const backgroundClock: Clock = {
  now: () => Date.now(),
  ticks: () => performance.now(),
  after: (ms, act) => {
    const timer: number | { unref(): void } = setTimeout(act, ms);
    // Browsers give timers a number.
    if (typeof timer === 'object') timer.unref();
    return () => clearTimeout(timer as ReturnType<typeof setTimeout>);
  },
};
