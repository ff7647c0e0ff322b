import { setTimeout } from 'node:timers/promises';
import { ownFault } from './own-faults.js';
import type { TryPlace } from './try-place.js';
import { readTrace } from './wire-trace.js';

/** So long nothing more is expected of one scenario. */
const LIMIT_MS = 180_000;

/** What came of one scenario: it went well, we failed, or the agent did, as lines on the wire show. */
export interface Outcome {
  readonly result: 'ok' | 'FAIL' | 'own';
  readonly words: string;
  readonly proof?: readonly string[];
}

/** Where a scenario is tried, and what it is called in the table. */
export interface Attempt {
  readonly agentId: string;
  readonly column: string;
  readonly place: TryPlace;
}

/** Tries one thing, says how it went, and how long it took. */
export async function outcomeOf(attempt: Attempt, run: () => Promise<string>): Promise<Outcome> {
  const { agentId, column, place } = attempt;
  const [began, linesBefore] = [Date.now(), readTrace(place).length];
  const limit = new AbortController();
  const tooLong = setTimeout(LIMIT_MS, null, { signal: limit.signal }).then(() => {
    throw new Error(`nothing more came in ${LIMIT_MS / 1000} s`);
  });
  tooLong.catch(() => {});
  const outcome = await Promise.race([run(), tooLong]).then(
    (words): Outcome => ({ result: 'ok', words }),
    (error: unknown): Outcome => {
      const words = error instanceof Error ? error.message : String(error);
      const lines = readTrace(place).slice(linesBefore);
      const fault = ownFault({ agentId, column, words, lines });
      return fault
        ? { result: 'own', words: `${words}: ${fault.because}`, proof: fault.proof }
        : { result: 'FAIL', words };
    },
  );
  limit.abort();
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  console.log(`  ${outcome.result.padEnd(4)} ${column.padEnd(26)} ${seconds.padStart(5)} s  ${outcome.words}`);
  for (const line of outcome.proof ?? []) console.log(`       ${line}`);
  return outcome;
}
