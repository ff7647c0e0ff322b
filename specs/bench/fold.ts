import type { LoggedEvent, SessionEvent } from '../../server/protocol/events.js';
import { reduceTranscript } from '../../server/protocol/transcript/reduce.js';
import { emptyTranscript } from '../../server/protocol/transcript/transcript.js';
import type { Bench, Figures } from './figure.js';
import { cpuMs } from './reference.js';

const EVENTS = 100_000;
const by = { kind: 'server' } as const;
const text = (words: string) => ({ type: 'text', text: words }) as const;
const update = (fields: object): SessionEvent => ({ type: 'agent_update', update: fields as never });

/** What sessions are made of, each kind alone. */
const STREAMS: Record<string, (i: number) => SessionEvent> = {
  'one long message': () => update({ sessionUpdate: 'agent_message_chunk', content: text('word word word ') }),
  'a message each': (i) => update({ sessionUpdate: 'agent_message_chunk', messageId: `m${i}`, content: text('word') }),
  'tool calls that end': (i) =>
    update({
      sessionUpdate: i % 2 === 0 ? 'tool_call' : 'tool_call_update',
      ...{ toolCallId: `t${i >> 1}`, title: 'Read a file', status: i % 2 === 0 ? 'pending' : 'completed' },
    }),
  'tool calls left open': (i) =>
    update({ sessionUpdate: 'tool_call', toolCallId: `t${i}`, title: 'Read', status: 'pending' }),
  'updates of one old call': (i) =>
    i % 2 === 0
      ? update({ sessionUpdate: 'agent_message_chunk', messageId: `m${i}`, content: text('word') })
      : update({ sessionUpdate: 'tool_call_update', toolCallId: 'old', title: `${i}` }),
  'terminal output': (i) =>
    i === 0
      ? { type: 'terminal_opened', terminalId: 'x', command: 'make', cwd: '/' }
      : { type: 'terminal_output', terminalId: 'x', text: 'cc -c -O2 file.c -o file.o\n' },
  'plans in one turn': (i) =>
    i % 2 === 0
      ? update({ sessionUpdate: 'tool_call', toolCallId: `t${i}`, title: 'Read', status: 'completed' })
      : update({ sessionUpdate: 'plan', entries: [{ content: `${i}`, priority: 'low', status: 'pending' }] }),
  'short turns': (i) => {
    if (i % 3 === 0) return { type: 'prompt_sent', promptId: `p${i}`, content: [text('Do it')], by };
    if (i % 3 === 1) return update({ sessionUpdate: 'agent_message_chunk', content: text('Done.') });
    return { type: 'turn_ended', stopReason: 'end_turn' };
  },
};

type Reducer = typeof reduceTranscript;

/** How long folding takes, and whether the last events of a long session cost more than the first. */
export const measure: Bench = async (reference) => foldAll(reduceTranscript, EVENTS, () => reference.sample());

/** The same with any reducer. */
export function foldAll(reduce: Reducer, count: number, between = () => {}): Figures {
  const folds = Object.keys(STREAMS).map((name) => {
    between();
    return fold(reduce, eventsOf(name, count));
  });
  return {
    fold: Math.max(...folds.map(({ total }) => total)),
    'fold-growth': Math.max(...folds.map(({ growth }) => growth)),
  };
}

function eventsOf(name: string, count: number): LoggedEvent[] {
  const prompt: SessionEvent = { type: 'prompt_sent', promptId: 'p', content: [text('Go')], by };
  return Array.from({ length: count }, (_, i) => {
    const event = i === 0 && name !== 'terminal output' ? prompt : STREAMS[name]!(i);
    return { ...event, seq: i + 1, at: i } as LoggedEvent;
  });
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
