import type { PromptEnd } from '../../ports/agent.js';
import type { TurnTokens } from '../../protocol/events.js';
import { fieldsOf } from '../../protocol/fields.js';
import { own } from '../../protocol/own.js';
import type { TokenCount } from '../catalog/catalog.js';
import { parseTokens, sumOfCounts } from '../parse/parse-tokens.js';

type Kind = keyof TurnTokens;
const KINDS: readonly Kind[] = ['input', 'output', 'total', 'cached'];

/**
 * So many reports of which each has more output are a sum: those of single turns do that once in 720 times. Input and total
 * don't tell: with a conversation that grows, they grow from turn to turn.
 */
const LARGER_FOR_SUM = 6;
/** After so many, one that is smaller is a sum that begins anew, and no turn by itself. */
const LARGER_FOR_GOOD = 10;
/** Nothing is found out from more than this. */
const MOST_REPORTS = 20;

/** What a turn has used, as a `PromptEnd` tells it. */
type TurnCount = Pick<PromptEnd, 'tokens' | 'recounted'>;

/**
 * Finds out what each turn has used from what an agent says, from one opening of its session on. ACP leaves open what the
 * counts are of. Where nobody knows the agent, they are taken for those of the turn, as nearly all agents mean them, until
 * they grow and grow; then the replies before are counted once more.
 */
export class TokenMeter {
  readonly #count: TokenCount | null;
  /** The reports so far, as long as they can still be read in another way, and how many were larger than the one before. */
  #reports: TurnTokens[] = [];
  #larger = 0;
  /** The last count of each kind, where counts are a sum. */
  #last: TurnTokens | null = null;
  #isSum: boolean;
  #isSure: boolean;
  /** What the answers of the model have used in the turn that runs. */
  #answers: TurnTokens | null = null;

  constructor(count: TokenCount | null) {
    this.#count = count;
    this.#isSum = count === 'opening';
    this.#isSure = count !== null;
  }

  /** A turn begins. */
  begin(): void {
    this.#answers = null;
  }

  /** The agent says something, maybe with what an answer of its model has used. */
  hear(update: unknown): void {
    if (this.#count !== 'answer') return;
    const told = parseTokens(fieldsOf(fieldsOf(update)._meta).usage);
    if (told) this.#answers = mapTokens((kind) => sumOfCounts(own(this.#answers, kind), told[kind]));
  }

  /** What the turn has used that has ended with this report. */
  read(report: TurnTokens | null): TurnCount {
    const told = report ?? this.#answers;
    if (!told) return {};
    const recounted = this.#isSure ? [] : this.#judge(told);
    const tokens = this.#isSum ? riseOf(this.#last, told) : told;
    this.#last = sumAfter(this.#last, told);
    return {
      ...(Object.keys(tokens).length > 0 ? { tokens } : {}),
      ...(recounted.length > 0 ? { recounted } : {}),
    };
  }

  /** Decides anew how the counts are to be read; gives what that changes in the turns before. */
  #judge(report: TurnTokens): NonNullable<PromptEnd['recounted']> {
    const before = this.#reports;
    const last = before.at(-1);
    this.#reports = [...before, report];
    if (last && isLess(report, last)) {
      this.#isSure = true;
      if (!this.#isSum) return [];
      this.#isSum = false;
      return rises(before).map((was, n) => ({ was, is: before[n]! }));
    }
    // One with the same output may be of a turn that has written nothing.
    if ((report.output ?? 0) > (last?.output ?? 0)) this.#larger++;
    this.#isSure = this.#larger >= LARGER_FOR_GOOD || this.#reports.length >= MOST_REPORTS;
    if (this.#isSum || this.#larger < LARGER_FOR_SUM) return [];
    this.#isSum = true;
    return rises(before).map((is, n) => ({ was: before[n]!, is }));
  }
}

/** Whether a report has less of anything than another. */
function isLess(report: TurnTokens, before: TurnTokens): boolean {
  return KINDS.some((kind) => (own(report, kind) ?? Number.POSITIVE_INFINITY) < (own(before, kind) ?? 0));
}

/** What each of some sums has more than the one before it. */
function rises(sums: readonly TurnTokens[]): TurnTokens[] {
  let last: TurnTokens | null = null;
  return sums.map((sum) => {
    const rise = riseOf(last, sum);
    last = sumAfter(last, sum);
    return rise;
  });
}

/**
 * What a sum has more than the one before it. One that has less of anything has begun anew. Of a kind that was not told of
 * before, nobody knows which turns it is of.
 */
function riseOf(before: TurnTokens | null, sum: TurnTokens): TurnTokens {
  if (!before || isLess(sum, before)) return sum;
  return mapTokens((kind) => {
    const [one, other] = [sum[kind], before[kind]];
    return one === undefined || other === undefined ? undefined : one - other;
  });
}

/** The last count of each kind, of the same sum. */
function sumAfter(before: TurnTokens | null, sum: TurnTokens): TurnTokens {
  return !before || isLess(sum, before) ? sum : { ...before, ...sum };
}

function mapTokens(count: (kind: Kind) => number | undefined): TurnTokens {
  const counts = KINDS.flatMap((kind) => {
    const n = count(kind);
    return n === undefined ? [] : [[kind, n] as const];
  });
  return Object.fromEntries(counts);
}
