import type { AppSnapshot } from '../protocol/app-state.js';
import type { TabPort } from '../sessions/tab-port.js';

/** What is true of the app as a whole, for the RPC classes. */
export interface AppService {
  /** The app's state now; from here on its log comes to the tab by itself. */
  snapshot(tab: TabPort): AppSnapshot;
  /** The tab is gone: its cursor in the app's log ends. */
  dropTab(tab: TabPort): void;
}
