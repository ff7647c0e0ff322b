import { type EditorState, type Extension, RangeSetBuilder, StateEffect } from '@codemirror/state';
import { Decoration, type DecorationSet, type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import type { CodeWorkerClient } from '../../worker/code-worker-client.js';
import { highlightCode, LONGEST_CODE } from '../../worker/highlight-cache.js';
import { languageOfFile } from '../../worker/language-names.js';
import { type LineSpans, SPAN_KINDS } from '../../worker/line-spans.js';

/** Who types is not coloured at every letter. */
const PAUSE_MS = 150;
/** Of a long text, so many lines around those in sight are coloured by themselves. */
const AROUND = 200;

/** Tells the view to draw itself again. */
const coloured = StateEffect.define<null>();

const MARKS = SPAN_KINDS.map((kind) => (kind === '' ? null : Decoration.mark({ class: `tk-${kind}` })));

/** Colours that were made for the lines from `first` on, of a text that may be another one by now. */
interface Coloured {
  readonly state: EditorState;
  readonly first: number;
  readonly spans: LineSpans;
}

/**
 * The colours of the file view, in the editor. They are made in the worker and drawn for the lines in sight alone; until they
 * have come, what was coloured keeps its colours and moves with the text.
 */
export function editorColours(path: string, worker: CodeWorkerClient): Extension {
  const language = languageOfFile(path);
  return language === ''
    ? []
    : ViewPlugin.define((view) => new ColourPlugin(view, language, worker), {
        decorations: (plugin) => plugin.decorations,
      });
}

class ColourPlugin {
  decorations: DecorationSet = Decoration.none;
  readonly #view: EditorView;
  readonly #language: string;
  readonly #worker: CodeWorkerClient;
  #known: Coloured | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #run = 0;

  constructor(view: EditorView, language: string, worker: CodeWorkerClient) {
    this.#view = view;
    this.#language = language;
    this.#worker = worker;
    this.#plan(0);
  }

  update(update: ViewUpdate): void {
    const isNew = update.transactions.some(({ effects }) => effects.some((effect) => effect.is(coloured)));
    if (update.docChanged) {
      this.decorations = this.decorations.map(update.changes);
      this.#plan(PAUSE_MS);
    } else if (isNew || update.viewportChanged) {
      if (this.#isFresh) this.decorations = this.#draw(this.#known!);
      if (!this.#covers()) this.#plan(0);
    }
  }

  destroy(): void {
    this.#run += 1;
    clearTimeout(this.#timer);
  }

  get #isFresh(): boolean {
    return this.#known?.state.doc === this.#view.state.doc;
  }

  /** Whether there are colours for all that is in sight. */
  #covers(): boolean {
    if (!this.#isFresh) return false;
    const { first, spans } = this.#known!;
    const [from, to] = this.#linesInSight();
    return from >= first && to < first + spans.starts.length;
  }

  #linesInSight(): [from: number, to: number] {
    const { doc } = this.#view.state;
    const { from, to } = this.#view.viewport;
    return [doc.lineAt(from).number, doc.lineAt(to).number];
  }

  #plan(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#ask(), ms);
  }

  async #ask(): Promise<void> {
    const run = ++this.#run;
    const { state } = this.#view;
    const { doc } = state;
    const isShort = doc.length <= LONGEST_CODE;
    const [from, to] = this.#linesInSight();
    // A comment or string that began before these lines is not known to be one.
    const first = isShort ? 1 : Math.max(1, from - AROUND);
    const last = isShort ? doc.lines : Math.min(doc.lines, to + AROUND);
    const text = doc.sliceString(doc.line(first).from, doc.line(last).to);
    const spans = await highlightCode(this.#worker, this.#language, text);
    if (run !== this.#run || !spans) return;
    this.#known = { state, first, spans };
    if (this.#isFresh) this.#view.dispatch({ effects: coloured.of(null) });
  }

  /** The marks of the lines in sight. */
  #draw({ first, spans: { starts, spans } }: Coloured): DecorationSet {
    const { doc } = this.#view.state;
    const builder = new RangeSetBuilder<Decoration>();
    const [from, to] = this.#linesInSight();
    for (let n = Math.max(from, first); n <= to && n - first + 1 < starts.length; n += 1) {
      const line = doc.line(n);
      let at = line.from;
      for (let span = starts[n - first]!; span < starts[n - first + 1]! && at < line.to; span += 1) {
        const packed = spans[span]!;
        const end = Math.min(at + Math.floor(packed / 16), line.to);
        const mark = MARKS[packed % 16];
        if (mark && end > at) builder.add(at, end, mark);
        at = end;
      }
    }
    return builder.finish();
  }
}
