import { catalogue } from '../../ui/catalogue.js';
import { plural } from '../../ui/format.js';

/** Search across the folder. */
export const searchWords = catalogue({
  search: 'Search in all files',
  results: 'Search results',
  options: { isCase: 'Match case', isWord: 'Whole words', isRegex: 'Regular expression' },
  signs: { isCase: 'Aa', isWord: 'W', isRegex: '.*' },
  include: 'Only in',
  exclude: 'Not in',
  globHint: 'src/**, *.ts',
  none: 'Type to search the files of this folder.',
  searching: 'Searching…',
  notFound: 'Nothing found.',
  found: (hits: number, files: number) =>
    `${plural(hits, '# line', '# lines')} in ${plural(files, '# file', '# files')}`,
  cut: 'There are more. Only the first ones are shown.',
  attach: (path: string, line: number) => `Attach ${path}, line ${line}, to the message`,
  attachHint: 'Attach to the message (A)',
  fileHits: (path: string, count: number) => plural(count, `${path}, # line`, `${path}, # lines`),
});
