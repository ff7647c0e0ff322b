import { serverCommand } from '../state/app/acts.js';
import type { FileWish, WorkTab } from '../state/work/work-store.js';
import type { Command } from './command.js';
import type { PanelMove } from './screen.js';
import { commandWords } from './words.js';

const TABS: readonly { tab: WorkTab; keys?: readonly string[] }[] = [
  { tab: 'changes', keys: ['$mod+Shift+D'] },
  { tab: 'files' },
  { tab: 'history' },
  { tab: 'search', keys: ['$mod+Shift+E'] },
  { tab: 'terminals', keys: ['$mod+J'] },
];

const MOVES: readonly { move: PanelMove; key: string; tab: WorkTab }[] = [
  { move: 'next', key: ']', tab: 'changes' },
  { move: 'previous', key: '[', tab: 'changes' },
  { move: 'viewed', key: 'v', tab: 'changes' },
  { move: 'nextHunk', key: 'j', tab: 'changes' },
  { move: 'previousHunk', key: 'k', tab: 'changes' },
  { move: 'stage', key: 's', tab: 'changes' },
  { move: 'discard', key: 'x', tab: 'changes' },
  { move: 'split', key: 'd', tab: 'changes' },
  { move: 'space', key: 'w', tab: 'changes' },
  { move: 'follow', key: 'f', tab: 'files' },
];

/** In a file its own view hears Ctrl+F and Ctrl+G, because elsewhere they are the browser's. */
const WISHES: readonly { wish: FileWish; keys?: readonly string[]; needsFile?: true }[] = [
  { wish: 'find', keys: ['$mod+E'] },
  { wish: 'create' },
  { wish: 'edit', needsFile: true },
  { wish: 'search', needsFile: true },
  { wish: 'line', needsFile: true },
];

/** Whether a person is typing in a terminal of their own. */
function isInTerminal(): boolean {
  return document.activeElement?.localName === 'terminal-screen';
}

/** What is beside the conversation, and single letters for anyone who reads there. */
export const workCommands: readonly Command[] = [
  ...TABS.map(
    ({ tab, keys }): Command => ({
      id: `work.${tab}`,
      title: commandWords.tabs[tab],
      group: commandWords.groups.goTo,
      ...(keys && { keys }),
      run: ({ act, app }) =>
        act(
          app.work.panel.value.tab === tab
            ? { type: 'close_work' }
            : { type: 'show_work', tab, ...(tab === 'search' && { goal: 'search' as const }) },
        ),
    }),
  ),
  {
    id: 'terminal.toggle',
    title: commandWords.terminal.toggle,
    group: commandWords.groups.goTo,
    // The place of the key, because on some keyboards it only begins a letter.
    keys: ['Control+Backquote'],
    worksInTerminal: true,
    run: ({ act }) => act({ type: isInTerminal() ? 'close_work' : 'show_terminal' }),
  },
  {
    id: 'terminal.new',
    title: commandWords.terminal.create,
    group: commandWords.groups.workPanel,
    keys: ['Control+Shift+Backquote'],
    worksInTerminal: true,
    run: ({ act }) => act({ type: 'open_terminal' }),
  },
  ...WISHES.map(
    ({ wish, keys, needsFile }): Command => ({
      id: `files.${wish}`,
      title: commandWords.files[wish],
      group: commandWords.groups.workPanel,
      ...(keys && { keys }),
      isAvailable: ({ app }) =>
        !needsFile || app.work.panel.value.file !== null || app.work.panel.value.tab === 'files',
      run: ({ act }) => act({ type: 'show_work', tab: 'files', wish }),
    }),
  ),
  ...MOVES.map(
    ({ move, key, tab }): Command => ({
      id: `work.${move}`,
      title: commandWords.panel[move],
      group: commandWords.groups.workPanel,
      keys: [key],
      scope: 'panel',
      isAvailable: ({ app }) => app.work.panel.value.tab === tab,
      run: ({ screen }) => screen.moveInPanel(move),
    }),
  ),
  {
    id: 'work.commit',
    title: commandWords.panel.commit,
    group: commandWords.groups.workPanel,
    keys: ['c'],
    scope: 'panel',
    run: ({ act }) => act({ type: 'show_work', tab: 'changes', changes: 'uncommitted', goal: 'commit' }),
  },
  {
    id: 'work.uncommitted',
    title: commandWords.panel.uncommitted,
    group: commandWords.groups.workPanel,
    run: ({ act }) => act({ type: 'show_work', tab: 'changes', changes: 'uncommitted' }),
  },
  {
    id: 'work.stage-all',
    title: commandWords.panel.stageAll,
    group: commandWords.groups.workPanel,
    run: ({ act }) => {
      act({ type: 'show_work', tab: 'changes', changes: 'uncommitted' });
      act(serverCommand('Repo', 'stage_all'));
    },
  },
];
