import { isPicture, UPLOAD_LIMITS, type UploadFacts } from '../../../server/protocol/api/uploads.js';
import { number } from '../../ui/format.js';
import { Store } from '../base/store.js';
import { attachmentWords } from './words.js';

/** Where a file goes and how far it has come, as a share of 1. */
export interface UploadTicket {
  readonly sessionId: string;
  readonly name: string;
  readonly signal: AbortSignal;
  onProgress(share: number): void;
}

/** The way of files to the server and back; failures are errors with a sentence. */
export interface UploadPort {
  /** The file as it should be sent: a picture of a sensible size, anything else as it is. */
  prepare(file: File): Promise<Blob>;
  send(file: Blob, ticket: UploadTicket): Promise<UploadFacts>;
  load(id: string): Promise<Blob>;
  discard(id: string): Promise<void>;
}

/** A file that the server does not have yet. */
export interface PendingUpload {
  readonly key: string;
  readonly sessionId: string;
  readonly name: string;
  readonly size: number;
  /** The picture itself to look at, or null. */
  readonly preview: string | null;
  /** How much has arrived, as a share of 1. */
  readonly share: number;
  readonly failure: string | null;
}

export interface UploadStorePorts {
  uploads: UploadPort;
  newId(): string;
  /** The server has it. */
  onDone(pending: PendingUpload, upload: UploadFacts): void;
}

/** Files that are sent at the same time; the others wait. */
const AT_ONCE = 3;
/** Pictures whose bytes stay in memory for the next look at them. */
const MOST_PICTURES = 100;

/** What is on its way to the server in this tab, and pictures that came back from there. */
export class AttachmentStore extends Store<readonly PendingUpload[]> {
  readonly #ports: UploadStorePorts;
  readonly #files = new Map<string, { file: File; abort: AbortController }>();
  /** What waits until there is room on the way. */
  readonly #waiting: string[] = [];
  #running = 0;
  /** Addresses of pictures by upload, the newest last. */
  readonly #pictures = new Map<string, Promise<string>>();

  constructor(ports: UploadStorePorts) {
    super([]);
    this.#ports = ports;
  }

  /** Sends files for a session, each by itself. */
  add(sessionId: string, files: readonly File[]): void {
    for (const file of files) {
      const key = this.#ports.newId();
      const { name, size } = file;
      this.#files.set(key, { file, abort: new AbortController() });
      this.set([...this.value, { key, sessionId, name: name || 'file', size, preview: null, share: 0, failure: null }]);
      this.#start(key);
    }
  }

  retry(key: string): void {
    this.#change(key, { failure: null, share: 0 });
    this.#start(key);
  }

  remove(key: string): void {
    this.#files.get(key)?.abort.abort();
    this.#files.delete(key);
    this.set(this.value.filter((pending) => pending.key !== key));
  }

  /** A person took an attachment away that the server has. */
  discard(uploadId: string): void {
    // The server throws away by itself what is never used.
    this.#ports.uploads.discard(uploadId).catch(() => {});
  }

  /** The address of a picture that the server has; rejects with a sentence. */
  pictureOf(uploadId: string): Promise<string> {
    const known = this.#pictures.get(uploadId);
    if (known) return known;
    const picture = this.#ports.uploads.load(uploadId).then((blob) => URL.createObjectURL(blob));
    this.#keepPicture(uploadId, picture);
    picture.catch(() => this.#pictures.delete(uploadId));
    return picture;
  }

  #keepPicture(uploadId: string, picture: Promise<string>): void {
    this.#pictures.set(uploadId, picture);
    const [oldest] = this.#pictures;
    if (!oldest || this.#pictures.size <= MOST_PICTURES) return;
    this.#pictures.delete(oldest[0]);
    // What is on screen stays there; anyone who draws it anew fetches it again.
    oldest[1].then((address) => URL.revokeObjectURL(address)).catch(() => {});
  }

  #start(key: string): void {
    this.#waiting.push(key);
    this.#goOn();
  }

  #goOn(): void {
    while (this.#running < AT_ONCE && this.#waiting.length > 0) {
      this.#running += 1;
      void this.#run(this.#waiting.shift()!).finally(() => {
        this.#running -= 1;
        this.#goOn();
      });
    }
  }

  async #run(key: string): Promise<void> {
    const pending = this.value.find((other) => other.key === key);
    const held = this.#files.get(key);
    if (!pending || !held) return;
    const { file, abort } = held;
    try {
      const body = await this.#ports.uploads.prepare(file);
      if (body.size > UPLOAD_LIMITS.fileBytes)
        throw new Error(attachmentWords.tooLarge(number(UPLOAD_LIMITS.fileBytes / 1024 / 1024)));
      // Not before it was found to be of a size that the page can hold.
      const preview = isPicture(body.type) ? (pending.preview ?? URL.createObjectURL(body)) : null;
      this.#change(key, { preview });
      const onProgress = (share: number) => this.#change(key, { share });
      const { sessionId, name } = pending;
      const upload = await this.#ports.uploads.send(body, { sessionId, name, signal: abort.signal, onProgress });
      if (abort.signal.aborted) return this.discard(upload.id);
      if (preview) this.#keepPicture(upload.id, Promise.resolve(preview));
      this.#ports.onDone(pending, upload);
      this.remove(key);
    } catch (error) {
      if (!abort.signal.aborted) this.#change(key, { failure: failureWords(error) });
    }
  }

  #change(key: string, change: Partial<PendingUpload>): void {
    const at = this.value.findIndex((pending) => pending.key === key);
    if (at >= 0) this.set(this.value.with(at, { ...this.value[at]!, ...change }));
  }
}

/** What the picture worker throws is a code; what the server says is a sentence. */
function failureWords(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  if (message === 'too_many_pixels') return attachmentWords.tooManyPixels(number(UPLOAD_LIMITS.pixels / 1_000_000));
  return message === 'undrawable' ? attachmentWords.unreadablePicture : message;
}
