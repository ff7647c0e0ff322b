import { reduceTranscript } from '../../../protocol/session/reduce.js';
import type { LoggedEvent } from '../../../protocol/session/session-event.js';
import type { Entry } from '../../../protocol/transcript/entries.js';
import { entriesOf, keyOf } from '../../../protocol/transcript/entry-list.js';
import { emptyTranscript } from '../../../protocol/transcript/transcript.js';
import { damagedEvent } from '../sqlite/lost-parts.js';

/** A run of numbers, both ends included. */
export type Run = readonly [first: number, last: number];

/** What is left of a session whose record has lost both events and entries. */
export interface TornSession {
  /** The events that are left, in order. */
  readonly events: readonly LoggedEvent[];
  /** The numbers of lost events. */
  readonly holes: readonly Run[];
  /** The ids of the entries that are left, by number. */
  readonly ids: ReadonlyMap<number, string>;
  readonly missing: readonly number[];
  /** How many entries there were, after how many events. */
  readonly end: number;
  readonly seq: number;
}

/** Kinds of entries that nothing but the events right after their first one adds to. */
const SELF_CONTAINED: ReadonlySet<Entry['kind']> = new Set(['user', 'agent', 'thought', 'notice', 'mark', 'error']);

/**
 * Makes missing entries anew from events that are all there. An entry is named after the event that it began with, so
 * that those between two known ones can be told apart, if there are as many as are missing.
 */
export function refoldEntries({ events, holes, ids, missing, end, seq }: TornSession): Map<number, Entry> {
  const made = new Map<number, Entry>();
  const folded = fold(events, holes);
  for (const [first, last] of runsOf(missing)) {
    const from = first === 0 ? 0 : beginOf(ids.get(first - 1));
    const to = last === end - 1 ? seq + 1 : beginOf(ids.get(last + 1));
    if (from === null || to === null) continue;
    // A lost event in between may have begun an entry or added to one.
    if (holes.some(([hole, holeEnd]) => holeEnd > from && hole < to)) continue;
    const between = folded.filter(({ id }) => isBetween(beginOf(id), from, to));
    if (between.length !== last - first + 1) continue;
    between.forEach((entry, i) => {
      // More of a message that has a name may come at any time, and be lost.
      const isWhole = keyOf(entry) === null || holes.every(([hole]) => hole < to);
      if (isWhole && SELF_CONTAINED.has(entry.kind)) made.set(first + i, entry);
    });
  }
  return made;
}

/** Lost events end what was being said: what comes after them is of another entry as far as anybody knows. */
function fold(events: readonly LoggedEvent[], holes: readonly Run[]): Entry[] {
  const marked = [...events, ...holes.map(([first]) => damagedEvent(first))].sort((a, b) => a.seq - b.seq);
  try {
    return entriesOf(marked.reduce(reduceTranscript, emptyTranscript).entries);
  } catch (error) {
    // An agent may have sent anything; nothing can be made of it here.
    if (!(error instanceof TypeError)) throw error;
    return [];
  }
}

/** The number of the event that an entry began with. */
function beginOf(id: string | undefined): number | null {
  const seq = /^e(\d+)$/.exec(id ?? '')?.[1];
  return seq === undefined ? null : Number(seq);
}

function isBetween(seq: number | null, from: number, to: number): boolean {
  return seq !== null && seq > from && seq < to;
}

function runsOf(numbers: readonly number[]): Run[] {
  const runs: [number, number][] = [];
  for (const n of numbers) {
    const last = runs.at(-1);
    if (last && last[1] === n - 1) last[1] = n;
    else runs.push([n, n]);
  }
  return runs;
}
