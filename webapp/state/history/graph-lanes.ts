import type { GraphRow } from '../../../server/protocol/api/history.js';

/** A line between two rows of the graph, from a lane above to a lane below. */
export interface LaneLine {
  readonly from: number;
  readonly to: number;
  readonly colour: number;
}

/** Where a commit is, and the lines that lead from its row to the next. */
export interface LanedRow {
  readonly row: GraphRow;
  readonly lane: number;
  readonly colour: number;
  /** Whether a line comes to it from above. */
  readonly isContinued: boolean;
  readonly lines: readonly LaneLine[];
  /** How many lanes there are at this row. */
  readonly width: number;
}

interface Lane {
  /** The commit that it leads to. */
  readonly oid: string;
  readonly colour: number;
}

/** Colours are told apart by number, and come again. */
export const LANE_COLOURS = 6;

/** Gives commits their lanes, one after the other, so that a long history is drawn as far as somebody has scrolled. */
export class GraphLanes {
  #lanes: (Lane | null)[] = [];
  readonly #shown = new Set<string>();
  #next = 0;

  add(row: GraphRow): LanedRow {
    const found = this.#lanes.findIndex((lane) => lane?.oid === row.oid);
    const lane = found >= 0 ? found : this.#free();
    const colour = this.#lanes[lane]?.colour ?? this.#colour();
    const before = [...this.#lanes];
    // All that leads here ends here.
    this.#lanes = this.#lanes.map((each) => (each?.oid === row.oid ? null : each));
    this.#shown.add(row.oid);
    const lines = this.#parentLines(row, lane, colour);
    for (const [n, each] of before.entries()) {
      if (each && each.oid !== row.oid) lines.push({ from: n, to: n, colour: each.colour });
    }
    while (this.#lanes.length > 0 && this.#lanes.at(-1) === null) this.#lanes.pop();
    const width = Math.max(before.length, this.#lanes.length, lane + 1);
    const isContinued = found >= 0;
    return { row, lane, colour, isContinued, lines, width };
  }

  /** The first parent goes on in the same lane, unless another one leads there already. */
  #parentLines({ parents }: GraphRow, lane: number, colour: number): LaneLine[] {
    const lines: LaneLine[] = [];
    for (const [n, oid] of parents.entries()) {
      // Clocks differ: a parent may have come before its child.
      if (this.#shown.has(oid)) continue;
      const known = this.#lanes.findIndex((each) => each?.oid === oid);
      const isFirst = n === 0;
      const to = known >= 0 ? known : isFirst ? lane : this.#free();
      const own = isFirst ? colour : this.#colour();
      if (known < 0) this.#lanes[to] = { oid, colour: own };
      lines.push({ from: lane, to, colour: known >= 0 ? this.#lanes[known]!.colour : own });
    }
    return lines;
  }

  #free(): number {
    const free = this.#lanes.indexOf(null);
    if (free >= 0) return free;
    this.#lanes.push(null);
    return this.#lanes.length - 1;
  }

  #colour(): number {
    this.#next += 1;
    return (this.#next - 1) % LANE_COLOURS;
  }
}
