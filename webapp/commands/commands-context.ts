import { createContext } from '@lit/context';
import type { CommandContext } from './command.js';

/** What commands run with, for elements below `<ac-app>` that offer some of them. */
export const commandsContext = createContext<CommandContext>(Symbol('commands'));
