import type { AppState } from '../../../server/protocol/api/app-state.js';
import type { Store } from '../base/store.js';
import type { ToastStore } from './toast-store.js';
import { appWords } from './words.js';

const STAY_MS = 4_000;
const NOBODY: NonNullable<AppState['programs']> = [];
const visitsOf = (app: AppState | null) => app && (app.programs ?? NOBODY);

/** Says in passing that a program was let in; what happened before this tab was there is not told. */
export function watchPrograms(app: Store<AppState | null>, toasts: ToastStore, showPrograms: () => void): void {
  let known: Set<string> | null = null;
  let last: number | null = null;
  app.observe(visitsOf, (visits) => {
    if (!visits) return;
    const before = known;
    known = new Set([...(before ?? []), ...visits.filter(({ state }) => state !== 'asking').map(({ id }) => id)]);
    // A fresh tab, and one that was away, are not told of the past.
    if (!before) return;
    for (const visit of visits) {
      if (visit.state !== 'inside' || before.has(visit.id)) continue;
      const tell = (text: string) => {
        // A script may call often: the newest stands for all, and briefly.
        if (last !== null) toasts.dismiss(last);
        const action = { label: appWords.showPrograms, run: showPrograms };
        last = toasts.show({ text, action, ms: STAY_MS });
      };
      // Without the words it is still in the settings.
      void import('../../codes/program-words.js').then(
        (words) => tell(words.programConnected(visit)),
        () => {},
      );
    }
  });
}
