import { UsageError } from './usage-error.js';

const SEPARATOR = /[ \t\n]/;
/** Inside double quotes a backslash is itself, except before these. */
const ESCAPED_IN_DOUBLE_QUOTES = /[$`"\\\n]/;

/**
 * Splits a command line into arguments as a POSIX shell does: quotes and backslashes, no expansion of
 * any kind. Operators and `$` are plain characters, because no shell ever sees the result.
 */
export function splitCommandLine(line: string): string[] {
  const words: string[] = [];
  let word: string | null = null;
  let at = 0;
  while (at < line.length) {
    const char = line[at]!;
    if (SEPARATOR.test(char)) {
      if (word !== null) words.push(word);
      word = null;
      at += 1;
      continue;
    }
    const piece = readPiece(line, at);
    // A backslash and a line's end are nothing at all: they neither begin nor end a word.
    if (piece.text !== null) word = (word ?? '') + piece.text;
    at = piece.end;
  }
  if (word !== null) words.push(word);
  return words;
}

interface Piece {
  text: string | null;
  end: number;
}

function readPiece(line: string, at: number): Piece {
  const char = line[at]!;
  if (char === "'") return readSingleQuoted(line, at);
  if (char === '"') return readDoubleQuoted(line, at);
  if (char !== '\\') return { text: char, end: at + 1 };
  const next = line[at + 1];
  if (next === undefined) throw new UsageError(`The command line (${line}) ends with an unfinished escape.`);
  return { text: next === '\n' ? null : next, end: at + 2 };
}

function readSingleQuoted(line: string, at: number): Piece {
  const close = line.indexOf("'", at + 1);
  if (close < 0) throw unbalanced("'", line);
  return { text: line.slice(at + 1, close), end: close + 1 };
}

function readDoubleQuoted(line: string, at: number): Piece {
  let text = '';
  for (let i = at + 1; i < line.length; i++) {
    const char = line[i]!;
    if (char === '"') return { text, end: i + 1 };
    const next = line[i + 1];
    if (char === '\\' && next !== undefined && ESCAPED_IN_DOUBLE_QUOTES.test(next)) {
      if (next !== '\n') text += next;
      i += 1;
    } else {
      text += char;
    }
  }
  throw unbalanced('"', line);
}

function unbalanced(quote: string, line: string): UsageError {
  return new UsageError(`The command line (${line}) has an unmatched ${quote}.`);
}
