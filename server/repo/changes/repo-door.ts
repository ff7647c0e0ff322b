import type { StatusWatch } from './status-watch.js';
import type { WorkRoot } from './work-root.js';

/** Who acts. */
export interface RepoActor {
  readonly device: string;
  /** Whether they sit at this machine. */
  readonly isOwner: boolean;
}

/** A root, for those who do something in it. */
export interface RootWork {
  readonly work: WorkRoot;
  readonly status: StatusWatch;
}

/** The way to the roots by their ids. */
export interface RepoDoor {
  root(rootId?: string): RootWork;
  /** Does something, and has everybody look afterwards. */
  act<T>(rootId: string | undefined, act: (root: RootWork) => Promise<T>): Promise<T>;
}
