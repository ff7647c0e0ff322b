import { entriesOf } from '../../server/protocol/transcript/entry-list.js';
import { promptWords } from '../../server/protocol/transcript/reduce-turn.js';
import type { Transcript } from '../../server/protocol/transcript/transcript.js';

/** How a list of numbers differs from 1, 2, 3 … last. */
export interface MarkFaults {
  lost: number;
  duplicated: number;
  reordered: number;
}

/** The numbers of all ⟦n⟧ in a text, as they stand there. */
export function marksIn(text: string): number[] {
  return [...text.matchAll(/⟦(\d+)⟧/g)].map((match) => Number(match[1]));
}

/** What the agent said in a turn, or in all of them. */
export function agentText(transcript: Transcript, turn?: number): string {
  return entriesOf(transcript.entries)
    .filter((entry) => entry.kind === 'agent' && (turn === undefined || entry.turn === turn))
    .map((entry) => (entry.kind === 'agent' ? promptWords(entry.content) : ''))
    .join('');
}

/** Compares marks with 1 … last, each once and in order. */
export function faultsIn(marks: readonly number[], last: number): MarkFaults {
  const seen = new Set(marks);
  const expected = Array.from({ length: last }, (_, i) => i + 1);
  return {
    lost: expected.filter((n) => !seen.has(n)).length,
    duplicated: marks.length - seen.size,
    reordered: marks.filter((n, i) => i > 0 && n < marks[i - 1]!).length,
  };
}
