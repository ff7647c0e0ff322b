import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** A folder of objects is left for a new one when so much was put into it. */
const MOST_BYTES = 128 * 1024 * 1024;

/**
 * A place for objects that nobody needs for long. It begins empty, and what is older than the last full folder is removed,
 * so that it never holds more than two of them.
 */
export class ScratchObjects {
  readonly #place: string;
  readonly #mostBytes: number;
  #number = 0;
  #bytes = 0;
  #made: Promise<string> | null = null;

  constructor(place: string, mostBytes: number = MOST_BYTES) {
    this.#place = place;
    this.#mostBytes = mostBytes;
  }

  /** Folders whose objects are still there. */
  get older(): string[] {
    return this.#number > 0 ? [this.#folderOf(this.#number - 1)] : [];
  }

  /** Where objects go now. */
  folder(): Promise<string> {
    this.#made ??= this.#make();
    return this.#made;
  }

  /** So many bytes were put there. */
  async took(bytes: number): Promise<void> {
    this.#bytes += bytes;
    if (this.#bytes < this.#mostBytes) return;
    this.#bytes = 0;
    this.#number += 1;
    this.#made = null;
    if (this.#number > 1) await rm(this.#folderOf(this.#number - 2), { recursive: true, force: true });
  }

  async clear(): Promise<void> {
    await rm(this.#place, { recursive: true, force: true });
  }

  async #make(): Promise<string> {
    // What a killed server has left is of no use.
    if (this.#number === 0) await this.clear();
    const folder = this.#folderOf(this.#number);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return folder;
  }

  #folderOf(number: number): string {
    return join(this.#place, String(number));
  }
}
