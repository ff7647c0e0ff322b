import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import type { LoggedEvent } from '../../protocol/session/session-event.js';
import { endOf, entryAt } from '../../protocol/transcript/entry-list.js';
import type { Seeded } from '../../testing/seeded.rig.js';
import { ProofServer } from './proof-server.rig.js';
import { ProofTab, Tally } from './proof-tab.rig.js';
import { Breach, type Variant } from './variant.rig.js';

const TABS = 3;
const tab = fc.integer({ min: 0, max: TABS - 1 });

type Step = { readonly do: string; readonly tab: number; readonly option: string };

const step = (name: string, weight: number) => ({
  weight,
  arbitrary: fc.record({ do: fc.constant(name), tab, option: fc.constantFrom('0', '1', '2') }),
});

/** Everything that can happen, the more harmless the more often. */
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    ...[step('append', 6), step('say', 10), step('tick', 2), step('deliver', 12), step('drain', 5), step('connect', 2)],
    ...[step('cut', 2), step('duplicate', 4), step('lose', 4), step('stray', 3), step('prompt', 3), step('retry', 2)],
    ...[step('ask', 3), step('answer', 4), step('compact', 1), step('kill', 1), step('wipe', 1)],
  ),
  { maxLength: 80, size: 'max' },
);

/** A server, three tabs and what may happen between them. */
class World {
  readonly server: ProofServer;
  readonly tabs: ProofTab[];

  constructor(variant: Variant, tally: Tally) {
    const server = new ProofServer(variant);
    this.server = server;
    this.tabs = Array.from({ length: TABS }, (_, i) => new ProofTab(`tab${i}`, { server, variant, tally }));
    for (const one of this.tabs) one.connect();
  }

  take({ do: name, tab: index, option }: Step): void {
    const { server } = this;
    const one = this.tabs[index]!;
    const acts: Record<string, () => unknown> = {
      append: () => server.append(),
      say: () => {
        server.append();
        server.tick();
      },
      tick: () => server.tick(),
      drain: () => one.drain(),
      deliver: () => one.deliver(),
      connect: () => one.connect(),
      cut: () => one.cut(),
      duplicate: () => one.duplicate(),
      lose: () => one.lose(),
      stray: () => one.stray(),
      prompt: () => one.prompt(),
      retry: () => one.retry(),
      ask: () => server.ask(),
      answer: () => one.answer(option),
      compact: () => server.log.compact(),
      kill: () => this.#end(() => server.kill()),
      wipe: () => this.#end(() => server.wipe(), true),
    };
    acts[name]!();
  }

  /** All is well again: everyone connects and everything arrives. */
  settle(): void {
    this.server.tick();
    for (const one of this.tabs) one.connect();
    for (const one of this.tabs) one.drain();
  }

  /** The sockets break with the process. */
  #end(act: () => void, isLost = false): void {
    for (const one of this.tabs) {
      one.cut();
      if (isLost) one.forget();
    }
    act();
  }
}

/** Takes the steps and throws a `Breach` if anything is lost, shown twice, taken back or done twice. */
async function prove(world: World, taken: readonly Step[]): Promise<void> {
  for (const one of taken) world.take(one);
  world.settle();
  for (const one of world.tabs) checkSame(world.server, one);
  checkOnce(world.server);
  await Promise.resolve();
  checkHeard(world.server);
}

/** Every tab shows what the log says. */
function checkSame({ log }: ProofServer, { name, replica, unanswered }: ProofTab): void {
  const mine = replica!;
  const { first } = mine.state.entries;
  if (mine.epoch !== log.epoch || mine.seq !== log.head)
    throw new Breach(`${name} stands at ${mine.seq}, not ${log.head}`);
  if (unanswered.size > 0) throw new Breach(`${name} has no answer to ${[...unanswered.keys()]}`);
  if (endOf(mine.state.entries) !== endOf(log.transcript.entries)) throw new Breach(`${name} counts other entries`);
  for (let n = first; n < endOf(mine.state.entries); n++) {
    const [shown, kept] = [entryAt(mine.state.entries, n), log.entry(n)];
    if (!isDeepStrictEqual(shown, JSON.parse(JSON.stringify(kept))))
      throw new Breach(`${name} shows entry ${n} otherwise`);
  }
  const { queue, pending, turn } = log.transcript;
  const state = { queue: mine.state.queue, pending: mine.state.pending, turn: mine.state.turn };
  if (!isDeepStrictEqual(state, { queue, pending, turn })) throw new Breach(`${name} has another state`);
}

function eventsOf({ store }: ProofServer): LoggedEvent[] {
  const all = store.eventsAfter('s', 0, { count: 1e6, bytes: 1e9 });
  return all.map(({ body }) => JSON.parse(body) as LoggedEvent);
}

/** Every prompt is in the log once, and every permission was settled once. */
function checkOnce(server: ProofServer): void {
  const seen = new Set<string>();
  for (const event of eventsOf(server)) {
    const key =
      event.type === 'prompt_queued'
        ? `prompt ${event.promptId}`
        : event.type === 'permission_answered' || event.type === 'permission_voided'
          ? `permission ${event.permissionId}`
          : null;
    if (key !== null && seen.has(key)) throw new Breach(`${key} happened twice`);
    if (key !== null) seen.add(key);
  }
}

/** An agent heard an answer at most once, and the one that is in the log. */
function checkHeard(server: ProofServer): void {
  const answered = new Map(
    eventsOf(server).flatMap((event) =>
      event.type === 'permission_answered' ? [[event.permissionId, event.optionId]] : [],
    ),
  );
  for (const [id, answers] of server.heard) {
    if (answers.length > 1) throw new Breach(`the agent heard ${answers.length} answers`);
    const heard = answers[0]?.optionId;
    if (answered.has(id) && heard !== undefined && heard !== answered.get(id))
      throw new Breach('the agent heard another answer');
  }
}

export interface ProofOutcome {
  readonly runs: number;
  readonly tally: Tally;
  /** A way to a breach that was found, or null. */
  readonly breach: string | null;
}

/** Runs a variant through random lives; a breach of the design is reduced to its shortest form. */
export async function runProof(variant: Variant, lives: Seeded): Promise<ProofOutcome> {
  const tally = new Tally();
  const property = fc.asyncProperty(steps, (taken) => prove(new World(variant, tally), taken));
  const result = await fc.check(property, { ...lives, endOnFailure: variant.isBroken });
  if (!result.failed) return { runs: result.numRuns, tally, breach: null };
  const way = result.counterexample![0].map(nameOf).join(' ');
  const why = result.errorInstance instanceof Error ? result.errorInstance.message : String(result.errorInstance);
  return { runs: result.numRuns, tally, breach: `${way}: ${why}` };
}

function nameOf({ do: name, tab: index }: Step): string {
  return /^(append|say|tick|ask|compact|kill|wipe)$/.test(name) ? name : `${name}(${index})`;
}
