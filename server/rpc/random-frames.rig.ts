import { OFFERED } from './offered-methods.js';

const METHODS = [...OFFERED.keys()];
const NAMES = [
  'jsonrpc',
  'id',
  'method',
  'params',
  'args',
  'result',
  'error',
  'requests',
  'responses',
  '__proto__',
  'constructor',
];
const STRINGS = [
  '',
  's1',
  'c1',
  'e',
  '2.0',
  '__proto__',
  'constructor',
  'system.listComponents',
  '\0',
  '\ud800',
  'ü',
  'x'.repeat(300),
];

/** Frames that are sound, nearly sound, or nothing at all, in portions; the same for the same seed. */
export function* randomFrames(count: number, seed: number, portion = 500): Generator<string[]> {
  const random = seededRandom(seed);
  for (let made = 0; made < count; made += portion) {
    yield Array.from({ length: Math.min(portion, count - made) }, () => randomFrame(random));
  }
}

type Random = () => number;

function randomFrame(random: Random): string {
  const pick = random();
  if (pick < 0.35) return JSON.stringify(soundCall(random));
  if (pick < 0.6) return JSON.stringify(mutate(soundCall(random), random));
  if (pick < 0.75) return JSON.stringify(anyValue(random, 4));
  if (pick < 0.85) {
    const length = random() < 0.02 ? 101 : below(random, 10);
    return JSON.stringify(Array.from({ length }, () => mutate(soundCall(random), random)));
  }
  const text = JSON.stringify(mutate(soundCall(random), random));
  return pick < 0.95 ? cut(text, random) : text.replace(/[{}[\]":,]/g, (char) => (random() < 0.1 ? '' : char));
}

function soundCall(random: Random): Record<string, unknown> {
  // Half of them hold only words that every method takes for an id, so that the services behind the schemas are met too.
  const sound = random() < 0.5 ? 1 : 0.6;
  const args = Array.from({ length: below(random, 5) }, () => (random() < sound ? 's1' : anyValue(random, 3)));
  const call = { jsonrpc: '2.0', method: oneOf(random, METHODS), params: { args } };
  return random() < 0.7 ? { ...call, id: `r${below(random, 1e9)}` } : call;
}

/** Drops, doubles or changes one field. */
function mutate(call: Record<string, unknown>, random: Random): unknown {
  const key = oneOf(random, random() < 0.7 ? Object.keys(call) : NAMES);
  if (random() < 0.3) return Object.fromEntries(Object.entries(call).filter(([name]) => name !== key));
  return Object.fromEntries([...Object.entries(call), [key, anyValue(random, 3)]]);
}

function anyValue(random: Random, depth: number): unknown {
  const pick = random();
  if (pick < 0.15) return null;
  if (pick < 0.3) return oneOf(random, [0, -1, 1, 0.5, 1e308, 2 ** 53, below(random, 10)]);
  if (pick < 0.4) return random() < 0.5;
  if (pick < 0.65 || depth === 0) return oneOf(random, [...STRINGS, ...METHODS]);
  const size = below(random, 4);
  if (pick < 0.8) return Array.from({ length: size }, () => anyValue(random, depth - 1));
  return Object.fromEntries(Array.from({ length: size }, () => [oneOf(random, NAMES), anyValue(random, depth - 1)]));
}

function cut(text: string, random: Random): string {
  return text.slice(0, below(random, text.length));
}

function oneOf<T>(random: Random, list: readonly T[]): T {
  return list[below(random, list.length)]!;
}

function below(random: Random, end: number): number {
  return Math.floor(random() * end);
}

/** Numbers from 0 to 1 that only depend on the seed (mulberry32). */
function seededRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
