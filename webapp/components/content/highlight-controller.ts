import type { LitElement, ReactiveController } from 'lit';
import type { CodeWorkerClient } from '../../worker/code-worker-client.js';
import { highlightCode, LONGEST_CODE } from '../../worker/highlight-cache.js';
import { languageName } from '../../worker/language-names.js';
import { type LineSpans, type Span, spansOfLine } from '../../worker/line-spans.js';

/** Code that wants colours. */
export interface ColourWish {
  readonly worker: CodeWorkerClient;
  readonly language: string;
  readonly code: string;
  /** More lines may come; those that are whole are coloured already. */
  readonly streaming: boolean;
}

let lastStream = 0;

/** Gets colours for its element's code: all at once, or line by line while it is being written. */
export class HighlightController implements ReactiveController {
  readonly #host: LitElement;
  #language = '';
  #asked = '';
  #stream = 0;
  #busy = false;
  #parts: { first: number; spans: LineSpans }[] = [];
  #lines = 0;
  /** Answers for code that has been replaced meanwhile are dropped. */
  #round = 0;

  constructor(host: LitElement) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {}

  /** Changes whenever a line that had colours may have lost them. */
  get round(): number {
    return this.#round;
  }

  /** How many lines, from the first, have their colours. */
  get lines(): number {
    return this.#lines;
  }

  /** The line at `index` in its colours, or null while it has none. */
  line(index: number, text: string): Span[] | null {
    const part = this.#parts.findLast(({ first }) => first <= index);
    return part && index < this.#lines ? spansOfLine(text, part.spans, index - part.first) : null;
  }

  /** Call when the code may have changed; asks for what is missing. */
  want(wish: ColourWish): void {
    if (wish.language !== this.#language || wish.code.slice(0, this.#asked.length) !== this.#asked)
      this.#reset(wish.language);
    if (this.#busy || wish.code.length > LONGEST_CODE) return;
    const end = wish.streaming ? wish.code.lastIndexOf('\n') + 1 : wish.code.length;
    if (end > this.#asked.length) void this.#ask(wish, end);
  }

  #reset(language: string): void {
    this.#language = language;
    this.#asked = '';
    this.#parts = [];
    this.#lines = 0;
    this.#round += 1;
    this.#busy = false;
    lastStream += 1;
    this.#stream = lastStream;
  }

  async #ask(wish: ColourWish, end: number): Promise<void> {
    const round = this.#round;
    const fresh = wish.code.slice(this.#asked.length, end).replace(/\n$/, '');
    const isWhole = this.#asked === '' && !wish.streaming;
    this.#asked = wish.code.slice(0, end);
    this.#busy = true;
    const spans = await (isWhole ? highlightCode(wish.worker, wish.language, fresh) : this.#askStream(wish, fresh));
    if (spans) await selectionLeft(this.#host);
    if (round !== this.#round) return;
    this.#busy = spans === null;
    if (!spans) return;
    this.#parts.push({ first: this.#lines, spans });
    this.#lines += spans.starts.length - 1;
    this.#host.requestUpdate();
  }

  async #askStream({ worker, language, streaming }: ColourWish, code: string): Promise<LineSpans | null> {
    const stream = this.#stream;
    const ask = { language: languageName(language), code, stream };
    const spans = await worker.ask('highlight', ask).catch(() => null);
    if (!streaming) worker.ask('forget', { stream }).catch(() => null);
    return spans;
  }
}

/** Waits while a person has selected something in the element: new nodes would take the selection away. */
async function selectionLeft(element: Element): Promise<void> {
  while (holdsSelection(element))
    await new Promise((resolve) => document.addEventListener('selectionchange', resolve, { once: true }));
}

/** All but the first question make the browser lay out the page, and mostly nothing is selected. */
function holdsSelection(element: Element): boolean {
  const selection = document.getSelection();
  return selection?.type === 'Range' && !selection.isCollapsed && selection.containsNode(element, true);
}
