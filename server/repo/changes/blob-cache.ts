const MOST_BYTES = 16 * 1024 * 1024;

/** Contents by what git calls them, the last used ones: what somebody looks at is what they act on next. */
export class BlobCache {
  readonly #blobs = new Map<string, Buffer>();
  readonly #mostBytes: number;
  #bytes = 0;

  constructor(mostBytes: number = MOST_BYTES) {
    this.#mostBytes = mostBytes;
  }

  get(oid: string): Buffer | null {
    const found = this.#blobs.get(oid);
    if (!found) return null;
    this.#blobs.delete(oid);
    this.#blobs.set(oid, found);
    return found;
  }

  put(oid: string, bytes: Buffer): void {
    if (this.#blobs.has(oid) || bytes.length > this.#mostBytes / 4) return;
    // A copy: what was read may be a part of something larger.
    this.#blobs.set(oid, Buffer.from(bytes));
    this.#bytes += bytes.length;
    for (const [oldest, old] of this.#blobs) {
      if (this.#bytes <= this.#mostBytes) return;
      this.#blobs.delete(oldest);
      this.#bytes -= old.length;
    }
  }
}
