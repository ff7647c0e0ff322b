import { createContext } from '@lit/context';
import type { UserAct } from '../state/app/acts.js';
import type { AppContext } from '../state/app/contexts.js';
import type { Screen } from './screen.js';
import { commandWords } from './words.js';

/** What a command may look at and use. */
export interface CommandContext {
  readonly app: AppContext;
  readonly screen: Screen;
  act(act: UserAct): void;
}

/** The headings under which commands are listed, in this order. */
export const COMMAND_GROUPS: readonly string[] = [
  commandWords.groups.session,
  commandWords.groups.message,
  commandWords.groups.goTo,
  commandWords.groups.conversation,
  commandWords.groups.workPanel,
  commandWords.groups.appearance,
  commandWords.groups.agent,
  commandWords.groups.settings,
];

/** One thing that a person can do: the palette, the keys, the sheet of shortcuts and the composer's slash know it from here. */
export interface Command {
  readonly id: string;
  readonly title: string;
  /** One of `COMMAND_GROUPS`, or its own name for choices that belong together. */
  readonly group: string;
  /** In the notation of tinykeys; `$mod` is ⌘ on a Mac and Ctrl elsewhere. */
  readonly keys?: readonly string[];
  /** Keys that work only with the focus there, because single letters belong to anyone who writes. */
  readonly scope?: 'conversation' | 'panel';
  /** Its name after a `/` at the beginning of a prompt. */
  readonly slash?: string;
  /** What may follow the name, as a hint; without it nothing may. */
  readonly argument?: string;
  /** Among choices, the one that holds. */
  readonly isCurrent?: boolean;
  /** Makes sense only by its key, which says what is meant. */
  readonly isOnlyKey?: boolean;
  /** Its keys work in a terminal, where all others belong to the program. */
  readonly worksInTerminal?: true;
  /** Whether it can be done now; always, if this is left out. */
  isAvailable?(context: CommandContext): boolean;
  run(context: CommandContext, argument?: string): void;
}

/** What commands run with, for elements below `<ac-app>` that offer some of them. */
export const commandsContext = createContext<CommandContext>(Symbol('commands'));
