import { catalogue } from '../../ui/catalogue.js';
import { plural } from '../../ui/format.js';

/** What is said of acts on branches when they are done. */
export const branchActWords = catalogue({
  switched: (branch: string) => `Switched to ${branch}`,
  switchedStashed: (branch: string) => `Switched to ${branch}. Your changes are stashed.`,
  created: (branch: string) => `Created ${branch}`,
  deleted: (branch: string) => `Deleted ${branch}`,
  stashAndSwitch: 'Stash and switch',
  deleteAnyway: 'Delete anyway',
  abortAnyway: 'Abort anyway',
  ownSettings: 'Use only my settings',
  restore: 'Restore',
  stashed: 'Changes stashed',
  restored: 'Stash restored',
  restoredWithConflicts: (count: number) =>
    plural(count, 'Restored with # conflict. The stash is kept.', 'Restored with # conflicts. The stash is kept.'),
  dropped: 'Stash deleted',
  aborted: 'Aborted',
  resolved: 'Conflict resolved',
  undo: 'Undo',
  undone: 'Undone',
});
