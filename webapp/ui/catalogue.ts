import { own } from '../../server/protocol/own.js';

/** A sentence of the page, or one that is made of data. */
type Sentence = string | ((...data: never[]) => string);

interface Sentences {
  readonly [name: string]: Sentence | Sentences;
}

/** Names and data are fixed; the words are not. */
type Catalogue<T> = {
  readonly [Name in keyof T]: T[Name] extends string
    ? string
    : T[Name] extends (...data: infer Data) => string
      ? (...data: Data) => string
      : Catalogue<T[Name]>;
};

/**
 * The sentences of one feature, by name. They are said in the language of the page: English, or `en-XA`,
 * the accented English in which a sentence that is not in a catalogue can be seen. A translation is another object of this shape.
 */
export function catalogue<T extends Sentences>(sentences: T): Catalogue<T> {
  const said = globalThis.document?.documentElement.lang === 'en-XA' ? accentAll(sentences) : sentences;
  return said as Catalogue<T>;
}

function accentAll(sentences: Sentences): Sentences {
  return Object.fromEntries(Object.entries(sentences).map(([name, sentence]) => [name, accentOne(sentence)]));
}

function accentOne(sentence: Sentence | Sentences): Sentence | Sentences {
  if (typeof sentence === 'string') return accent(sentence);
  if (typeof sentence === 'function') return (...data: never[]) => accent(sentence(...data));
  return accentAll(sentence);
}

const ACCENTS: Readonly<Record<string, string>> = Object.fromEntries(
  [...'aáeéiíoóuúyýcçnñsšzžAÁEÉIÍOÓUÚYÝCÇNÑSŠZŽ'].map((_, i, all) => (i % 2 === 0 ? [all[i], all[i + 1]] : ['', ''])),
);

/** The sentence with accents, between brackets, and two fifths longer, as German or Finnish would be. */
export function accent(sentence: string): string {
  if (sentence === '') return '';
  const accented = sentence.replace(/[a-z]/gi, (letter) => own(ACCENTS, letter) ?? letter);
  return `⟦${accented}${' ·'.repeat(Math.ceil(sentence.length / 5))}⟧`;
}
