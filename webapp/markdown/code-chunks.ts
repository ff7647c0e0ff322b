/** Lines per chunk: a chunk is what the browser lays out again when its last line grows. */
export const CHUNK_LINES = 32;

/** Code cut into chunks of lines; when it only grows, finished chunks are not looked at again. */
export class CodeChunks {
  #code = '';
  /** Each chunk is its lines, all but the last with their line end. */
  #chunks: string[][] = [];
  #open = '';

  /** All lines so far, in chunks. Finished chunks keep their identity. */
  update(code: string): readonly (readonly string[])[] {
    if (code.slice(0, this.#code.length) !== this.#code) {
      this.#chunks = [];
      this.#open = '';
      this.#code = '';
    }
    this.#add(code.slice(this.#code.length));
    this.#code = code;
    return this.#chunks;
  }

  #add(text: string): void {
    if (text === '') return;
    const lines = (this.#open + text).split(/(?<=\n)/);
    if (this.#open !== '') this.#dropLast();
    for (const line of lines) this.#push(line);
    const last = lines.at(-1)!;
    this.#open = last.endsWith('\n') ? '' : last;
  }

  #dropLast(): void {
    const chunk = this.#chunks.pop()!;
    if (chunk.length > 1) this.#chunks.push(chunk.slice(0, -1));
  }

  #push(line: string): void {
    const last = this.#chunks.at(-1);
    if (!last || last.length === CHUNK_LINES) this.#chunks.push([line]);
    else this.#chunks[this.#chunks.length - 1] = [...last, line];
  }
}
