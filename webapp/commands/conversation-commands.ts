import type { Command } from './command.js';
import type { ConversationMove } from './screen.js';

const MOVES: readonly { move: ConversationMove; title: string; key: string }[] = [
  { move: 'next', title: 'Next message', key: 'j' },
  { move: 'previous', title: 'Previous message', key: 'k' },
  { move: 'toggle', title: 'Open or close the card', key: 'o' },
  { move: 'copy', title: 'Copy the message', key: 'c' },
  { move: 'first', title: 'Go to the beginning', key: 'g' },
  { move: 'last', title: 'Go to the end', key: 'Shift+g' },
  { move: 'follow', title: 'Follow the end or hold still', key: 'f' },
];

/** Single letters for whoever reads; a person can switch them off, because speech and stray keys would press them. */
export const conversationCommands: readonly Command[] = MOVES.map(({ move, title, key }) => ({
  id: `conversation.${move}`,
  title,
  group: 'Conversation',
  keys: [key],
  scope: 'conversation',
  isAvailable: ({ screen }) => screen.has('conversation'),
  run: ({ screen }) => screen.move(move),
}));
