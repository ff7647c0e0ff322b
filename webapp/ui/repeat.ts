import { noChange } from 'lit';
import { type ChildPart, Directive, directive } from 'lit/directive.js';
import {
  getCommittedValue,
  insertPart,
  removePart,
  setChildPartValue,
  setCommittedValue,
} from 'lit/directive-helpers.js';

type Args<T> = [items: Iterable<T>, keyOf: (item: T) => unknown, render: (item: T, n: number) => unknown];

class Repeat extends Directive {
  #keys: unknown[] = [];

  render<T>(...[items, , render]: Args<T>): unknown[] {
    return Array.from(items, render);
  }

  override update<T>(list: ChildPart, args: Args<T>): unknown {
    const [keys, values] = [Array.from(args[0], (item) => args[1](item)), this.render(...args)];
    const drawn = getCommittedValue(list) as ChildPart[] | undefined;
    const keysBefore = this.#keys;
    this.#keys = keys;
    // Lit draws the first rows by itself.
    if (!Array.isArray(drawn)) return values;
    const wanted = new Set(keys);
    const rows = new Map<unknown, ChildPart>();
    drawn.forEach((row, n) => {
      const key = keysBefore[n];
      if (wanted.delete(key)) rows.set(key, row);
      else remove(row);
    });
    setCommittedValue(
      list,
      arrange(list, rows, keys).map((row, n) => setChildPartValue(row, values[n])),
    );
    return noChange;
  }
}

/** Brings rows into another order, and makes those that are missing. One that has gone far is moved, and not those that it has passed. */
function arrange(list: ChildPart, rows: Map<unknown, ChildPart>, keys: readonly unknown[]): ChildPart[] {
  const left = [...rows.values()];
  const moved = new Set<ChildPart>();
  let next = 0;
  return keys.map((key) => {
    while (moved.has(left[next]!)) next += 1;
    const row = rows.get(key);
    rows.delete(key);
    if (row && row === left[next + 1]) next += 1;
    if (row && row === left[next]) {
      next += 1;
      return row;
    }
    if (row) moved.add(row);
    return insertPart(list, left[next], row);
  });
}

/** Lit leaves the comment behind that marks a row's end; lists that are long or live long would fill with them. */
function remove(row: ChildPart): void {
  removePart(row);
  row.endNode?.parentNode?.removeChild(row.endNode);
}

/** Draws a row for each item, as Lit's own `repeat` does: a row keeps its elements wherever it goes, and leaves nothing when it goes. */
export const repeat = directive(Repeat) as <T>(...args: Args<T>) => unknown;
