import { randomBytes } from 'node:crypto';
import { constants, writeFileSync } from 'node:fs';
import { type FileHandle, open, rename } from 'node:fs/promises';
import { isPicture, UPLOAD_LIMITS, type UploadFacts } from '../../protocol/api/uploads.js';
import { imagePixels } from '../../protocol/image-pixels.js';
import { plainName } from './plain-name.js';
import { HEAD_BYTES, type SniffedType, sniffType } from './sniff-type.js';
import { UploadFault } from './upload-fault.js';
import { type UploadRecord, UploadShelf } from './upload-shelf.js';

/** A file on its way in. */
export interface Arrival {
  readonly sessionId: string;
  /** As the browser reported it; text to show and nothing else. */
  readonly name: string;
  /** The type that the browser believes it has. */
  readonly claimedType: string;
  readonly size: number;
  readonly body: AsyncIterable<Buffer>;
}

export interface UploadStoreOptions {
  readonly folder: string;
  readonly hasSession: (sessionId: string) => boolean;
  readonly now?: () => number;
  /** The time by which files may be deleted for their age, in case the clock is wrong for a while. */
  readonly sureNow?: () => number;
  readonly newId?: () => string;
  /** Makes a file that must not exist yet, for its owner only. */
  readonly createFile?: (path: string) => Promise<Pick<FileHandle, 'write' | 'close' | 'sync'>>;
}

const MEGABYTE = 1024 * 1024;
const FLAGS = constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY | constants.O_NOFOLLOW;
const createPrivately = (path: string) => open(path, FLAGS, 0o600);

/** Keeps what people attach, under names of our own, within limits, until nobody needs it. */
export class UploadStore {
  readonly #shelf: UploadShelf;
  readonly #now: () => number;
  readonly #newId: () => string;
  readonly #createFile: NonNullable<UploadStoreOptions['createFile']>;
  /** Room that arriving files will take. */
  readonly #arriving = new Set<Arrival>();

  constructor(options: UploadStoreOptions) {
    this.#now = options.now ?? Date.now;
    this.#newId = options.newId ?? (() => randomBytes(16).toString('hex'));
    this.#createFile = options.createFile ?? createPrivately;
    this.#shelf = new UploadShelf({ ...options, sureNow: options.sureNow ?? this.#now });
  }

  /** Takes a file in, or throws an `UploadFault`. */
  async add(arrival: Arrival): Promise<UploadFacts> {
    this.#checkRoom(arrival);
    this.#arriving.add(arrival);
    try {
      return await this.#receive(arrival);
    } catch (error) {
      throw UploadFault.ofDisk(error);
    } finally {
      this.#arriving.delete(arrival);
    }
  }

  /** Keeps a picture that an agent has sent, at once, so that the order of what it says stays; null if that cannot be. */
  addPicture(sessionId: string, bytes: Buffer): UploadFacts | null {
    const head = bytes.subarray(0, HEAD_BYTES);
    const { mimeType, extension } = sniffType(head, false);
    const [id, size] = [this.#newId(), bytes.length];
    try {
      if (!isPicture(mimeType)) return null;
      checkKind(mimeType, { mimeType, extension }, head);
      this.#checkRoom({ sessionId, size });
      const facts = { id, name: `picture.${extension}`, mimeType, size };
      this.#shelf.placeFor(id);
      const file = plainName(facts.name, { mimeType, extension });
      writeFileSync(this.#shelf.makePlace(id, file), bytes, { flag: 'wx', mode: 0o600 });
      this.#shelf.keep({ ...facts, sessionId, extension, file, createdAt: this.#now(), isUsed: true });
      return facts;
    } catch {
      this.#shelf.clearPlace(id);
      return null;
    }
  }

  /** The upload with its place on disk, or null. */
  find(id: string): (UploadRecord & { path: string }) | null {
    const record = this.#shelf.find(id);
    return record && { ...record, path: this.#shelf.pathOf(record) };
  }

  /** The uploads that prompts of a session have used, with their places on disk. */
  usedIn(sessionId: string): (UploadRecord & { path: string })[] {
    const used = this.#shelf.all().filter((record) => record.isUsed && record.sessionId === sessionId);
    return used.map((record) => ({ ...record, path: this.#shelf.pathOf(record) }));
  }

  /** A prompt uses these; from now on they stay as long as the session. */
  use(ids: readonly string[]): void {
    for (const id of ids) {
      const record = this.#shelf.find(id);
      if (record && !record.isUsed) this.#shelf.keep({ ...record, isUsed: true });
    }
  }

  /** A person took an attachment away; false if a prompt has used it. */
  discard(id: string): boolean {
    const record = this.#shelf.find(id);
    if (!record || record.isUsed) return false;
    this.#shelf.remove(record);
    return true;
  }

  /** The session is gone, and with it all that was attached in it. */
  forgetSession(sessionId: string): void {
    for (const record of this.#shelf.all()) if (record.sessionId === sessionId) this.#shelf.remove(record);
  }

  tidy(): void {
    this.#shelf.tidy();
  }

  #checkRoom({ size, sessionId }: Pick<Arrival, 'size' | 'sessionId'>): void {
    const { fileBytes, sessionBytes, totalBytes, inFlight } = UPLOAD_LIMITS;
    if (size > fileBytes) {
      throw new UploadFault(413, { code: 'file_too_large', megabytes: fileBytes / MEGABYTE });
    }
    if (this.#arriving.size >= inFlight) {
      throw new UploadFault(429, { code: 'busy' });
    }
    const all = [...this.#shelf.all(), ...this.#arriving];
    const sumOf = (files: typeof all) => files.reduce((sum, file) => sum + file.size, size);
    if (sumOf(all.filter((file) => file.sessionId === sessionId)) > sessionBytes) {
      throw new UploadFault(413, { code: 'session_full', megabytes: sessionBytes / MEGABYTE });
    }
    if (sumOf(all) > totalBytes) {
      throw new UploadFault(507, { code: 'all_full', megabytes: totalBytes / MEGABYTE });
    }
  }

  async #receive(arrival: Arrival): Promise<UploadFacts> {
    const id = this.#newId();
    const part = this.#shelf.placeFor(id);
    try {
      const { head, size, isText } = await this.#write(part, arrival);
      const type = sniffType(head, isText);
      checkKind(arrival.claimedType, type, head);
      const { mimeType, extension } = type;
      const facts = { id, name: cleanName(arrival.name), mimeType, size };
      const file = plainName(facts.name, type);
      await rename(part, this.#shelf.makePlace(id, file));
      const { sessionId } = arrival;
      this.#shelf.keep({ ...facts, sessionId, extension, file, createdAt: this.#now(), isUsed: false });
      return facts;
    } catch (error) {
      this.#shelf.clearPlace(id);
      throw error;
    }
  }

  async #write(path: string, { body, size: told }: Arrival) {
    const watch = new TextWatch();
    const head: Buffer[] = [];
    let size = 0;
    const file = await this.#createFile(path);
    try {
      for await (const piece of body) {
        if (size < HEAD_BYTES) head.push(piece.subarray(0, HEAD_BYTES - size));
        size += piece.length;
        if (size > told) throw new UploadFault(400, { code: 'incomplete' });
        watch.take(piece);
        await writeAll(file, piece);
      }
      if (size !== told) throw new UploadFault(400, { code: 'incomplete' });
      await file.sync();
    } finally {
      await file.close();
    }
    return { head: Buffer.concat(head), size, isText: watch.end() };
  }
}

async function writeAll(file: Pick<FileHandle, 'write'>, piece: Buffer): Promise<void> {
  for (let at = 0; at < piece.length; ) at += (await file.write(piece, at)).bytesWritten;
}

/** A file that claims to be a picture must be one, and one that can be decoded without gigabytes of memory. */
function checkKind(claimed: string, { mimeType }: SniffedType, head: Buffer): void {
  if (isPicture(claimed) && !mimeType.startsWith('image/')) {
    throw new UploadFault(415, { code: 'not_an_image' });
  }
  const pixels = mimeType.startsWith('image/') ? imagePixels(head, mimeType) : null;
  if (pixels !== null && pixels > UPLOAD_LIMITS.pixels) {
    throw new UploadFault(413, { code: 'too_many_pixels', millions: UPLOAD_LIMITS.pixels / 1_000_000 });
  }
}

/** Controls, and characters that hide or turn others. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu;

/** The name of a file as text to show: the last part of anything that was sent, without tricks, of limited length. */
export function cleanName(given: string): string {
  const last = given.normalize('NFC').replace(UNSEEN, '').split(/[/\\]/).at(-1)!.trim();
  return cutBytes(last, UPLOAD_LIMITS.nameBytes) || 'file';
}

function cutBytes(text: string, most: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= most) return text;
  // A character that was cut in two decodes to the sign for that.
  return bytes
    .subarray(0, most)
    .toString('utf8')
    .replace(/\uFFFD+$/, '');
}

/** Watches whether what passes by is text: UTF-8 from beginning to end, without a NUL. */
export class TextWatch {
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  #isText = true;

  take(part: Uint8Array): void {
    if (!this.#isText) return;
    this.#isText = !part.includes(0) && this.#decodes(() => this.#decoder.decode(part, { stream: true }));
  }

  /** The verdict, after the last part. */
  end(): boolean {
    this.#isText &&= this.#decodes(() => this.#decoder.decode());
    return this.#isText;
  }

  #decodes(work: () => string): boolean {
    try {
      work();
      return true;
    } catch {
      return false;
    }
  }
}
