import type { WorkTab } from '../state/work-store.js';
import type { Command } from './command.js';
import type { PanelMove } from './screen.js';

const TABS: readonly { tab: WorkTab; title: string; keys?: readonly string[] }[] = [
  { tab: 'changes', title: 'Review the changes', keys: ['$mod+Shift+D'] },
  { tab: 'files', title: 'Look at files' },
  { tab: 'terminals', title: 'Show the terminals', keys: ['$mod+J'] },
];

const MOVES: readonly { move: PanelMove; title: string; key: string; tab: WorkTab }[] = [
  { move: 'next', title: 'Next changed file', key: ']', tab: 'changes' },
  { move: 'previous', title: 'Previous changed file', key: '[', tab: 'changes' },
  { move: 'viewed', title: 'Mark the changed file as viewed', key: 'v', tab: 'changes' },
  { move: 'follow', title: 'Follow the agent in its files', key: 'f', tab: 'files' },
];

/** What stands beside the conversation, and single letters for whoever reads there. */
export const workCommands: readonly Command[] = [
  ...TABS.map(
    ({ tab, title, keys }): Command => ({
      id: `work.${tab}`,
      title,
      group: 'Go to',
      ...(keys && { keys }),
      run: ({ act, app }) => act(app.work.value.tab === tab ? { type: 'close_work' } : { type: 'show_work', tab }),
    }),
  ),
  ...MOVES.map(
    ({ move, title, key, tab }): Command => ({
      id: `work.${move}`,
      title,
      group: 'Work panel',
      keys: [key],
      scope: 'panel',
      isAvailable: ({ app }) => app.work.value.tab === tab,
      run: ({ screen }) => screen.moveInPanel(move),
    }),
  ),
];
