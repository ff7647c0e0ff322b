import { catalogue } from '../../ui/catalogue.js';
import { plural } from '../../ui/format.js';

/** A conversation outside of the page, and back again. */
export const exportWords = catalogue({
  you: 'You',
  untitled: 'Conversation',
  exported: (agent: string, time: string) => `With ${agent}. Exported from AcDeck on ${time}.`,
  thought: 'Thought',
  output: 'Output',
  input: 'Input',
  plan: 'Plan',
  question: 'The agent asked',
  image: 'Image',
  attachment: (name: string) => `Attachment: ${name}`,
  delegated: (name: string) => `Delegated task: ${name}`,
  changed: (path: string) => `Changed ${path}`,
  exporting: 'Exporting the conversation…',
  failed: 'The conversation couldn’t be exported.',
  copied: 'Copied the conversation',
  imported: 'Imported the conversation. It’s a copy to read.',
  importedMany: (count: number) => plural(count, 'Imported # conversation', 'Imported # conversations'),
  importedWithout: (count: number) =>
    plural(
      count,
      'Imported the conversation. # part of the file isn’t known here and was left out.',
      'Imported the conversation. # parts of the file aren’t known here and were left out.',
    ),
});
