import type { EventPage } from '../../protocol/events.js';
import { reduceTranscript } from '../../protocol/session/reduce.js';
import type { LoggedEvent } from '../../protocol/session/session-event.js';
import { followPage, type PageOutcome, type Replica } from '../../protocol/transcript/replica.js';
import type { Transcript } from '../../protocol/transcript/transcript.js';

type Follow = (replica: Replica<Transcript>, page: EventPage<LoggedEvent>) => PageOutcome<Transcript>;

/** The design, or the design with a safeguard taken out. A proof that does not notice that has gone soft. */
export interface Variant {
  readonly name: string;
  /** Whether the proof must fail for it. */
  readonly isBroken: boolean;
  /** What a tab does with a page. */
  readonly follow: Follow;
  readonly acceptsOldFrames: boolean;
  /** Whether a write is safe when it returns; otherwise a kill takes the last ones away. */
  readonly isDurable: boolean;
  readonly hasNewEpochs: boolean;
  readonly knowsCommands: boolean;
  readonly firstAnswerWins: boolean;
}

export const DESIGN: Variant = {
  name: 'the design',
  isBroken: false,
  follow: (replica, page) => followPage(replica, page, contiguous),
  acceptsOldFrames: false,
  isDurable: true,
  hasNewEpochs: true,
  knowsCommands: true,
  firstAnswerWins: true,
};

const without = (name: string, change: Partial<Variant>): Variant => ({ ...DESIGN, name, isBroken: true, ...change });

/** Each takes one safeguard out; the last shows that dropping repeats is only a matter of speed. */
export const MUTANTS: readonly Variant[] = [
  without('no gap detection', { follow: loosely({ dropsRepeats: true, seesGaps: false }) }),
  without('frames of an old connection are taken', { acceptsOldFrames: true }),
  without('shown before it is written, same epoch', { isDurable: false, hasNewEpochs: false }),
  without('shown before it is written, new epoch', { isDurable: false }),
  without('same epoch after a restart', { hasNewEpochs: false }),
  without('commands are not remembered', { knowsCommands: false }),
  without('the last answer to a permission wins', { firstAnswerWins: false }),
  without('no gap detection, repeats are not dropped', { follow: loosely({ dropsRepeats: false, seesGaps: false }) }),
  without('repeats are not dropped', { follow: loosely({ dropsRepeats: false, seesGaps: true }), isBroken: false }),
];

/** The rules of `followPage` with some of them left out. */
function loosely({ dropsRepeats, seesGaps }: { dropsRepeats: boolean; seesGaps: boolean }): Follow {
  return (replica, page) => {
    if (page.epoch !== replica.epoch) return { kind: 'resync' };
    let { seq, state } = replica;
    for (const event of page.events) {
      if (dropsRepeats && event.seq <= seq) continue;
      if (seesGaps && event.seq !== seq + 1) return { kind: 'resync' };
      state = contiguous(state, event);
      seq = event.seq;
    }
    return { kind: 'followed', replica: { epoch: replica.epoch, seq, state } };
  };
}

/** A rule of the design was broken in a way that people would see. */
export class Breach extends Error {}

/** The reducer, which must be given every event once and in order. */
function contiguous(t: Transcript, event: LoggedEvent): Transcript {
  if (event.seq !== t.seq + 1) throw new Breach(`event ${event.seq} was applied after ${t.seq}`);
  return reduceTranscript(t, event);
}
