import type { Command, CommandContext } from './command.js';
import { conversationCommands } from './conversation-commands.js';
import { lookCommands } from './look-commands.js';
import { pageCommands } from './page-commands.js';
import { sessionCommands } from './session-commands.js';
import { turnCommands } from './turn-commands.js';
import { workCommands } from './work-commands.js';

/** Every command that is always the same. A new one is a new line in one of these lists, or a new list here. */
export const COMMANDS: readonly Command[] = [
  ...sessionCommands,
  ...turnCommands,
  ...pageCommands,
  ...workCommands,
  ...conversationCommands,
  ...lookCommands,
];

/** Whether a command can be run now. */
export function isAvailable(command: Command, context: CommandContext): boolean {
  return command.isAvailable?.(context) ?? true;
}
