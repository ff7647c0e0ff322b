/** A line that `git grep` has found. */
export interface GrepLine {
  /** From the top of the repository, in bytes. */
  readonly path: Buffer;
  readonly line: number;
  /** In bytes, counted from 1. */
  readonly column: number;
  readonly text: string;
}

const [NUL, NEWLINE] = [0, 10];
const PLACE = /^(\d+)[\0:](\d+)[\0:]/;
/** What the two numbers of a place take at most. */
const PLACE_BYTES = 24;

/**
 * Takes the output of `git grep -z --line-number --column` apart. A name ends with its NUL and may hold line breaks itself;
 * only the line break after the text ends a record. A record longer than `most` bytes is dropped.
 */
export class GrepReader {
  readonly #onLine: (found: GrepLine) => void;
  readonly #most: number;
  #rest: Buffer = Buffer.alloc(0);
  /** Whether the rest of a record that is too long is still to come. */
  #isDropping = false;

  constructor(onLine: (found: GrepLine) => void, most: number) {
    this.#onLine = onLine;
    this.#most = most;
  }

  push(bytes: Buffer): void {
    let all = this.#rest.length > 0 ? Buffer.concat([this.#rest, bytes]) : bytes;
    if (this.#isDropping) {
      const end = all.indexOf(NEWLINE);
      if (end < 0) return;
      this.#isDropping = false;
      all = all.subarray(end + 1);
    }
    let at = 0;
    for (;;) {
      const named = all.indexOf(NUL, at);
      const end = named < 0 ? -1 : all.indexOf(NEWLINE, named);
      if (end < 0) {
        // The name is whole where its NUL is; what is long is then the text.
        if (named >= 0 && all.length - at > this.#most) {
          this.#isDropping = true;
          at = all.length;
        }
        break;
      }
      if (end - at <= this.#most) this.#take(all.subarray(at, named), all.subarray(named + 1, end));
      at = end + 1;
    }
    this.#rest = Buffer.from(all.subarray(at));
  }

  #take(path: Buffer, rest: Buffer): void {
    const [place, line, column] = PLACE.exec(rest.toString('latin1', 0, PLACE_BYTES)) ?? [];
    if (!place || !line || !column) return;
    const text = rest.toString('utf8', place.length);
    this.#onLine({ path, line: Number(line), column: Number(column), text });
  }
}
