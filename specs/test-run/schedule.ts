/** A piece of a run that can go on beside others. */
export interface Job {
  name: string;
  /** How long it took before, or null if nobody knows. */
  expectedMs: number | null;
  /** Somebody waits for this one most of all. */
  isUrgent?: boolean;
  /** How much of a processor it keeps busy while it runs, 0 to 1 or more. */
  share: number;
  /** It begins after this. */
  after?: Promise<unknown>;
  run(): Promise<void>;
}

/** After the urgent ones, those that nobody knows come first, since they may be the longest; then the longest. */
function byUrgency(a: Job, b: Job): number {
  const [ofA, ofB] = [a, b].map(({ expectedMs }) => expectedMs ?? Number.MAX_VALUE) as [number, number];
  return Number(b.isUrgent ?? false) - Number(a.isUrgent ?? false) || ofB - ofA;
}

/** Runs all jobs: always as many as keep the processors busy, the longest first, so that none is left over at the end. */
export async function runJobs(jobs: readonly Job[], cores: number): Promise<void> {
  const waiting = jobs.toSorted(byUrgency);
  const held = new Set(jobs.filter(({ after }) => after !== undefined));
  let used = 0;
  let failed: { error: unknown } | null = null;
  await new Promise<void>((resolve, reject) => {
    let running = 0;
    const go = () => {
      if (failed && running === 0) reject(failed.error);
      while (!failed && used < cores - TOLERANCE) {
        const next = waiting.find((job) => !held.has(job));
        if (!next) break;
        waiting.splice(waiting.indexOf(next), 1);
        start(next);
      }
      if (waiting.length === 0 && running === 0) resolve();
    };
    const start = (job: Job) => {
      running += 1;
      used += job.share;
      job
        .run()
        .catch((error: unknown) => {
          failed ??= { error };
        })
        .finally(() => {
          running -= 1;
          used -= job.share;
          go();
        });
    };
    for (const job of held) {
      job.after!.then(
        () => {
          held.delete(job);
          go();
        },
        (error: unknown) => {
          failed ??= { error };
          go();
        },
      );
    }
    go();
  });
}

/** A processor that has less than this to do is worth another job. */
const TOLERANCE = 0.25;
