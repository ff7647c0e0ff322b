import { Lexer, type Links, type MarkedOptions, type Token, type Tokens } from 'marked';
import { setOwn } from '../../server/protocol/own.js';
import { BoundedTokenizer } from './bounded-tokenizer.js';
import { readDetails } from './details.js';
import { readFootnote, readFootnoteMark } from './footnotes.js';
import { readMaths, readMathsBlock, startOfMaths } from './maths.js';

/** The blocks of a text and the link addresses known after it. */
export interface LexedBlocks {
  readonly tokens: readonly Token[];
  readonly links: Links;
}

/** Longer text, and text with more marks than any author writes, stays plain: the inline grammar is not linear on it. */
const LONGEST_INLINE = 20_000;
const MOST_BRACKETS = 1_000;
const MOST_EMPHASIS = 1_500;

const EXTENSIONS: NonNullable<MarkedOptions['extensions']> = {
  renderers: {},
  childTokens: { footnote: ['tokens'], details: ['summary', 'tokens'] },
  block: [readFootnote, readMathsBlock, readDetails],
  inline: [readFootnoteMark, readMaths],
  startInline: [(src) => (src.includes('[^') ? src.indexOf('[^') : undefined), startOfMaths],
};

/** Line ends as the grammar wants them. */
export function normalizeLines(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

/** Reads Markdown into blocks; `known` are the link addresses found before. Never throws: what cannot be read is text. */
export function lexBlocks(src: string, known: Links = {}): LexedBlocks {
  const tokenizer = new BoundedTokenizer();
  const lexer = new Lexer({ gfm: true, tokenizer, extensions: EXTENSIONS });
  tokenizer.readOwnTasks();
  for (const [label, link] of Object.entries(known)) setOwn(lexer.tokens.links, label, link);
  try {
    lexer.blockTokens(src, lexer.tokens);
  } catch {
    return { tokens: [plainParagraph(src)], links: { ...known } };
  }
  for (const { src: text, tokens } of lexer.inlineQueue) lexInline(lexer, text, tokens);
  return { tokens: [...lexer.tokens], links: lexer.tokens.links };
}

function lexInline(lexer: Lexer, src: string, tokens: Token[]): void {
  // An `<a>` or `<pre>` left open in one block must not change how the next one is read.
  lexer.state.inLink = false;
  lexer.state.inRawBlock = false;
  const marks = tokens.length;
  try {
    if (isTooMuch(src)) throw new RangeError('too much for the inline grammar');
    lexer.inlineTokens(src, tokens);
  } catch {
    tokens.splice(marks, tokens.length - marks, { type: 'text', raw: src, text: src, escaped: true });
  }
}

function isTooMuch(src: string): boolean {
  if (src.length > LONGEST_INLINE) return true;
  if (src.length < MOST_BRACKETS) return false;
  return src.split('[').length > MOST_BRACKETS || src.split(/[*_~]/).length > MOST_EMPHASIS;
}

function plainParagraph(src: string): Tokens.Paragraph {
  return {
    type: 'paragraph',
    raw: src,
    text: src,
    tokens: [{ type: 'text', raw: src, text: src, escaped: true }],
  };
}
