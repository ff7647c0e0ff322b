import type { Command } from './command.js';

/** Keys that an element hears itself while it has the focus; told in the sheet of shortcuts beside the commands. */
export const OTHER_KEYS: readonly (Pick<Command, 'title' | 'group'> & { readonly keys: readonly string[] })[] = [
  { group: 'Composer', title: 'Send, or queue while the agent works', keys: ['Enter'] },
  { group: 'Composer', title: 'Interrupt the agent and send', keys: ['$mod+Enter'] },
  { group: 'Composer', title: 'New line', keys: ['Shift+Enter'] },
  { group: 'Composer', title: 'Close what is open; twice to stop the agent', keys: ['Escape'] },
  { group: 'Permission', title: 'Answer with an option, while the question has the focus', keys: ['1…9'] },
  {
    group: 'Permission',
    title: 'Allow once, deny, or always…, while the question has the focus',
    keys: ['Y', 'N', 'A'],
  },
];
