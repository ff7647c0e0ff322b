/** What is wrong with the history file. `said` is what the database or the system said itself. */
export type StorageTrouble =
  | { readonly code: 'full' | 'locked' | 'corrupt' | 'newer' | 'in_use' | 'conflict' | 'closed' }
  | { readonly code: 'failed'; readonly said: string };
