import { DAY_MS, HOUR_MS } from '../../protocol/clock.js';

/** Computers set their clock right by this much; it means nothing. */
export const CLOCK_TOLERANCE_MS = HOUR_MS;
/** A step forward of more than this may be a pause, or a wrong clock. */
const LEAP_MS = DAY_MS;
/** So much later on the same clock, a step forward is believed. */
const BELIEVED_MS = DAY_MS;
const MOST_LEAPS = 8;
const MOST_STRETCHES = 4;

/** A long step forward, from one look at the clock to the next. */
interface Leap {
  readonly from: number;
  readonly at: number;
}

/** Time in which the clock didn't go back, unless a leap explains it. */
export interface Stretch {
  readonly start: number;
  readonly last: number;
  readonly leaps: readonly Leap[];
  /** The devices that were let in during it. */
  readonly issued: readonly string[];
}

/** How the clock went: the last stretch is the present one, and those before were left when the clock went back. */
export type ClockTrack = readonly [Stretch, ...Stretch[]];

/** Times that were written while the clock was wrong, and what they are wrong by. */
export interface ClockShift {
  /** Only those of these devices; null: of all that later stretches don't name. */
  readonly issued: readonly string[] | null;
  readonly others: readonly string[];
  /** Only times between these two. */
  readonly from: number;
  readonly to: number;
  readonly by: number;
  /** None of them was written before this. */
  readonly least: number;
}

export interface ClockLook {
  readonly track: ClockTrack;
  readonly shifts: readonly ClockShift[];
}

export function beginTrack(now: number): ClockTrack {
  return [{ start: now, last: now, leaps: [], issued: [] }];
}

/**
 * Looks at the clock once more. Whether a clock is right shows later: one that leapt ahead and comes back to where it was had
 * been ahead, and one that went back behind all that is known and then leaps ahead had been behind. What was written
 * meanwhile is then shifted by the way back, so that it keeps its age.
 */
export function lookAgain(track: ClockTrack, now: number): ClockLook {
  const top = track.at(-1)!;
  const below = track.slice(0, -1);
  if (now < top.last - CLOCK_TOLERANCE_MS) return goBack(below, top, now);
  const parent = below.at(-1);
  const rest = below.slice(0, -1);
  const step = now - top.last;
  const isLeap = step > LEAP_MS;
  const isBack =
    parent !== undefined && (now >= parent.last - CLOCK_TOLERANCE_MS || (isLeap && leapOver(parent, now) >= 0));
  if (!isBack) return { track: [...below, goOn(top, now)] as unknown as ClockTrack, shifts: [] };
  if (isLeap) {
    // The clock had been behind, and is where it was before that, or further.
    const [from, to] = [top.start, top.last];
    const least = Math.min(parent.last, parent.leaps[leapOver(parent, now)]?.from ?? parent.last);
    const shift: ClockShift = { issued: top.issued, others: [], from, to, by: step, least };
    const next = lookAgain([...rest, parent] as unknown as ClockTrack, now);
    const last = next.track.at(-1)!;
    const joined = { ...last, issued: [...last.issued, ...top.issued] };
    return { track: next.track.with(-1, joined) as unknown as ClockTrack, shifts: [...next.shifts, shift] };
  }
  // Time has caught up by itself: the clock had been ahead before it went back.
  const shift: ClockShift = {
    issued: rest.length > 0 ? parent.issued : null,
    others: top.issued,
    from: top.start + CLOCK_TOLERANCE_MS,
    to: parent.last,
    by: top.start - parent.last,
    least: 0,
  };
  const joined = goOn({ ...top, issued: [...parent.issued, ...top.issued] }, now);
  return { track: [...rest, joined] as unknown as ClockTrack, shifts: [shift] };
}

/** The time that deletions by age may count on: a leap is believed only after a while. */
export function sureTime(track: ClockTrack): number {
  const { last, leaps } = track.at(-1)!;
  return leaps.find(({ at }) => last < at + BELIEVED_MS)?.from ?? last;
}

/** A track as it was stored; null if it can't be read. */
export function readTrack(stored: unknown): ClockTrack | null {
  if (!Array.isArray(stored) || stored.length === 0) return null;
  const isStretch = (value: unknown) => {
    const { start, last, leaps, issued } = (value ?? {}) as Partial<Record<keyof Stretch, unknown>>;
    const areLeaps =
      Array.isArray(leaps) && leaps.every((leap) => Number.isFinite(leap?.from) && Number.isFinite(leap?.at));
    const areIds = Array.isArray(issued) && issued.every((id) => typeof id === 'string');
    return Number.isFinite(start) && Number.isFinite(last) && areLeaps && areIds;
  };
  return stored.every(isStretch) ? (stored as unknown as ClockTrack) : null;
}

/** The number of the first leap over this time; -1 if there is none. */
function leapOver({ leaps }: Stretch, time: number): number {
  return leaps.findIndex(({ from, at }) => from - CLOCK_TOLERANCE_MS <= time && time < at);
}

function goBack(below: readonly Stretch[], top: Stretch, now: number): ClockLook {
  const n = leapOver(top, now);
  const leap = top.leaps[n];
  if (!leap) {
    const stretches = [...below, top, { start: now, last: now, leaps: [], issued: [] }];
    return { track: stretches.slice(-MOST_STRETCHES) as unknown as ClockTrack, shifts: [] };
  }
  const issued = below.length > 0 ? top.issued : null;
  // Nobody looked at the clock between the two ends of a leap.
  const [from, to] = [leap.from + 1, top.last];
  const shift: ClockShift = { issued, others: [], from, to, by: now - top.last, least: leap.from };
  return {
    track: [...below, goOn({ ...top, last: leap.from, leaps: top.leaps.slice(0, n) }, now)] as unknown as ClockTrack,
    shifts: [shift],
  };
}

function goOn(stretch: Stretch, now: number): Stretch {
  const { last, leaps } = stretch;
  // Within the tolerance it may go back a little.
  if (now - last <= LEAP_MS) return { ...stretch, last: Math.max(now, last) };
  return { ...stretch, last: now, leaps: [...leaps, { from: last, at: now }].slice(-MOST_LEAPS) };
}
