import { catalogue } from '../ui/catalogue.js';

/** What is said about parts of a text that an agent wrote. */
export const markdownWords = catalogue({
  openFile: (path: string) => `Open ${path}`,
  image: 'image',
  openImage: (name: string) => `Enlarge ${name}`,
  footnote: (label: string) => `Note ${label}`,
  backToFootnote: (label: string) => `Back to note ${label}`,
  done: 'Done:',
  toDo: 'To do:',
  table: 'Table',
  copyTable: 'Copy table',
  copyCsv: 'Copy as CSV',
  details: 'Details',
  alerts: { note: 'Note', tip: 'Tip', important: 'Important', warning: 'Warning', caution: 'Caution' },
});
