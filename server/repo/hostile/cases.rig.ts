import { SeededRandom } from '../../../specs/rigs/random.rig.js';
import { FORMS, type Form } from './bed.rig.js';
import { ROUNDS, type Round } from './every-method.rig.js';
import { SHAPES, type Shape } from './templates.rig.js';
import { TRAP_KINDS, type Trap, type TrapKind } from './trap.rig.js';
import { TRAPS } from './traps.rig.js';

/** A hostile repository, before it is made. */
export interface Case {
  readonly number: number;
  readonly traps: readonly Trap[];
  readonly shape: Shape;
  readonly form: Form;
  /** The traps come after the first look. */
  readonly isLate: boolean;
  /** The part of the folder that the person opened. */
  readonly below: string;
  readonly isGivingUp: boolean;
  /** What the person does, in this order. */
  readonly rounds: readonly Round[];
  readonly hasRipgrep: boolean;
  readonly isShort: boolean;
}

/** How many cases, from which seed and traps. */
export interface CasesWish {
  readonly count: number;
  readonly seed: number;
  readonly traps?: readonly Trap[];
}

const MOST_BESIDES = 3;
/** So many repositories have a trap of each kind, and all rounds once. */
export const SHORT_CASES = 3;
/** Kinds that work in a repository without commits. */
const WITHOUT_COMMIT: ReadonlySet<TrapKind> = new Set(['program', 'filter', 'include', 'hook']);

/** Deals the traps like cards: each is used once before any is used again. The same seed gives the same cases. */
export function makeCases({ count, seed, traps = TRAPS }: CasesWish): Case[] {
  const random = new SeededRandom(seed);
  const deck: Trap[] = [];
  return Array.from({ length: count }, (_, number) => {
    if (deck.length === 0) deck.push(...shuffled(traps, random));
    const first = deck.pop()!;
    // Half of the traps are alone, because another one may get the call refused.
    const besides = random.next() < 0.5 ? 0 : 1 + Math.floor(random.next() * MOST_BESIDES);
    const others = Array.from({ length: besides }, () => random.pick(TRAPS));
    return makeCase(number, together([first, ...others]), random);
  });
}

/** Few repositories with several traps each: one of each kind in all, and a part of the rounds for each repository. */
export function shortCases(seed: number): Case[] {
  const random = new SeededRandom(seed);
  const rounds = shuffled(Object.keys(ROUNDS) as Round[], random);
  const hands = Array.from({ length: SHORT_CASES }, (): Trap[] => []);
  // The needs of some kinds leave few others beside them, so each goes where it fits and where fewest are.
  for (const kind of TRAP_KINDS) {
    const trap = random.pick(TRAPS.filter((each) => each.kind === kind));
    const fitting = hands.filter((hand) => together([...hand, trap]).length > hand.length);
    fitting.sort((one, other) => one.length - other.length)[0]?.push(trap);
  }
  const part = (n: number) => rounds.filter((_, m) => m % SHORT_CASES === n);
  return hands.map((traps, n) => ({ ...makeCase(n, traps, random), isShort: true, rounds: part(n) }));
}

/** Those that can be in one repository. */
function together(traps: readonly Trap[]): Trap[] {
  const chosen: Trap[] = [];
  for (const trap of traps) if (chosen.every((each) => goesWith(each, trap))) chosen.push(trap);
  return chosen;
}

function makeCase(number: number, chosen: readonly Trap[], random: SeededRandom): Case {
  const needed = chosen.find(({ shape }) => shape)?.shape;
  const mayBeUnborn = chosen.every(({ kind }) => WITHOUT_COMMIT.has(kind));
  const shapes = SHAPES.filter((each) => each !== 'unborn' || mayBeUnborn);
  const shape = needed ?? (random.next() < 0.7 ? 'calm' : random.pick(shapes));
  const isFixed = chosen.some(({ slot }) => slot === 'git');
  const form = isFixed || random.next() < 0.5 ? 'folder' : random.pick(FORMS);
  const isLate = chosen.every(({ mayBeLate }) => mayBeLate) && random.next() < 0.3;
  const mayBePart = shape !== 'unborn' && chosen.every(({ isWhole }) => !isWhole);
  const below = random.next() < 0.1 && mayBePart ? 'dir' : '';
  const isGivingUp = shape === 'bisect' || (needed === undefined && random.next() < 0.3);
  const rounds = shuffled(Object.keys(ROUNDS) as Round[], random);
  const hasRipgrep = random.next() < 0.3;
  return { number, traps: chosen, shape, form, isLate, below, isGivingUp, rounds, hasRipgrep, isShort: false };
}

function goesWith(one: Trap, other: Trap): boolean {
  const isSame = one.name === other.name;
  const isSlotTaken = one.slot !== undefined && one.slot === other.slot;
  const isOtherShape = one.shape !== undefined && other.shape !== undefined && one.shape !== other.shape;
  return !isSame && !isSlotTaken && !isOtherShape;
}

function shuffled<T>(items: readonly T[], random: SeededRandom): T[] {
  const left = [...items];
  for (let n = left.length - 1; n > 0; n--) {
    const m = Math.floor(random.next() * (n + 1));
    [left[n], left[m]] = [left[m]!, left[n]!];
  }
  return left;
}

/** A repository without any trap, or with one alone. */
export function plainCase(shape: Shape, isGivingUp: boolean, ...traps: Trap[]): Case {
  const rounds = Object.keys(ROUNDS) as Round[];
  const how = { form: 'folder', isLate: false, below: '', hasRipgrep: false, isShort: true } as const;
  return { number: 0, traps, shape, isGivingUp, rounds, ...how };
}

/** A case in one line. */
export function caseWords({ number, traps, shape, form, isLate, below }: Case): string {
  const names = traps.map(({ name }) => name).join(' + ');
  const about = [shape, `.git is a ${form}`, isLate && 'planted later', below && `opened at ${below}`].filter(Boolean);
  return `repository ${number}: ${names} (${about.join(', ')})`;
}
