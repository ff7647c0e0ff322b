import type { LogLine, LogPage } from '../protocol/api/logs.js';
import { stripControl } from '../text/strip-control.js';
import { NewestRing, type RingSize } from './newest-ring.js';
import { redactText } from './redact-text.js';

/** No line is longer than this: a log is read by people. */
const LONGEST = 4_000;

/** The newest lines of a log, numbered from 1 and without secrets. */
export class LineRing {
  readonly #lines: NewestRing<LogLine>;
  readonly #now: () => number;
  #seq = 0;

  constructor(size: RingSize, now: () => number = Date.now) {
    this.#lines = new NewestRing(size);
    this.#now = now;
  }

  push(kind: string, text: string): LogLine {
    const line = { seq: ++this.#seq, at: this.#now(), kind, text: lineText(text) };
    this.#lines.push(line, line.text.length);
    return line;
  }

  page(after: number | null, limit: number): LogPage {
    return pageOf(this.#lines.after(after ?? 0), { after, limit, isCut: this.#lines.hasLostAfter(after ?? 0) });
  }
}

/** A line as it may be shown. The cut comes last: half of a secret might not be known by its shape. */
export function lineText(text: string): string {
  // Colours inside of a secret would hide its shape.
  const clean = redactText(stripControl(text.length > LONGEST * 4 ? text.slice(0, LONGEST * 4) : text));
  return clean.length <= LONGEST ? clean : `${clean.slice(0, LONGEST)}… [${text.length} characters]`;
}

/** What follows line `after`, or the newest lines if that is null. */
export function pageOf(
  all: readonly LogLine[],
  { after, limit, isCut }: { after: number | null; limit: number; isCut: boolean },
): LogPage {
  const lines = after === null ? all.slice(-limit) : all.slice(0, limit);
  return { lines, next: lines.at(-1)?.seq ?? after ?? 0, isCut: after !== null && isCut };
}
