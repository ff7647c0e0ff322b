import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { type FileCopyState, SLICE_LINES } from '../../state/work/paged-file.js';
import { type CodeWorkerClient, codeWorker } from '../../worker/code-worker-client.js';
import { highlightCode, LONGEST_CODE } from '../../worker/highlight-cache.js';
import { languageOfFile } from '../../worker/language-names.js';
import { type LineSpans, type Span, spansOfLine } from '../../worker/line-spans.js';

interface Coloured {
  readonly lines: readonly string[];
  readonly spans: LineSpans | null;
}

/**
 * Colours for a file that is fetched in slices: of a short one as a whole, of a long one slice by slice, where a comment
 * or string that began before the slice is not known to be one.
 */
export class FileColours implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #worker: CodeWorkerClient;
  #slices = new Map<number, Coloured>();
  #whole: { slices: FileCopyState['slices']; spans: LineSpans | null } | null = null;

  constructor(host: ReactiveControllerHost, worker = codeWorker) {
    this.#host = host;
    this.#worker = worker;
    host.addController(this);
  }

  hostConnected(): void {}

  /** A line in its colours, plain while there are none. */
  line(text: string, index: number, file: FileCopyState): Span[] {
    const slice = Math.floor(index / SLICE_LINES);
    if (this.#whole?.slices === file.slices && this.#whole.spans) return spansOfLine(text, this.#whole.spans, index);
    const coloured = this.#slices.get(slice);
    if (!coloured?.spans || coloured.lines !== file.slices.get(slice)) return [{ text, kind: '' }];
    return spansOfLine(text, coloured.spans, index % SLICE_LINES);
  }

  /** Asks for the colours of slices that are shown. */
  want(file: FileCopyState, shown: readonly number[]): void {
    const count = Math.ceil(file.total / SLICE_LINES);
    const isWhole = file.size <= LONGEST_CODE && file.slices.size === count;
    if (isWhole) void this.#colourWhole(file);
    else for (const index of shown) void this.#colourSlice(file, index);
  }

  async #colourWhole({ name, slices }: FileCopyState): Promise<void> {
    if (this.#whole?.slices === slices) return;
    const whole = { slices, spans: null as LineSpans | null };
    this.#whole = whole;
    const lines = Array.from({ length: slices.size }, (_, index) => slices.get(index) ?? []).flat();
    whole.spans = await highlightCode(this.#worker, languageOfFile(name), lines.join('\n'));
    if (this.#whole === whole) this.#host.requestUpdate();
  }

  async #colourSlice({ name, slices }: FileCopyState, index: number): Promise<void> {
    const lines = slices.get(index);
    if (!lines || this.#slices.get(index)?.lines === lines) return;
    this.#slices.set(index, { lines, spans: null });
    const spans = await highlightCode(this.#worker, languageOfFile(name), lines.join('\n'));
    if (this.#slices.get(index)?.lines !== lines) return;
    this.#slices.set(index, { lines, spans });
    this.#host.requestUpdate();
  }
}
