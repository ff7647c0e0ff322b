import { ContextEvent } from '@lit/context';
import { entriesOf } from '../../../server/protocol/transcript/entry-list.js';
import { promptWords } from '../../../server/protocol/transcript/reduce-turn.js';
import { type CommandContext, commandsContext } from '../../commands/command.js';
import { type UserAct, UserActEvent } from '../../state/app/acts.js';
import type { IconName } from '../../ui/icons.js';
import { type Message, numberOfEntry } from './message.js';
import { messageWords } from './words.js';

/** One thing that a person can do with a message. A new one is a new line in `MESSAGE_ACTIONS`. */
export interface MessageAction {
  readonly id: string;
  readonly icon: IconName;
  title(message: Message): string;
  isOffered(message: Message): boolean;
  run(message: Message): void;
}

/** All of them, in the order of the menu. */
export const MESSAGE_ACTIONS: readonly MessageAction[] = [
  {
    id: 'copy',
    icon: 'copy',
    title: () => messageWords.copy,
    isOffered: ({ entry }) => promptWords(entry.content) !== '',
    run: (message) => act(message, { type: 'copy', text: promptWords(message.entry.content), what: 'message' }),
  },
  {
    id: 'copy-reply',
    icon: 'copy',
    title: () => messageWords.copyReply,
    isOffered: (message) => message.entry.kind === 'agent' && replyParts(message).length > 1,
    run: (message) => act(message, { type: 'copy', text: replyParts(message).join('\n\n'), what: 'message' }),
  },
  {
    id: 'quote',
    icon: 'quote',
    title: (message) => (selectionIn(message) ? messageWords.quoteSelection : messageWords.quote),
    isOffered: ({ entry, isWritable }) => isWritable && promptWords(entry.content) !== '',
    run: (message) =>
      act(message, { type: 'quote', text: selectionIn(message) || promptWords(message.entry.content).trim() }),
  },
  {
    id: 'edit',
    icon: 'pencil',
    title: () => messageWords.edit,
    isOffered: hasPrompt,
    run: (message) =>
      act(message, { type: 'edit_prompt', sessionId: message.store.sessionId, turn: message.entry.turn }),
  },
  {
    id: 'retry',
    icon: 'rotateCw',
    title: ({ entry }) => (entry.kind === 'user' ? messageWords.sendAgain : messageWords.retry),
    isOffered: hasPrompt,
    run: (message) =>
      act(message, { type: 'resend_prompt', sessionId: message.store.sessionId, turn: message.entry.turn }),
  },
  {
    id: 'ask-agent',
    icon: 'bot',
    title: () => messageWords.askAgent,
    isOffered: ({ entry, isWritable }) => isWritable && promptWords(entry.content) !== '',
    run: (message) =>
      commandsAt(message)?.screen.open('askAgent', selectionIn(message) || promptWords(message.entry.content)),
  },
  {
    id: 'link',
    icon: 'link',
    title: () => messageWords.link,
    isOffered: (message) => numberOfEntry(message) !== null,
    run: (message) =>
      act(message, { type: 'copy_link', sessionId: message.store.sessionId, entry: numberOfEntry(message) ?? 0 }),
  },
];

/** Does one of them, if it can be done now. */
export function runMessageAction(message: Message, id: string): void {
  const action = MESSAGE_ACTIONS.find((one) => one.id === id);
  if (action?.isOffered(message)) action.run(message);
}

function commandsAt({ element }: Message): CommandContext | null {
  let found: CommandContext | null = null;
  element.dispatchEvent(
    new ContextEvent(commandsContext, element, (commands) => {
      found = commands;
    }),
  );
  return found;
}

function act({ element }: Message, what: UserAct): void {
  element.dispatchEvent(new UserActEvent(what));
}

/** A reply belongs to a prompt only if one was sent: an agent may speak before the first. */
function hasPrompt({ entry, isWritable }: Message): boolean {
  return isWritable && entry.turn > 0;
}

/** What the agent said in the turn of a message, between its tool calls. */
function replyParts({ store, entry }: Message): string[] {
  const said = entriesOf(store.value.transcript.entries).filter(({ turn }) => turn === entry.turn);
  return said.flatMap((one) => (one.kind === 'agent' ? [promptWords(one.content).trim()] : [])).filter(Boolean);
}

/** What a person has selected, if it is in this message and nowhere else. */
function selectionIn({ element }: Message): string {
  const selection = document.getSelection();
  if (!selection || selection.isCollapsed) return '';
  const isInside = element.contains(selection.anchorNode) && element.contains(selection.focusNode);
  return isInside ? selection.toString().trim() : '';
}
