import { Lexer, type Links, type MarkedOptions, type Token, Tokenizer, type Tokens } from 'marked';
import { readFootnote, readFootnoteMark } from './footnotes.js';

/** The blocks of a text and the link addresses known after it. */
export interface LexedBlocks {
  readonly tokens: readonly Token[];
  readonly links: Links;
}

/** Deeper quotes and lists stay text: each level costs a pass over its lines and a frame of the stack. */
const DEEPEST = 12;
/** A longer run of inline text stays plain: the inline grammar is not linear on hostile input. */
const LONGEST_INLINE = 40_000;

/** marked's grammar with a floor under its recursion. */
class BoundedTokenizer extends Tokenizer {
  #depth = 0;

  override blockquote(src: string): Tokens.Blockquote | undefined {
    return this.#nested(() => super.blockquote(src));
  }

  override list(src: string): Tokens.List | undefined {
    return this.#nested(() => super.list(src));
  }

  #nested<T>(read: () => T | undefined): T | undefined {
    if (this.#depth >= DEEPEST) return undefined;
    this.#depth += 1;
    try {
      return read();
    } finally {
      this.#depth -= 1;
    }
  }
}

const EXTENSIONS: NonNullable<MarkedOptions['extensions']> = {
  renderers: {},
  childTokens: { footnote: ['tokens'] },
  block: [readFootnote],
  inline: [readFootnoteMark],
  startInline: [(src) => (src.includes('[^') ? src.indexOf('[^') : undefined)],
};

/** Line ends as the grammar wants them. */
export function normalizeLines(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

/** Reads Markdown into blocks; `known` are the link addresses that stood before. Never throws: what cannot be read is text. */
export function lexBlocks(src: string, known: Links = {}): LexedBlocks {
  const lexer = new Lexer({ gfm: true, tokenizer: new BoundedTokenizer(), extensions: EXTENSIONS });
  Object.assign(lexer.tokens.links, known);
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
    if (src.length > LONGEST_INLINE) throw new RangeError('too long for the inline grammar');
    lexer.inlineTokens(src, tokens);
  } catch {
    tokens.splice(marks, tokens.length - marks, { type: 'text', raw: src, text: src, escaped: true });
  }
}

function plainParagraph(src: string): Tokens.Paragraph {
  return {
    type: 'paragraph',
    raw: src,
    text: src,
    tokens: [{ type: 'text', raw: src, text: src, escaped: true }],
  };
}
