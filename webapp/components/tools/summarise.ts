import type { ToolKind } from '@agentclientprotocol/sdk';
import { QUERIES } from '../../../server/protocol/call-fields.js';
import { filesIn, inputIn, readCommand, readInput } from '../../../server/protocol/call-reading.js';
import { type FileEdit, plannedEdits } from '../../../server/protocol/transcript/edits.js';
import type { ToolEntry } from '../../../server/protocol/transcript/entries.js';
import { isFinal, wasRejected } from '../../../server/protocol/transcript/reduce-tool.js';
import { deedOf, type FileDeed } from '../../state/session/file-changes.js';
import type { IconName } from '../../ui/icons.js';
import { label, nameLabel } from '../../ui/visible-text.js';
import { numberField, readableTool, shortPath, textField, withoutInput } from './tool-input.js';
import { toolWords } from './words.js';

/** A tool call in one line. */
export interface ToolSummary {
  readonly icon: IconName;
  /** What is or was done; empty where the target says it all. */
  readonly verb: string;
  readonly target: string;
  /** Whether the target is code or a path rather than words. */
  readonly isCode: boolean;
  /** How it ended, where that is worth saying. */
  readonly result: string;
  readonly tone: 'plain' | 'danger' | 'quiet';
}

/** What a call does: ACP's kinds, and files that come to be. */
type Kind = ToolKind | 'create';

const ICONS: Record<Kind, IconName> = {
  read: 'fileText',
  edit: 'pencil',
  delete: 'trash',
  move: 'moveRight',
  search: 'search',
  execute: 'terminal',
  think: 'brain',
  fetch: 'globe',
  switch_mode: 'sparkles',
  create: 'filePlus',
  other: 'wrench',
};

/** What becomes of files, where a call is all about that. */
const DEEDS: Record<FileDeed, Kind> = { created: 'create', edited: 'edit', deleted: 'delete', moved: 'move' };

/** The verb with which agents begin a title; they write English, in which language the page may be. */
const TITLE_VERBS: Partial<Record<Kind, RegExp>> = {
  read: /^read(?:ing)? /i,
  edit: /^edit(?:ing|ed)? /i,
  delete: /^delet(?:e|ing|ed) /i,
  move: /^mov(?:e|ing|ed) /i,
  search: /^search(?:ing|ed)? /i,
  execute: /^(?:run(?:ning)?|ran) /i,
  think: /^(?:think(?:ing)?|thought) /i,
  fetch: /^fetch(?:ing|ed)? /i,
  switch_mode: /^switch(?:ing|ed)? mode /i,
  create: /^creat(?:e|ing|ed) /i,
};

/** Says in one line what a call does or did, in the agent's words where we have no better ones. */
export function summarise(entry: ToolEntry, folder: string): ToolSummary {
  const edits = entry.toolKind === 'execute' ? [] : plannedEdits(entry);
  const kind = kindOf(entry, edits);
  const files = editedFiles(edits, folder);
  const found = files ?? targetOf(entry, folder);
  const verb = verbOf(entry, kind);
  const title = readableTool(withoutInput(entry.title) || entry.name || toolWords.toolCall);
  const target = found?.text ?? withoutVerb(title, kind);
  return {
    icon: ICONS[kind],
    verb,
    target: files ? nameLabel(target, 400) : label(target, 400),
    isCode: found !== null,
    result: resultOf(entry),
    tone: toneOf(entry),
  };
}

/** How long the call itself took, without the time that it waited for a person; null while it runs. */
export function timeTaken({ at, endedAt, permissions }: ToolEntry): number | null {
  if (endedAt === null) return null;
  const waited = permissions.reduce((sum, { askedAt, outcome }) => {
    return outcome.status === 'pending' ? sum : sum + Math.max(0, outcome.at - askedAt);
  }, 0);
  return Math.max(0, endedAt - at - waited);
}

/** By what a call does to files, if it does one thing only; else by what it is called. */
function kindOf({ toolKind }: ToolEntry, edits: readonly FileEdit[]): Kind {
  const [first, ...others] = edits.map(deedOf);
  if (first !== undefined && toolKind !== 'delete')
    return DEEDS[others.every((deed) => deed === first) ? first : 'edited'];
  // A kind of a later protocol is as good as none.
  return Object.hasOwn(ICONS, toolKind) ? toolKind : 'other';
}

function editedFiles(edits: readonly FileEdit[], folder: string): { text: string } | null {
  const [first] = edits;
  if (!first) return null;
  const isMove = first.movedFrom !== undefined && new Set(edits.map(({ path }) => path)).size === 1;
  if (isMove) return { text: `${shortPath(first.movedFrom!, folder)} → ${shortPath(first.path, folder)}` };
  return {
    text: pathList(
      edits.map(({ path }) => path),
      folder,
    ),
  };
}

function verbOf(entry: ToolEntry, kind: Kind): string {
  if (entry.status === 'completed' || entry.status === 'ended') return toolWords.done[kind];
  return entry.status === 'in_progress' ? toolWords.doing[kind] : toolWords.todo[kind];
}

function targetOf(entry: ToolEntry, folder: string): { text: string } | null {
  const { toolKind, locations } = entry;
  const rawInput = inputIn(entry.rawInput);
  const reading = readInput(rawInput, toolKind);
  switch (toolKind) {
    case 'execute': {
      const command = readCommand(reading);
      return command === null ? null : { text: command };
    }
    case 'read':
    case 'edit':
    case 'delete': {
      const told = locations.map(({ path }) => path);
      const paths = told.length > 0 ? told : filesIn(reading);
      return paths.length === 0 ? null : { text: pathList(paths, folder) };
    }
    case 'search': {
      const query = textField(rawInput, ...QUERIES);
      return query === null ? null : { text: query };
    }
    case 'fetch': {
      const url = reading.parts.find((part) => part.is === 'urls')?.urls[0];
      return url === undefined ? null : { text: url };
    }
    case 'move':
    case 'think':
    case 'switch_mode':
    case 'other':
      return null;
    default:
      // Agents may name kinds that ACP has added since.
      toolKind satisfies never;
      return null;
  }
}

function pathList(paths: readonly string[], folder: string): string {
  const names = [...new Set(paths)].map((path) => shortPath(path, folder));
  return names.length <= 2 ? names.join(', ') : toolWords.andMore(names[0]!, names.length - 1);
}

/** “Read README.md” becomes “README.md” where the verb is before it anyway. */
function withoutVerb(title: string, kind: Kind): string {
  const pattern = TITLE_VERBS[kind];
  return pattern ? title.replace(pattern, '') : title;
}

function resultOf(entry: ToolEntry): string {
  if (wasRejected(entry)) return toolWords.denied;
  const exitCode = numberField(entry.rawOutput, 'exitCode', 'exit_code');
  switch (entry.status) {
    case 'failed':
      return exitCode !== null && exitCode !== 0 ? toolWords.exit(String(exitCode)) : toolWords.failed;
    case 'cancelled':
      return toolWords.stopped;
    case 'rejected':
      return toolWords.denied;
    case 'pending':
    case 'in_progress':
    case 'completed':
    case 'ended':
      return exitCode !== null && exitCode !== 0 ? toolWords.exit(String(exitCode)) : '';
    default:
      // A newer server may know of more.
      entry.status satisfies never;
      return '';
  }
}

function toneOf(entry: ToolEntry): ToolSummary['tone'] {
  if (wasRejected(entry)) return 'quiet';
  if (entry.status === 'failed') return 'danger';
  return isFinal(entry.status) && entry.status !== 'completed' ? 'quiet' : 'plain';
}
