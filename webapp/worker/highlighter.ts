import { createCssVariablesTheme, createHighlighterCore, type GrammarState, type HighlighterCore } from '@shikijs/core';
import { createJavaScriptRegexEngine } from '@shikijs/engine-javascript';
import { own } from '../../server/protocol/own.js';
import { LANGUAGES } from './languages.js';
import { type LineSpans, packSpans, SPAN_KINDS } from './line-spans.js';

const PREFIX = '--sk-';
const THEME = 'acdeck';
const LONGEST_LINE = 2000;
/** Generous: the first line in a language also pays for reading its grammar, and what is cut off stays plain. */
const LONGEST_MS_PER_LINE = 5000;
const MOST_STREAMS = 64;

const KINDS = new Map<string, number>(SPAN_KINDS.map((name, kind) => [`var(${PREFIX}token-${name})`, kind]));

/** Colours code with Shiki. Lives in the worker: the first code in a language costs a quarter of a second. */
export class Highlighter {
  readonly #core: HighlighterCore;
  readonly #streams = new Map<number, GrammarState>();

  private constructor(core: HighlighterCore) {
    this.#core = core;
  }

  static async create(): Promise<Highlighter> {
    const theme = createCssVariablesTheme({ name: THEME, variablePrefix: PREFIX });
    const engine = createJavaScriptRegexEngine({ forgiving: true });
    return new Highlighter(await createHighlighterCore({ themes: [theme], langs: [], engine }));
  }

  /** Null for a language that we do not know. */
  async highlight(language: string, code: string, stream: number | null): Promise<LineSpans | null> {
    if (!(await this.#load(language))) return null;
    const grammarState = stream === null ? undefined : this.#streams.get(stream);
    const lines = this.#core.codeToTokensBase(code, {
      lang: language,
      theme: THEME,
      tokenizeMaxLineLength: LONGEST_LINE,
      tokenizeTimeLimit: LONGEST_MS_PER_LINE,
      ...(grammarState && { grammarState }),
    });
    if (stream !== null) this.#remember(stream, this.#core.getLastGrammarState(lines));
    return packSpans(
      lines.map((line) => line.map(({ content, color }) => [content.length, KINDS.get(color ?? '') ?? 0])),
    );
  }

  forget(stream: number): void {
    this.#streams.delete(stream);
  }

  async #load(language: string): Promise<boolean> {
    if (this.#core.getLoadedLanguages().includes(language)) return true;
    const load = Object.hasOwn(LANGUAGES, language) ? own(LANGUAGES, language) : undefined;
    if (!load) return false;
    await this.#core.loadLanguage(load);
    return true;
  }

  #remember(stream: number, state: GrammarState | undefined): void {
    this.#streams.delete(stream);
    if (state) this.#streams.set(stream, state);
    const oldest = this.#streams.keys().next();
    if (this.#streams.size > MOST_STREAMS && !oldest.done) this.#streams.delete(oldest.value);
  }
}
