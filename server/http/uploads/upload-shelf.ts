import { lstatSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readPlainFile } from '../../paths/plain-file.js';
import type { UploadFacts } from '../../protocol/api/uploads.js';
import { makePrivateFolder, writePrivateFile } from '../../settings/private-file.js';
import { isPlainName } from './plain-name.js';

/** An upload as it is kept: its facts, whose it is, and whether a prompt has used it. */
export interface UploadRecord extends UploadFacts {
  readonly sessionId: string;
  readonly extension: string;
  /** Its name in its folder; files of earlier versions have neither. */
  readonly file?: string;
  readonly createdAt: number;
  readonly isUsed: boolean;
}

export interface UploadShelfOptions {
  /** Our own folder outside any project; it is made when the first file comes. */
  readonly folder: string;
  readonly sureNow: () => number;
  readonly hasSession: (sessionId: string) => boolean;
}

/** What nobody has sent after so long is not wanted. */
const UNUSED_MS = 7 * 24 * 60 * 60 * 1000;
/** What has no record after so long was left by a server that died. */
const STRAY_MS = 60 * 60 * 1000;

const ID = /^[0-9a-f]{32}$/;

/**
 * Which uploads there are, on disk: `<id>/<name>`, with a record `<id>.json` beside the folder. Earlier versions kept
 * `<id>.<extension>`, and such files stay where they are: agents may have been told of them.
 */
export class UploadShelf {
  readonly #options: UploadShelfOptions;
  #known: Map<string, UploadRecord> | null = null;

  constructor(options: UploadShelfOptions) {
    this.#options = options;
  }

  all(): UploadRecord[] {
    return [...this.#records().values()];
  }

  find(id: string): UploadRecord | null {
    return this.#records().get(id) ?? null;
  }

  pathOf({ id, extension, file }: Pick<UploadRecord, 'id' | 'extension' | 'file'>): string {
    return join(this.#options.folder, file === undefined ? `${id}.${extension}` : join(id, file));
  }

  /** Makes the folder of an upload, which must not be there yet, and names the file in it. */
  makePlace(id: string, file: string): string {
    mkdirSync(join(this.#options.folder, id), { mode: 0o700 });
    return join(this.#options.folder, id, file);
  }

  /** Takes back what `makePlace` and `placeFor` have begun. */
  clearPlace(id: string): void {
    this.#delete(`${id}.part`);
    if (!this.#records().has(id)) this.#delete(id);
  }

  /** Makes sure that there is a folder, and names a file in it for what is still arriving. */
  placeFor(id: string): string {
    makePrivateFolder(this.#options.folder);
    return join(this.#options.folder, `${id}.part`);
  }

  keep(record: UploadRecord): void {
    writePrivateFile(join(this.#options.folder, `${record.id}.json`), JSON.stringify(record));
    this.#records().set(record.id, record);
  }

  remove(record: UploadRecord): void {
    this.#records().delete(record.id);
    this.#delete(`${record.id}.json`);
    this.#delete(record.file === undefined ? `${record.id}.${record.extension}` : record.id);
  }

  /** Takes away what no prompt and no draft can want any more. */
  tidy(): void {
    const now = this.#options.sureNow();
    for (const record of this.all()) {
      const isOld = !record.isUsed && now - record.createdAt > UNUSED_MS;
      if (isOld || !this.#options.hasSession(record.sessionId)) this.remove(record);
    }
    for (const name of this.#names()) if (this.#isStray(name, now)) this.#delete(name);
  }

  #records(): Map<string, UploadRecord> {
    this.#known ??= new Map(
      this.#names().flatMap((name) => {
        const record = name.endsWith('.json') ? this.#read(name) : null;
        return record ? [[record.id, record]] : [];
      }),
    );
    return this.#known;
  }

  #names(): string[] {
    try {
      return readdirSync(this.#options.folder);
    } catch {
      // Nothing was ever uploaded.
      return [];
    }
  }

  #read(name: string): UploadRecord | null {
    try {
      const record = JSON.parse(readPlainFile(join(this.#options.folder, name))) as UploadRecord;
      const { id, extension, file } = record;
      const isSound = name === `${id}.json` && ID.test(id) && /^\w{1,5}$/.test(extension);
      return isSound && (file === undefined || isPlainName(file)) ? record : null;
    } catch {
      return null;
    }
  }

  #isStray(name: string, now: number): boolean {
    if (this.#records().has(name.split('.', 1)[0]!)) return false;
    const stat = lstatSync(join(this.#options.folder, name), { throwIfNoEntry: false });
    // A folder with another name is not ours.
    if (!stat || (stat.isDirectory() && !ID.test(name))) return false;
    return now - stat.mtimeMs > STRAY_MS;
  }

  #delete(name: string): void {
    rmSync(join(this.#options.folder, name), { force: true, recursive: ID.test(name) });
  }
}
