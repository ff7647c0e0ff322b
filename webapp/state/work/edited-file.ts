import type { FileContent, FileWritten } from '../../../server/protocol/api/changes.js';
import type { RepoApi } from '../../../server/protocol/api/rpc.js';
import { RpcError } from '../../../server/protocol/api/rpc-error.js';
import { errorText } from '../../codes/error-words.js';
import '../../codes/repo-words.js';
import { Store } from '../base/store.js';
import type { EditShelf } from './edit-shelf.js';
import { putTogether, type TextForm, takeApart } from './text-form.js';

/** A file as it was read for the editor. */
interface ReadText {
  readonly text: string;
  readonly revision: string;
}

/** Why a file is only to be read. */
export type NoEdit = 'encoding' | 'binary' | 'link' | null;

/** A file in the editor. */
export interface EditedFileState {
  readonly path: string;
  readonly status: 'loading' | 'ready' | 'saving' | 'failed';
  /** Why it could not be loaded or saved, as a sentence. */
  readonly problem: string;
  readonly noEdit: NoEdit;
  /** What the editor shows, with plain line ends. */
  readonly body: string;
  readonly form: TextForm;
  /** Goes up when the editor is to show another text than the one that is written in it. */
  readonly given: number;
  readonly isDirty: boolean;
  /** The file as it is by now, if somebody else has changed it; the person decides which of both stays. */
  readonly theirs: ReadText | null;
  /** Whether the person wants to decide later. */
  readonly isPutOff: boolean;
  /** When a text that was not saved was begun, if this is one. */
  readonly keptAt: number | null;
}

export interface EditedFilePorts {
  readonly repo: Pick<RepoApi, 'get_file_content'>;
  readonly shelf: EditShelf;
  write(path: string, text: string, revision: string): Promise<FileWritten>;
  now(): number;
}

const NONE: EditedFileState = {
  path: '',
  status: 'loading',
  problem: '',
  noEdit: null,
  body: '',
  form: { hasMark: false, ends: '\n' },
  given: 0,
  isDirty: false,
  theirs: null,
  isPutOff: false,
  keptAt: null,
};

/**
 * One file while it is edited: what was read, what is written, and what others made of it meanwhile. What is not saved
 * outlives the page.
 */
export class EditedFile extends Store<EditedFileState> {
  readonly #ports: EditedFilePorts;
  /** The file as it was when the edit was begun or last saved. */
  #base: ReadText = { text: '', revision: '' };
  #run = 0;
  #keeping: Promise<void> = Promise.resolve();

  constructor(ports: EditedFilePorts) {
    super(NONE);
    this.#ports = ports;
  }

  /** The text with the line ends that it will have in the file. */
  get text(): string {
    return putTogether(this.value.form, this.value.body);
  }

  /** Reads a file, and what was written of it and not saved. */
  async open(path: string): Promise<void> {
    const run = ++this.#run;
    this.set({ ...NONE, path, given: this.value.given });
    try {
      const [content, kept] = await Promise.all([
        this.#ports.repo.get_file_content(path, null),
        this.#ports.shelf.read(path).catch(() => null),
      ]);
      if (run !== this.#run) return;
      const noEdit = whyNot(content);
      if (noEdit) {
        this.set({ ...this.value, status: 'ready', noEdit });
        return;
      }
      const now = { text: content.text ?? '', revision: content.revision ?? '' };
      const isKept = kept !== null && kept.text !== now.text;
      const isOther = isKept && kept.revision !== now.revision && kept.base !== now.text;
      this.#base = isOther ? { text: kept.base, revision: kept.revision } : now;
      this.#give(isKept ? kept.text : now.text, { status: 'ready', keptAt: isKept ? kept.at : null });
      if (isOther) this.set({ ...this.value, theirs: now });
    } catch (error) {
      if (run === this.#run) this.set({ ...this.value, status: 'failed', problem: errorText(error) });
    }
  }

  /** The person has written. */
  change(body: string): void {
    if (body === this.value.body) return;
    const isDirty = putTogether(this.value.form, body) !== this.#base.text;
    this.set({ ...this.value, body, isDirty, problem: '' });
    this.#keep();
  }

  /** Writes the file; gives how that can be undone, or null if it was not written. */
  async save(): Promise<FileWritten | null> {
    const { path, theirs, status } = this.value;
    if (status !== 'ready') return null;
    if (theirs) {
      this.set({ ...this.value, isPutOff: false });
      return null;
    }
    const { text } = this;
    this.set({ ...this.value, status: 'saving', problem: '' });
    try {
      const written = await this.#ports.write(path, text, this.#base.revision);
      this.#saved({ text, revision: written.revision });
      return written;
    } catch (error) {
      const { reason } = RpcError.from(error);
      this.set({ ...this.value, status: 'ready' });
      if (reason?.code === 'stale') await this.check();
      else this.set({ ...this.value, problem: errorText(error) });
      return null;
    }
  }

  /** Somebody may have changed the file. What is not edited here follows; what is waits for the person. */
  async check(): Promise<void> {
    const { path, status, noEdit } = this.value;
    if (status !== 'ready' || noEdit) return;
    const run = this.#run;
    try {
      const content = await this.#ports.repo.get_file_content(path, null);
      if (run !== this.#run || this.value.status !== 'ready') return;
      const now = { text: content.text ?? '', revision: content.revision ?? '' };
      if (now.revision === this.#base.revision || now.revision === this.value.theirs?.revision) return;
      // The same text as ours, or as before: nobody has to decide anything.
      if (now.text === this.text || now.text === this.#base.text) {
        this.#base = now;
        const isDirty = this.text !== now.text;
        this.set({ ...this.value, theirs: null, isDirty });
        if (!isDirty) await this.#drop();
      } else if (this.value.isDirty) {
        this.set({ ...this.value, theirs: now, isPutOff: false });
      } else {
        this.#base = now;
        this.#give(now.text);
      }
    } catch (error) {
      const { reason } = RpcError.from(error);
      const isGone = reason?.code === 'missing' || reason?.code === 'file_missing';
      if (run === this.#run && isGone) this.set({ ...this.value, problem: errorText(error) });
    }
  }

  /** Our text takes the place of theirs. */
  async keepMine(): Promise<FileWritten | null> {
    const { theirs } = this.value;
    if (!theirs) return null;
    this.#base = theirs;
    this.set({ ...this.value, theirs: null, isPutOff: false });
    return this.save();
  }

  /** Their text takes the place of ours. */
  async takeTheirs(): Promise<void> {
    const { theirs } = this.value;
    if (!theirs) return;
    this.#base = theirs;
    this.#give(theirs.text);
    await this.#drop();
  }

  /** The person decides later. */
  putOff(): void {
    this.set({ ...this.value, isPutOff: true });
  }

  /** Throws away what was not saved. */
  async discard(): Promise<void> {
    await this.#drop();
    await this.open(this.value.path);
  }

  /** What was written so far is safe when this is done. */
  async settled(): Promise<void> {
    await this.#keeping;
  }

  #give(text: string, change: Partial<EditedFileState> = {}): void {
    const { form, body } = takeApart(text);
    const isDirty = text !== this.#base.text;
    const given = this.value.given + 1;
    this.set({ ...this.value, theirs: null, isPutOff: false, keptAt: null, form, body, given, isDirty, ...change });
  }

  #saved(now: ReadText): void {
    this.#base = now;
    const isDirty = this.text !== now.text;
    this.set({ ...this.value, status: 'ready', isDirty, keptAt: null });
    if (isDirty) this.#keep();
    else void this.#drop();
  }

  /** One after the other, and only the newest: keys come faster than a database writes. */
  #keep(): void {
    const { path } = this.value;
    this.#keeping = this.#keeping.then(async () => {
      if (path !== this.value.path) return;
      const { shelf, now } = this.#ports;
      const { text: base, revision } = this.#base;
      const edit = { text: this.text, base, revision, at: now() };
      const keep = this.value.isDirty ? shelf.write(path, edit) : shelf.remove(path);
      // Where nothing is kept, only a reload loses it.
      await keep.catch(() => {});
    });
  }

  async #drop(): Promise<void> {
    const { path } = this.value;
    this.#keeping = this.#keeping.then(() => this.#ports.shelf.remove(path).catch(() => {}));
    await this.#keeping;
  }
}

function whyNot({ kind, isUtf8 }: FileContent): NoEdit {
  if (kind === 'text') return isUtf8 ? null : 'encoding';
  return kind;
}
