import { storableWords } from './stored-text.js';

const MOST_TERMS = 16;

/**
 * What a person typed, as an FTS5 query: all words must be there, the last may be unfinished, and
 * words in quotation marks stand together. Nothing a person types is taken as syntax. Null if there
 * is nothing to look for.
 */
export function matchQuery(query: string): string | null {
  const pieces = [...storableWords(query).matchAll(/"([^"]*)"?|[^\s"]+/g)].slice(0, MOST_TERMS);
  const terms = pieces.map(([piece, phrase]) => ({ text: phrase ?? piece, isPhrase: phrase !== undefined }));
  const known = terms.filter(({ text }) => /[\p{L}\p{N}\p{Co}]/u.test(text));
  if (known.length === 0) return null;
  return known
    .map(({ text, isPhrase }, i) => `"${text}"${!isPhrase && i === known.length - 1 ? '*' : ''}`)
    .join(' AND ');
}
