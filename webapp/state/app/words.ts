import { catalogue } from '../../ui/catalogue.js';
import { list, plural } from '../../ui/format.js';

/** What the page says by itself: toasts, the tab's title, and what a screen reader hears. */
export const appWords = catalogue({
  reconnected: 'Reconnected',
  groups: {
    waiting: 'Needs you',
    running: 'Running',
    unread: 'Unread',
    pinned: 'Pinned',
    today: 'Today',
    yesterday: 'Yesterday',
    week: 'This week',
    month: 'This month',
    older: 'Older',
    copies: 'Archived copies',
  },
  untitled: 'New session',
  working: 'Working',
  finished: 'Finished',
  question: (message: string) => `The agent asks: ${message}`,
  permission: (title: string) => `Permission needed: ${title}`,
  aTool: 'a tool',
  codeBlock: 'code block.',
  answered: 'Answered',
  answers: {
    allow_once: 'Allowed',
    allow_always: 'Allowed, and the agent remembers it',
    reject_once: 'Denied',
    reject_always: 'Denied, and the agent remembers it',
  },
  answeredBy: (answer: string, who: string) => `${answer} by ${who}`,
  showPrograms: 'Show',
  undo: 'Undo',
  newerWork: (names: readonly string[], more: number) => {
    const others = more > 0 ? [plural(more, '# more file', '# more files')] : [];
    return plural(
      names.length + more,
      `Replace newer work? ${list(names)} has changed since.`,
      `Replace newer work? ${list([...names, ...others])} have changed since.`,
    );
  },
  replaceNewer: 'Replace',
  copied: {
    text: 'Copied',
    message: 'Copied the message',
    reply: 'Copied the last reply',
    command: 'Copied the command',
    path: 'Copied the path',
    link: 'Copied the link',
  },
  copyBlocked: 'Your browser blocked copying. Select the text and copy it yourself.',
  draftBack: 'Your earlier draft is back.',
  editing: 'Editing an earlier message. It will be sent as a new one.',
  editingWithout: (count: number) =>
    plural(
      count,
      'Editing an earlier message, without # of its attachments. It will be sent as a new one.',
      'Editing an earlier message, without # of its attachments. It will be sent as a new one.',
    ),
  promptGone: 'That message couldn’t be found.',
  notLoaded: 'A part of the page couldn’t be loaded. Try again.',
  tooManyFiles: (most: string) => `A message can have up to ${most} files.`,
  withTasks: (count: number) => plural(count, 'Its # task was deleted too.', 'Its # tasks were deleted too.'),
  deleted: {
    here: (title: string) => `Deleted “${title}”`,
    copy: (title: string) => `Deleted the copy “${title}”. The session is still there.`,
    inAgent: (title: string, agent: string) => `Deleted “${title}” from ${agent}`,
    everywhere: (title: string, agent: string) => `Deleted “${title}” here and in ${agent}`,
    maybeKept: (title: string, agent: string) => `Deleted “${title}”. ${agent} may still have a copy.`,
  },
  archived: (count: number) => plural(count, 'Session archived', '# sessions archived'),
  deletedMany: (count: number) => plural(count, 'Session deleted', '# sessions deleted'),
  tasks: {
    commit: {
      running: (device: string) => `Committing… (${device})`,
      done: 'Committed',
      stopped: 'The commit was stopped',
      failed: 'The commit failed.',
    },
    fetch: {
      running: (device: string) => `Fetching… (${device})`,
      done: 'Fetched',
      stopped: 'The fetch was stopped',
      failed: 'The fetch failed.',
    },
    pull: {
      running: (device: string) => `Pulling… (${device})`,
      done: 'Pulled',
      stopped: 'The pull was stopped',
      failed: 'The pull failed.',
    },
    push: {
      running: (device: string) => `Pushing… (${device})`,
      done: 'Pushed',
      stopped: 'The push was stopped',
      failed: 'The push failed.',
    },
    continue: {
      running: (device: string) => `Continuing… (${device})`,
      done: 'Continued',
      stopped: 'It was stopped',
      failed: 'It couldn’t continue.',
    },
    hook: (name: string) => `Running the ${name} hook…`,
    stop: 'Stop',
    show: 'Show',
  },
});
