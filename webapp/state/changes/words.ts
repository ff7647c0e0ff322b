import { catalogue } from '../../ui/catalogue.js';
import { plural } from '../../ui/format.js';

/** What is said of acts on changes when they are done. */
export const changeActWords = catalogue({
  discarded: (name: string) => `Discarded changes in ${name}`,
  discardedMany: (count: number) => plural(count, 'Discarded changes in # file', 'Discarded changes in # files'),
  discardedLines: (name: string) => `Discarded lines in ${name}`,
  deleted: (name: string) => `Deleted ${name}`,
  deletedMany: (count: number) => plural(count, 'Deleted # file', 'Deleted # files'),
  undo: 'Undo',
  restored: (count: number) => plural(count, 'Restored # file', 'Restored # files'),
});
