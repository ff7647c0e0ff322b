import { type FilesChanged, MAIN_ROOT } from '../../../server/protocol/api/changes.js';
import { RpcError } from '../../../server/protocol/api/rpc-error.js';
import { list } from '../../ui/format.js';
import { label } from '../../ui/visible-text.js';
import type { OutboxStore } from '../session/outbox-store.js';
import type { ToastStore } from './toast-store.js';
import { appWords } from './words.js';

/** A person reads this many names in a message. */
const MOST_NAMES = 3;

export interface UndoPorts {
  readonly outbox: Pick<OutboxStore, 'send'>;
  readonly toasts: Pick<ToastStore, 'show'>;
}

export interface WantedUndo {
  readonly undoId: string;
  /** The newer work that the person was shown and lets go. */
  readonly replaces?: string | undefined;
  /** Does it once more, with that. */
  again(replaces: string): void;
}

/** Brings back what an act took. If that would replace newer work, a message names it and asks; then nothing was done. */
export async function sendUndo(
  { outbox, toasts }: UndoPorts,
  { undoId, replaces, again }: WantedUndo,
): Promise<FilesChanged | null> {
  try {
    if (replaces === undefined) return await outbox.send('Repo', 'undo', undoId);
    return await outbox.send('Repo', 'undo', undoId, MAIN_ROOT, replaces);
  } catch (error) {
    const { reason } = RpcError.from(error);
    if (reason?.code !== 'newer_work') throw error;
    const { paths, total, print } = reason;
    const names = paths.slice(0, MOST_NAMES).map((path) => label(path));
    const more = total > names.length ? [appWords.moreFiles(total - names.length)] : [];
    toasts.show({
      text: appWords.newerWork(list([...names, ...more]), total),
      tone: 'warning',
      action: { label: appWords.replaceNewer, run: () => again(print) },
      about: `undo ${undoId}`,
      lasts: true,
    });
    return null;
  }
}
