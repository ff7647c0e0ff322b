import type { UserAct } from '../state/acts.js';
import type { AppContext } from '../state/app-context.js';
import type { Screen } from './screen.js';

/** What a command may look at and use. */
export interface CommandContext {
  readonly app: AppContext;
  readonly screen: Screen;
  act(act: UserAct): void;
}

/** The headings under which commands are listed, in this order. */
export const COMMAND_GROUPS = [
  'Session',
  'Turn',
  'Go to',
  'Conversation',
  'Work panel',
  'Look',
  'Agent',
  'Settings',
] as const;

/** One thing that a person can do: the palette, the keys, the sheet of shortcuts and the composer's slash know it from here. */
export interface Command {
  readonly id: string;
  readonly title: string;
  /** One of `COMMAND_GROUPS`, or a name of its own for choices that belong together. */
  readonly group: string;
  /** In the notation of tinykeys; `$mod` is ⌘ on a Mac and Ctrl elsewhere. */
  readonly keys?: readonly string[];
  /** Keys that work only with the focus there, because single letters belong to whoever writes. */
  readonly scope?: 'conversation' | 'panel';
  /** Its name after a `/` at the beginning of a prompt. */
  readonly slash?: string;
  /** What may follow the name, as a hint; without it nothing may. */
  readonly argument?: string;
  /** Among choices, the one that holds. */
  readonly isCurrent?: boolean;
  /** Makes sense only by its key, which says what is meant. */
  readonly isOnlyKey?: boolean;
  /** Whether it can be done now; always, if this is left out. */
  isAvailable?(context: CommandContext): boolean;
  run(context: CommandContext, argument?: string): void;
}
