import type { OwnTerminalOutput } from '../protocol/api/own-terminal.js';
import type { TabPort } from './tab.js';

/** A tab as a person's terminal sees it. */
export interface TerminalTab extends Pick<TabPort, 'id' | 'isWritable' | 'onceWritable'> {
  tell(method: 'terminalOutput', output: OwnTerminalOutput): void;
}
