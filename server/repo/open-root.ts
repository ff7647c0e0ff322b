import { basename } from 'node:path';
import type { AskAside } from '../ports/aside.js';
import type { RepoRoot, RepoStatus } from '../protocol/api/changes.js';
import type { Clock } from '../protocol/clock.js';
import { PlaceWatch } from './branches/place-watch.js';
import { BranchComparison } from './changes/branch-changes.js';
import { Committing } from './changes/committing.js';
import { Discarding } from './changes/discarding.js';
import { FileVersions } from './changes/file-versions.js';
import { MessageWriter } from './changes/message-writer.js';
import { Staging } from './changes/staging.js';
import { StatusWatch } from './changes/status-watch.js';
import type { Tasks } from './changes/tasks.js';
import { Undoing } from './changes/undoing.js';
import { WorkRoot, type WorkRootPlan } from './changes/work-root.js';
import { EditFiles } from './edit-files.js';
import { PathList } from './path-list.js';

export interface OpenRootParts {
  readonly clock: Clock;
  /** Asks an agent beside all sessions. */
  readonly ask: AskAside;
  onRoot(root: RepoRoot): void;
}

/** One root with all that can be done in it. */
export class OpenRoot {
  readonly work: WorkRoot;
  readonly status: StatusWatch;
  readonly versions: FileVersions;
  readonly staging: Staging;
  readonly discarding: Discarding;
  readonly undoing: Undoing;
  readonly committing: Committing;
  readonly branch: BranchComparison;
  readonly messages: MessageWriter;
  readonly edits: EditFiles;
  readonly paths: PathList;
  readonly place: PlaceWatch;

  constructor(plan: WorkRootPlan, { clock, ask, onRoot }: OpenRootParts, tasks: Tasks) {
    const { id, folder } = plan;
    this.work = new WorkRoot(plan);
    const tell = (revision: number) => {
      const { place } = this.place;
      onRoot({ id, path: folder, name: basename(folder) || folder, revision, ...(place && { place }) });
    };
    this.place = new PlaceWatch({ folder, clock, onChange: () => tell(this.status.latest?.revision ?? 0) });
    const onRevision = (revision: number, { branch, ahead, behind }: RepoStatus['head']) => {
      this.place.count(branch, ahead, behind);
      tell(revision);
      // A repository may have been made since.
      if (!this.place.place) void this.place.look();
    };
    this.status = new StatusWatch({ root: this.work, clock, onRevision });
    this.versions = new FileVersions(this.work);
    this.staging = new Staging(this.work, this.versions);
    this.discarding = new Discarding(this.work, this.versions, this.status);
    this.undoing = new Undoing(this.work);
    this.committing = new Committing(this.work, tasks, this.status);
    this.branch = new BranchComparison(this.work);
    this.messages = new MessageWriter(this.work, tasks, ask);
    this.edits = new EditFiles(this.work);
    this.paths = new PathList(plan.folder, clock);
  }
}
