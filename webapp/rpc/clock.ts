/** Time, as everything here asks for it, so that tests can make it pass. */
export interface Clock {
  now(): number;
  /** Calls `task` once after a while; the result takes it back. */
  after(ms: number, task: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, task) {
    const timer = setTimeout(task, ms);
    return () => clearTimeout(timer);
  },
};
