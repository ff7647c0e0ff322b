import type { RecountedTokens } from '../events.js';
import type { MeteredReply, Transcript } from './transcript.js';

/** No more replies than these are counted once more. */
const MOST_METERED = 20;

/** Notes that a reply has tokens. */
export function meterReply({ metered = [] }: Transcript, reply: MeteredReply): Pick<Transcript, 'metered'> {
  return { metered: [...metered, reply].slice(-MOST_METERED) };
}

/** The replies that the end of turn `turn` counts once more, wherever their entries are. */
export function recountedReplies(
  { metered = [] }: Transcript,
  turn: number,
  recounted: readonly RecountedTokens[] = [],
): (MeteredReply & RecountedTokens)[] {
  const before = metered.filter((reply) => reply.turn < turn).reverse();
  return [...recounted].reverse().flatMap((counts, n) => (before[n] ? [{ ...before[n], ...counts }] : []));
}
