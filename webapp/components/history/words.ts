import type { GraphWish } from '../../../server/protocol/api/history.js';
import { catalogue } from '../../ui/catalogue.js';
import { plural } from '../../ui/format.js';

/** The history: the graph, a commit, the commits of a file. */
export const historyWords = catalogue({
  commits: 'Commits',
  scope: 'Which commits',
  scopes: catalogue<Record<GraphWish['scope'], string>>({ head: 'This branch', all: 'All branches' }),
  search: 'Search commits',
  by: 'Search in',
  ways: catalogue<Record<NonNullable<GraphWish['by']>, string>>({
    message: 'Message or ID',
    author: 'Author',
    code: 'Changed code',
  }),
  loading: 'Loading the history…',
  none: 'No commits yet. They will appear here.',
  notFound: 'No commit matches.',
  tryAgain: 'Try again',
  ofFile: (path: string) => `History of ${path}`,
  allFiles: 'Show all files',
  back: 'Back to the list',
  about: (author: string, when: string, files: string) => `${author}, ${when} · ${files}`,
  copyId: 'Copy commit ID',
  ask: 'Ask about this commit',
  askName: (oid: string) => `Commit ${oid}`,
  askPrompt: (oid: string) => `This is about commit ${oid} of this repository:`,
  files: (count: number) => plural(count, '# file', '# files'),
  moreFiles: (count: number) => plural(count, '# more file isn’t listed.', '# more files aren’t listed.'),
});
