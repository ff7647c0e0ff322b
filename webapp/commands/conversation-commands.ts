import type { Command } from './command.js';
import type { ConversationMove } from './screen.js';
import { commandWords } from './words.js';

const MOVES: readonly { move: ConversationMove; key: string }[] = [
  { move: 'next', key: 'j' },
  { move: 'previous', key: 'k' },
  { move: 'toggle', key: 'o' },
  { move: 'copy', key: 'c' },
  { move: 'actions', key: 'm' },
  { move: 'first', key: 'g' },
  { move: 'last', key: 'Shift+g' },
  { move: 'follow', key: 'f' },
];

/** Single letters for anyone who reads; a person can switch them off, because speech and stray keys would press them. */
const EXPORTS = [
  { form: 'copy', word: 'copyAll' },
  { form: 'markdown', word: 'markdown' },
  { form: 'html', word: 'html' },
  { form: 'json', word: 'json' },
  { form: 'print', word: 'print' },
] as const;

const moves: readonly Command[] = MOVES.map(({ move, key }) => ({
  id: `conversation.${move}`,
  title: commandWords.conversation[move],
  group: commandWords.groups.conversation,
  keys: [key],
  scope: 'conversation',
  isAvailable: ({ screen }) => screen.has('conversation'),
  run: ({ screen }) => screen.move(move),
}));

export const conversationCommands: readonly Command[] = [
  ...moves,
  {
    id: 'conversation.find',
    title: commandWords.conversation.find,
    group: commandWords.groups.conversation,
    keys: ['$mod+Shift+F'],
    slash: 'find',
    isAvailable: ({ screen }) => screen.has('conversation'),
    run: ({ screen }) => screen.findInConversation(),
  },
  ...EXPORTS.map(
    ({ form, word }): Command => ({
      id: `conversation.${word}`,
      title: commandWords.conversation[word],
      group: commandWords.groups.conversation,
      isAvailable: ({ screen }) => screen.has('conversation'),
      run: ({ screen }) => screen.exportConversation(form),
    }),
  ),
  {
    id: 'conversation.import',
    title: commandWords.conversation.import,
    group: commandWords.groups.conversation,
    run: ({ screen }) => screen.importConversation(),
  },
];
