import type { TaskState } from '../../../server/protocol/api/changes.js';
import { errorText } from '../../codes/error-words.js';
import { troubleHelp } from '../../codes/repo-help.js';
import type { AppContext } from './contexts.js';
import { appWords } from './words.js';

/** Says in passing how tasks go, in every tab that does not show them anyway. What runs and what failed stays until it is over or seen. */
export class TaskToasts {
  readonly #context: AppContext;
  readonly #told: Map<string, TaskState>;

  /** `begun`: tasks that were seen to run before. */
  constructor(context: AppContext, begun: ReadonlyMap<string, TaskState>) {
    this.#context = context;
    this.#told = new Map(begun);
    const { server, work, preferences } = context;
    for (const store of [server.app, work.panel, preferences]) store.subscribe(() => this.#tell());
    this.#tell();
  }

  #tell(): void {
    for (const task of this.#context.server.app.value?.tasks ?? []) {
      const before = this.#told.get(task.id);
      // What had ended before this page began is no news, and a message comes into the box of who wanted it.
      if (task.kind === 'message' || (!before && task.state !== 'running')) continue;
      if (this.#isShown(task)) {
        this.#context.notices.toasts.withdraw(task.id);
        this.#told.set(task.id, task);
      } else if (before !== task) {
        this.#told.set(task.id, task);
        this.#show(task);
      } else if (task.state === 'running') this.#show(task);
    }
  }

  /** Whether the place is on screen that tells all of it: the box of a commit, or the bar of the branch. */
  #isShown({ kind }: TaskState): boolean {
    const { work, preferences } = this.#context;
    if (work.panel.value.tab !== 'changes') return false;
    return kind !== 'commit' || preferences.value.changes === 'uncommitted';
  }

  #show({ id, kind, state, hook, trouble, device }: TaskState): void {
    if (kind === 'message') return;
    const words = appWords.tasks[kind];
    const { notices, work } = this.#context;
    const about = id;
    switch (state) {
      case 'running': {
        const stop = { label: appWords.tasks.stop, run: () => this.#stop(id) };
        const text = hook === null ? words.running(device) : appWords.tasks.hook(hook);
        notices.toasts.show({ about, lasts: true, text, action: stop });
        return;
      }
      case 'done':
        notices.toasts.show({ about, text: words.done, tone: 'success' });
        return;
      case 'stopped':
        notices.toasts.show({ about, text: words.stopped });
        return;
      case 'failed': {
        const show = () => {
          this.#context.preferences.choose({ changes: 'uncommitted' });
          work.panel.show('changes');
        };
        const text = trouble ? troubleHelp(trouble).says : words.failed;
        notices.toasts.show({
          about,
          lasts: true,
          text,
          tone: 'warning',
          action: { label: appWords.tasks.show, run: show },
        });
        return;
      }
      default:
        state satisfies never;
    }
  }

  #stop(id: string): void {
    const { work, notices } = this.#context;
    work.repo.stop_task(id).catch((error) => notices.toasts.show({ text: errorText(error), tone: 'error' }));
  }
}
