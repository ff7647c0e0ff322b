import type { PermissionOptionKind, ToolKind } from '@agentclientprotocol/sdk';
import { own } from '../../../server/protocol/own.js';
import { catalogue } from '../../ui/catalogue.js';
import { plural } from '../../ui/format.js';

/** What a request for permission says. Our word for an option counts: what an agent calls it may say the opposite. */
export const requestWords = catalogue({
  group: 'Permission request',
  waiting: 'Waiting for your permission',
  notAnswered: (why: string) => `Not answered: ${why}`,
  answered: (answer: string, who: string) => `${answer} by ${who}`,
  answeredAndStored: (answer: string, who: string, rule: string) => `${answer} by ${who} · saved the rule “${rule}”`,
  asked: (title: string) => `Asked: ${title}`,
  options: {
    allow_once: 'Allow',
    allow_always: 'Always allow…',
    reject_once: 'Deny',
    reject_always: 'Always deny',
  },
  risks: {
    name: 'Risks',
    runs_download_as_root: 'Runs a downloaded script as root',
    runs_download: 'Runs a downloaded script',
    overwrites_disk: 'Overwrites a disk',
    runs_encoded: 'Runs encoded code that can’t be read here',
    overwrites_remote: 'Overwrites the remote branch',
    deletes_remote: 'Deletes a remote branch',
    deletes_by_force: 'Deletes files without asking',
    deletes_database: 'Deletes data in a database',
    deletes_infrastructure: 'Deletes servers or cloud resources',
    runs_as_root: 'Runs as root',
    changes_ssh_access: 'Changes who can sign in over SSH',
    changes_git_hook: 'Changes a git hook',
    changes_git_files: 'Changes git’s own files',
    changes_shell_start: 'Changes a shell startup file',
    changes_autostart: 'Changes what runs at startup',
    changes_ci: 'Changes what CI runs',
    changes_credentials: 'Changes credentials',
    reads_credentials: 'Reads credentials',
    injects_code: 'Makes other programs run its code',
    sends_data: 'Sends data to another computer',
    publishes: 'Publishes to others',
    discards_changes: 'Discards uncommitted work',
    rewrites_history: 'Rewrites commits',
    skips_hooks: 'Skips git hooks',
    opens_rights: 'Changes who can use files',
    stops_computer: 'Shuts down the computer',
    ends_programs: 'Ends other programs',
    runs_text: 'Runs text as a command',
    writes_outside: 'Writes outside the folder',
    deletes_files: 'Deletes files',
    oddCharacters: 'Has invisible or look-alike characters',
    differs: 'The agent described this differently before it asked',
  },
  titles: {
    create: 'Create files?',
    write: 'Write files?',
    read: 'Read files?',
    edit: 'Edit files?',
    delete: 'Delete files?',
    move: 'Move files?',
    search: 'Search?',
    execute: 'Run this command?',
    think: 'Think about this?',
    fetch: 'Fetch from the web?',
    switch_mode: 'Continue in another mode?',
    other: 'Allow this?',
  },
  titlesWith: {
    create: (target: string) => `Create ${target}?`,
    write: (target: string) => `Write ${target}?`,
    read: (target: string) => `Read ${target}?`,
    edit: (target: string) => `Edit ${target}?`,
    delete: (target: string) => `Delete ${target}?`,
    move: (target: string) => `Move ${target}?`,
    search: (target: string) => `Search for ${target}?`,
    execute: (target: string) => `Run ${target}?`,
    think: (target: string) => `Think about ${target}?`,
    fetch: (target: string) => `Fetch ${target}?`,
    switch_mode: (target: string) => `Switch to ${target}?`,
    other: (target: string) => `Allow “${target}”?`,
  },
  files: (count: number) => plural(count, '# file', '# files'),
  runThese: 'Run these commands?',
  delegate: (agent: string, name: string) => `Delegate to ${agent}: ${name}?`,
  moveTo: (from: string, to: string) => `Move ${from} to ${to}?`,
  fetchFrom: (host: string) => `Fetch from ${host}?`,
  here: 'In the project folder',
  inFolder: (folder: string) => `In ${folder}`,
  change: 'Change',
  newFile: 'new file',
  command: 'Command',
  also: 'Also in this request',
  input: 'Input',
  details: (count: number) => plural(count, '# technical detail', '# technical details'),
  forPrograms: 'Ids, times and repeats',
  texts: { input: 'Input', content: 'Content', title: 'Title', message: 'Message', patch: 'Patch', task: 'Task' },
  fields: {
    command: 'command',
    folder: 'folder',
    input: 'input',
    tool: 'tool',
    output: 'output',
    link: 'link',
    announcedAs: 'announced as',
  },
  blanks: (count: number) => plural(count, '# space', '# spaces'),
  blankLines: (count: number) => plural(count, '# blank line', '# blank lines'),
  cutByAgent: 'The agent left out the end of this command',
  tooLarge: 'Part of this request is too large to show',
  charactersMissing: (count: number) =>
    plural(count, '# character is too large to show', '# characters are too large to show'),
  moreCharactersMissing: (count: number) =>
    plural(count, 'More than # character is too large to show', 'More than # characters are too large to show'),
});

/** Names that agents give their options and that say what our words say. */
const SAME_WORDS: Readonly<Record<PermissionOptionKind, RegExp>> = {
  allow_once: /^(?:yes|ok|allow|approve|accept|proceed|run|continue)(?: (?:once|this once|one time|this time))?$/,
  allow_always: /^(?:(?:yes )?always(?: (?:allow|approve|proceed))?|(?:allow|approve|proceed|accept) always)$/,
  reject_once: /^(?:no|deny|reject|decline|refuse|disallow|don t allow)(?: (?:once|this once|one time|this time))?$/,
  reject_always: /^(?:never(?: allow)?|always (?:deny|reject)|(?:deny|reject) always)$/,
};

/** Whether what an agent calls an option adds nothing to our word for it. */
export function saysTheSame(kind: PermissionOptionKind, name: string): boolean {
  const plain = name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  return plain === '' || (own(SAME_WORDS, kind)?.test(plain) ?? false);
}

/** What a call does: ACP's kinds, and files that come to be, or that may have been there before. */
export type Deed = ToolKind | 'create' | 'write';

/** What could not be kept, or was never sent. */
export interface MissingPart {
  readonly characters: number;
  readonly isMore: boolean;
  /** The agent itself has cut it. */
  readonly isCutByAgent?: true;
}

/** How much of a request is not there to be seen. */
export function missingWords({ characters, isMore, isCutByAgent }: MissingPart): string {
  if (isCutByAgent) return requestWords.cutByAgent;
  if (characters === 0) return requestWords.tooLarge;
  return isMore ? requestWords.moreCharactersMissing(characters) : requestWords.charactersMissing(characters);
}
