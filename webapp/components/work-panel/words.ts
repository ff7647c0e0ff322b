import { catalogue } from '../../ui/catalogue.js';
import { plural } from '../../ui/format.js';

/** Changes, files and terminals beside the conversation. */
export const workWords = catalogue({
  workPanel: 'Work panel',
  tabs: { changes: 'Changes', files: 'Files', history: 'History', search: 'Search', terminals: 'Terminal' },
  chat: 'Chat',
  requests: (count: number) => plural(count, ', # request', ', # requests'),
  close: 'Close the work panel',
  closeHint: 'Close (Esc)',
  empty: 'The agent’s changes, files and commands will appear here.',
  width: 'Width of the work panel',
  widthHint: 'Drag to resize, double-click to reset',
  openFile: 'Open file',
  copyPath: 'Copy path',
  tryAgain: 'Try again',
  terminals: {
    none: 'No commands yet. Their output will appear here.',
    commands: 'Commands',
    strip: 'Terminals',
    create: 'New terminal',
    own: (shell: string, count: number) => `${shell} ${count}`,
    closeOwn: (name: string) => `Close ${name}`,
    ownHint: 'Press New terminal to open your own shell.',
    command: 'Command',
    inFolder: (folder: string) => `in ${folder}`,
    stop: 'Stop',
    looking: 'Looking…',
    lookEarlier: 'Look for earlier commands',
    running: 'Running: ',
    done: 'Done: ',
    failed: 'Failed: ',
  },
});
