import { manyEvents, STREAMS } from '../../server/protocol/session/many-events.rig.js';
import { reduceTranscript } from '../../server/protocol/session/reduce.js';
import type { LoggedEvent } from '../../server/protocol/session/session-event.js';
import { emptyTranscript } from '../../server/protocol/transcript/transcript.js';
import type { Bench, Figures } from './figure.js';
import { cpuMs } from './reference.js';

const EVENTS = 100_000;

/** What sessions are mostly made of. */
const COMMON = [
  ...['one long message', 'agent_update', 'tool calls that end', 'tool calls left open', 'updates of one old call'],
  ...['one terminal', 'plans in one turn', 'short turns'],
];

type Reducer = typeof reduceTranscript;

/** How long folding takes, and whether the last events of a long session cost more than the first. */
export const measure: Bench = async (reference) => foldAll(reduceTranscript, EVENTS, () => reference.sample());

/** The same with any reducer. */
export function foldAll(reduce: Reducer, count: number, between = () => {}): Figures {
  const folds = COMMON.map((name) => {
    between();
    return fold(reduce, manyEvents(STREAMS[name]!, count));
  });
  return {
    fold: Math.max(...folds.map(({ total }) => total)),
    'fold-growth': Math.max(...folds.map(({ growth }) => growth)),
  };
}

function fold(reduce: Reducer, events: readonly LoggedEvent[]): { total: number; growth: number } {
  const marks = [cpuMs()];
  let transcript = emptyTranscript;
  for (const [i, event] of events.entries()) {
    transcript = reduce(transcript, event);
    if ((i + 1) % (events.length / 10) === 0) marks.push(cpuMs());
  }
  const took = marks.slice(1).map((mark, i) => mark - marks[i]!);
  // The first tenth also warms up the machine, and a collection of garbage may fall into any one: halves are fairer.
  const [early, late] = [took.slice(1, 4), took.slice(-3)].map((tenths) => tenths.reduce((sum, ms) => sum + ms, 0));
  return { total: marks.at(-1)! - marks[0]!, growth: late! / early! };
}
