import { basename } from 'node:path';
import type { AskAside } from '../ports/aside.js';
import type { RepoProgramsView, RepoRoot, RepoStatus } from '../protocol/api/changes.js';
import { REPO_LIMITS } from '../protocol/api/repo.js';
import type { Clock } from '../protocol/clock.js';
import { PlaceWatch } from './branches/place-watch.js';
import { BranchComparison } from './changes/branch-changes.js';
import { Committing } from './changes/committing.js';
import { Discarding } from './changes/discarding.js';
import { FileVersions } from './changes/file-versions.js';
import { MessageWriter } from './changes/message-writer.js';
import type { WorkStatus } from './changes/read-status.js';
import { Staging } from './changes/staging.js';
import { type NumberedStatus, StatusWatch } from './changes/status-watch.js';
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
  /** There is another status; this is its first page. */
  onStatus(status: RepoStatus): void;
  /** There is none any more; whoever asks is told why. */
  onStatusFailure(): void;
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

  constructor(plan: WorkRootPlan, { clock, ask, onRoot, onStatus, onStatusFailure }: OpenRootParts, tasks: Tasks) {
    const { id, folder } = plan;
    this.work = new WorkRoot(plan);
    const tell = (revision: number) => {
      const { place } = this.place;
      onRoot({ id, path: folder, name: basename(folder) || folder, revision, ...(place && { place }) });
    };
    this.place = new PlaceWatch({ folder, clock, onChange: () => tell(this.status.latest?.revision ?? 0) });
    const onRevision = async (now: NumberedStatus) => {
      const { branch, ahead, behind } = now.head;
      this.place.count(branch, ahead, behind);
      tell(now.revision);
      onStatus(await this.statusPage(now, 0));
      // A repository may have been made since.
      if (!this.place.place) void this.place.look();
    };
    this.status = new StatusWatch({ root: this.work, clock, onRevision, onFailure: onStatusFailure });
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

  /** What tabs get of a status, from file number `after` on. */
  async statusPage(now: NumberedStatus, after: number): Promise<RepoStatus> {
    const { work } = this;
    const page = now.files.slice(after, after + REPO_LIMITS.statusFiles);
    const paths = page.map(({ entry }) => entry.path);
    const attributes = await work.attributes.of(await work.repository(), paths);
    const end = after + page.length;
    return {
      rootId: work.id,
      revision: now.revision,
      head: now.head,
      operation: now.operation,
      programs: programsView(now),
      total: now.entries.length,
      files: page.map(({ shown, onDisk }, n) => ({
        ...shown,
        isSavedHere: work.saved.isLast(shown.path, onDisk),
        attributes: attributes[n]!,
      })),
      next: end < now.files.length ? end : null,
      leftOut: now.leftOut,
    };
  }
}

/** What a repository wants to run by itself, as tabs are told. */
export function programsView({ programs }: Pick<WorkStatus, 'programs'>): RepoProgramsView {
  const { keys, hooks, fingerprint, isTrusted } = programs;
  const isNone = keys.length === 0 && hooks.length === 0;
  return {
    state: isNone ? 'none' : isTrusted ? 'trusted' : 'asked',
    fingerprint,
    keys: keys.slice(0, 100).map(({ key, value }) => ({ key: key.slice(0, 200), value: value.slice(0, 1_000) })),
    hooks: hooks.map(({ name }) => name.slice(0, 200)),
  };
}
