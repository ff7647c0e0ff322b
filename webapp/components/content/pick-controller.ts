import type { LitElement, ReactiveController } from 'lit';
import { own } from '../../../server/protocol/own.js';
import type { DiffBlock, DiffLine, DiffPart, DiffRow } from '../../diff/diff-rows.js';
import {
  isChangedRow,
  isRowPicked,
  type LinePicks,
  NO_PICKS,
  pickCount,
  pickRows,
  picksInside,
} from '../../diff/pick-lines.js';

/** Which rows of a chunk are picked and which one has the place of the focus; the same object while that is the same. */
export interface ChunkPicks {
  /** The number of each changed row among all of the diff; -1 for the others. */
  readonly numbers: readonly number[];
  readonly picked: readonly boolean[];
  readonly current: number;
  /** How many lines of each of its hunks are picked. */
  readonly inHunks: readonly number[];
}

/** Picks lines of a diff: by a drag along the margin, by touch, or by keys. */
export class PickController implements ReactiveController {
  readonly #host: LitElement;
  /** The changed rows in the order of the page. */
  #rows: readonly DiffRow[] = [];
  #numbers = new Map<DiffRow, number>();
  #picks: LinePicks = NO_PICKS;
  #current = 0;
  /** Where a drag or a range began, what was picked before it, and whether it picks or lets go. */
  #anchor: { readonly n: number; readonly before: LinePicks; readonly isPicking: boolean } | null = null;
  #isDragging = false;
  readonly #chunks = new Map<string, { mark: string; picks: ChunkPicks }>();

  constructor(host: LitElement) {
    this.#host = host;
    host.addController(this);
  }

  get picks(): LinePicks {
    return this.#picks;
  }

  get current(): number {
    return this.#current;
  }

  hostDisconnected(): void {
    this.#endDrag();
  }

  /** There is another diff, so no line of the last one is meant any more. */
  reset(): void {
    this.#picks = NO_PICKS;
    this.#anchor = null;
    this.#current = 0;
  }

  /** The rows as they are laid out now. */
  take(parts: readonly DiffPart[]): void {
    this.#rows = parts.flatMap((part) => (part.kind === 'rows' ? part.rows.filter(isChangedRow) : []));
    this.#numbers = new Map(this.#rows.map((row, n) => [row, n]));
    this.#current = Math.min(this.#current, Math.max(0, this.#rows.length - 1));
  }

  /** A changed line of a row. */
  lineOf(n: number): DiffLine | null {
    return this.#rows[n]?.find((line) => line !== null && line.kind !== 'same') ?? null;
  }

  chunkPicks({ key, parts }: Extract<DiffBlock, { kind: 'block' }>): ChunkPicks {
    const rows = parts.flatMap((part) => (part.kind === 'rows' ? part.rows : []));
    const numbers = rows.map((row) => this.#numbers.get(row) ?? -1);
    const hasPicks = pickCount(this.#picks) > 0;
    const picked = rows.map((row, n) => hasPicks && numbers[n]! >= 0 && isRowPicked(row, this.#picks));
    const inHunks = parts.flatMap((part) =>
      part.kind === 'hunk' ? [hasPicks ? pickCount(picksInside(part.hunk, this.#picks)) : 0] : [],
    );
    const current = numbers.includes(this.#current) ? this.#current : -1;
    const mark = `${numbers.find((n) => n >= 0)} ${current} ${inHunks} ${picked.map(Number).join('')}`;
    const known = this.#chunks.get(key);
    if (known?.mark === mark) return known.picks;
    const picks = { numbers, picked, current, inHunks };
    this.#chunks.set(key, { mark, picks });
    return picks;
  }

  clear(): void {
    this.#change(NO_PICKS);
    this.#anchor = null;
  }

  /** Takes a key on a row; the number of the row to go to, or null if the key means nothing here. */
  key({ key, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent, n: number): number | null {
    if (ctrlKey || metaKey || altKey) return null;
    if (key === ' ') {
      this.#begin(n);
      this.#reach(n);
      return n;
    }
    const steps: Record<string, number> = { ArrowDown: n + 1, ArrowUp: n - 1, Home: 0, End: this.#rows.length - 1 };
    const step = own(steps, key);
    if (step === undefined) return null;
    const next = Math.max(0, Math.min(this.#rows.length - 1, step));
    if (shiftKey) {
      if (!this.#anchor || this.#isDragging) this.#begin(n, true);
      this.#reach(next);
    } else this.#anchor = null;
    this.moveTo(next);
    return next;
  }

  moveTo(n: number): void {
    this.#current = n;
    this.#host.requestUpdate();
  }

  /** Begins a drag at a row; the rows that it passes are as the first one becomes. */
  press(event: PointerEvent, n: number): void {
    if (event.button !== 0) return;
    event.preventDefault();
    if (event.shiftKey) this.#begin(this.#current, true);
    else this.#begin(n);
    this.#isDragging = true;
    this.#reach(n);
    this.moveTo(n);
    // So that the way is followed wherever it leads, and a finger does not scroll.
    this.#host.setPointerCapture(event.pointerId);
    for (const [name, listener] of this.#listeners) this.#host.addEventListener(name, listener as EventListener);
  }

  readonly #onMove = ({ clientX, clientY }: PointerEvent): void => {
    const root = this.#host.getRootNode() as Document | ShadowRoot;
    const row = root.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-row]');
    const n = Number(row?.dataset.row ?? -1);
    if (n < 0 || !row || !this.#host.contains(row)) return;
    this.#reach(n);
    this.moveTo(n);
  };

  readonly #onUp = (): void => {
    this.#endDrag();
    this.#anchor = null;
  };

  readonly #listeners = [
    ['pointermove', this.#onMove],
    ['pointerup', this.#onUp],
    ['pointercancel', this.#onUp],
  ] as const;

  #endDrag(): void {
    this.#isDragging = false;
    for (const [name, listener] of this.#listeners) this.#host.removeEventListener(name, listener as EventListener);
  }

  #begin(n: number, isPicking = !isRowPicked(this.#rows[n]!, this.#picks)): void {
    this.#anchor = { n, before: this.#picks, isPicking };
  }

  #reach(n: number): void {
    if (!this.#anchor) return;
    const { n: from, before, isPicking } = this.#anchor;
    const rows = this.#rows.slice(Math.min(from, n), Math.max(from, n) + 1);
    this.#change(pickRows(before, rows, isPicking));
  }

  #change(picks: LinePicks): void {
    if (pickCount(picks) === 0 && pickCount(this.#picks) === 0) return;
    this.#picks = picks;
    this.#host.requestUpdate();
  }
}
