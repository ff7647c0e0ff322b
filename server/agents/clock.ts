/** Time as the agents' side needs it, so that tests can turn it by hand. */
export interface Clock {
  now(): number;
  /** Calls `act` once after `ms`; the returned function calls it off. */
  after(ms: number, act: () => void): () => void;
}

/** The real time. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after: (ms, act) => {
    const timer = setTimeout(act, ms);
    return () => clearTimeout(timer);
  },
};
