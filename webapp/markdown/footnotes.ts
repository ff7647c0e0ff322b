import type { TokenizerThis, Tokens } from 'marked';
import { own, setOwn } from '../../server/protocol/own.js';

/** A mark in the text that names a note. */
export interface FootnoteMark {
  type: 'footnote_mark';
  raw: string;
  label: string;
}

/** The note itself, drawn where it is. */
export interface FootnoteNote {
  type: 'footnote';
  raw: string;
  label: string;
  tokens: Tokens.Generic[];
}

const NOTE =
  /^\[\^([^\]\s]{1,64})\]:[ \t]*([^\n]*(?:\n(?!\[\^|[ \t]*(?:\n|$))[^\n]+|\n(?:[ \t]*\n)+(?: {2,}|\t)[^\n]+)*)/;
const MARK = /^\[\^([^\]\s]{1,64})\]/;

/** Notes are kept in the lexer's table of links, under a name that no link can have. */
export function noteKey(label: string): string {
  return `^${label.toLowerCase()}`;
}

/** Reads `[^1]: text`, with lines that go on below it; without this, marked takes it for the address of a link. */
export function readFootnote(this: TokenizerThis, src: string): Tokens.Generic | undefined {
  const match = NOTE.exec(src);
  if (!match) return undefined;
  const label = match[1]!;
  const links = this.lexer.tokens.links;
  if (!own(links, noteKey(label))) setOwn(links, noteKey(label), { href: '', title: '' });
  const text = match[2]!.replace(/\n(?: {1,4}|\t)/g, '\n');
  return { type: 'footnote', raw: match[0], label, tokens: this.lexer.blockTokens(text, []) };
}

/** Reads `[^1]` in running text; one that no note answers stays as it is written. */
export function readFootnoteMark(this: TokenizerThis, src: string): Tokens.Generic | undefined {
  const match = MARK.exec(src);
  if (!match) return undefined;
  const label = match[1]!;
  if (!own(this.lexer.tokens.links, noteKey(label))) return { type: 'text', raw: match[0], text: match[0] };
  return { type: 'footnote_mark', raw: match[0], label };
}
