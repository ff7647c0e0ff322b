import type { StorageTrouble } from '../../../protocol/storage-trouble.js';

/** Why the store cannot do what was asked, as a closed set. */
export type StorageFaultKind = 'full' | 'locked' | 'corrupt' | 'newer' | 'in_use' | 'conflict' | 'failed';

/** What is wrong with the history file: its kind, and a sentence for the terminal. */
export class StorageFault extends Error {
  readonly kind: StorageFaultKind;

  constructor(kind: StorageFaultKind, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'StorageFault';
    this.kind = kind;
  }

  /** What the page is told. */
  get trouble(): StorageTrouble {
    if (this.kind !== 'failed') return { code: this.kind };
    return { code: 'failed', said: this.cause instanceof Error ? this.cause.message : this.message };
  }

  /** Makes a fault of whatever the database or the file system threw. */
  static from(error: unknown): StorageFault {
    if (error instanceof StorageFault) return error;
    const code = typeof error === 'object' && error !== null ? String(Reflect.get(error, 'code') ?? '') : '';
    const reason = error instanceof Error ? error.message : String(error);
    const kind = kindOf(code, reason);
    return new StorageFault(kind, SENTENCES[kind](reason), error);
  }
}

const SENTENCES: Record<StorageFaultKind, (reason: string) => string> = {
  full: () => 'The disk is full. Nothing can be saved until there is room again.',
  locked: () => 'Another program has locked the history file. Nothing can be saved until it lets go.',
  corrupt: () => 'The history file is damaged. Restart acdeck: it sets the file aside and starts a new one.',
  newer: () => 'The history file was written by a newer version of acdeck.',
  in_use: () => 'The history file is in use by another acdeck.',
  conflict: () => 'Another acdeck has written to this session.',
  failed: (reason) => `The history file can't be used: ${reason}`,
};

function kindOf(code: string, reason: string): StorageFaultKind {
  if (/^SQLITE_FULL|^ENOSPC|^EDQUOT/.test(code)) return 'full';
  if (/^SQLITE_(BUSY|LOCKED)/.test(code)) return 'locked';
  if (/^SQLITE_(CORRUPT|NOTADB)/.test(code)) return 'corrupt';
  if (/^SQLITE_CONSTRAINT/.test(code)) return 'conflict';
  return /malformed|not a database/.test(reason) ? 'corrupt' : 'failed';
}
