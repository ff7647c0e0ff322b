import { own } from '../../server/protocol/own.js';
import { catalogue } from '../ui/catalogue.js';

/** The case of a union that has this code. */
type CaseOf<U, C> = U extends { code: infer K } ? (C extends K ? U : never) : never;

/** A sentence for every code of a union, made of what comes with the code. A code without a sentence does not compile. */
export type WordsByCode<U extends { code: string }> = {
  readonly [C in U['code']]: string | ((told: CaseOf<U, C>) => string);
};

/** The catalogue of the sentences for a union of codes. */
export function codeWords<U extends { code: string }>(words: WordsByCode<U>): WordsByCode<U> {
  return catalogue(words) as unknown as WordsByCode<U>;
}

/** The sentence for what was told; null if there is none, as for a code that only a newer server knows. */
export function wordsFor<U extends { code: string }>(words: Partial<WordsByCode<U>>, told: U): string | null {
  if (!Object.hasOwn(words, told.code)) return null;
  const sentence = own(words, told.code) as string | ((told: U) => string);
  return typeof sentence === 'string' ? sentence : sentence(told);
}

/** A text that is before others, ended as a sentence. */
export function asSentence(text: string): string {
  const trimmed = text.trim();
  return trimmed === '' || /[.!?…:]$/.test(trimmed) ? trimmed : `${trimmed}.`;
}
