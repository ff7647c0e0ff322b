import type { ToolKind } from '@agentclientprotocol/sdk';
import { contentOf } from '../../server/protocol/call-content.js';
import type { Permission, ToolEntry } from '../../server/protocol/entries.js';
import { isFinal } from '../../server/protocol/reduce-tool.js';
import type { IconName } from '../components/icons.js';
import { label } from '../components/visible-text.js';
import { commandOf, numberField, pathsOf, shortPath, textField, withoutInput } from './tool-input.js';

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

interface KindWords {
  readonly icon: IconName;
  /** To do, doing, done. */
  readonly verbs: readonly [string, string, string];
}

const KINDS: Record<ToolKind, KindWords> = {
  read: { icon: 'fileText', verbs: ['Read', 'Reading', 'Read'] },
  edit: { icon: 'pencil', verbs: ['Edit', 'Editing', 'Edited'] },
  delete: { icon: 'trash', verbs: ['Delete', 'Deleting', 'Deleted'] },
  move: { icon: 'moveRight', verbs: ['Move', 'Moving', 'Moved'] },
  search: { icon: 'search', verbs: ['Search', 'Searching', 'Searched'] },
  execute: { icon: 'terminal', verbs: ['Run', 'Running', 'Ran'] },
  think: { icon: 'brain', verbs: ['Think', 'Thinking', 'Thought'] },
  fetch: { icon: 'globe', verbs: ['Fetch', 'Fetching', 'Fetched'] },
  switch_mode: { icon: 'sparkles', verbs: ['Switch mode', 'Switching mode', 'Switched mode'] },
  other: { icon: 'wrench', verbs: ['', '', ''] },
};

/** Says in one line what a call does or did, in the agent's words where we have no better ones. */
export function summarise(entry: ToolEntry, folder: string): ToolSummary {
  // A kind of a later protocol is as good as none.
  const kind = KINDS[entry.toolKind] ?? KINDS.other;
  const found = targetOf(entry, folder);
  const verb = verbOf(entry, kind);
  const title = withoutInput(entry.title) || entry.name || 'Tool call';
  const target = found?.text ?? withoutVerb(title, verb ? kind : KINDS.other);
  return {
    icon: kind.icon,
    verb,
    target: label(target, 400),
    isCode: found !== null,
    result: resultOf(entry),
    tone: toneOf(entry),
  };
}

/** True if a person or a rule said no. */
export function wasRejected({ permissions }: ToolEntry): boolean {
  return permissions.some((permission) => isRejection(permission));
}

export function isRejection({ options, outcome }: Permission): boolean {
  if (outcome.status !== 'answered') return false;
  return options.find(({ optionId }) => optionId === outcome.optionId)?.kind.startsWith('reject') ?? false;
}

/** How long the call itself took, without the time that it waited for a person; null while it runs. */
export function timeTaken({ at, endedAt, permissions }: ToolEntry): number | null {
  if (endedAt === null) return null;
  const waited = permissions.reduce((sum, { askedAt, outcome }) => {
    return outcome.status === 'pending' ? sum : sum + Math.max(0, outcome.at - askedAt);
  }, 0);
  return Math.max(0, endedAt - at - waited);
}

function verbOf(entry: ToolEntry, { verbs }: KindWords): string {
  if (entry.status === 'completed' || entry.status === 'ended') return verbs[2];
  return entry.status === 'in_progress' ? verbs[1] : verbs[0];
}

function targetOf(entry: ToolEntry, folder: string): { text: string } | null {
  const { toolKind, rawInput, locations } = entry;
  switch (toolKind) {
    case 'execute': {
      const command = commandOf(rawInput) ?? textField(rawInput, 'script');
      return command === null ? null : { text: command };
    }
    case 'read':
    case 'edit':
    case 'delete': {
      const diffs = contentOf(entry).flatMap((item) => (item.type === 'diff' ? [item.path] : []));
      const told = diffs.length > 0 ? diffs : locations.map(({ path }) => path);
      const paths = told.length > 0 ? told : pathsOf(rawInput);
      return paths.length === 0 ? null : { text: pathList(paths, folder) };
    }
    case 'search': {
      const query = textField(rawInput, 'pattern', 'query', 'regex', 'glob');
      return query === null ? null : { text: query };
    }
    case 'fetch': {
      const url = textField(rawInput, 'url', 'uri');
      return url === null ? null : { text: url };
    }
    default:
      return null;
  }
}

function pathList(paths: readonly string[], folder: string): string {
  const names = [...new Set(paths)].map((path) => shortPath(path, folder));
  return names.length <= 2 ? names.join(', ') : `${names[0]} and ${names.length - 1} more`;
}

/** “Read README.md” becomes “README.md” where the verb stands before it anyway. */
function withoutVerb(title: string, { verbs }: KindWords): string {
  const verb = verbs.find((word) => word && title.toLowerCase().startsWith(`${word.toLowerCase()} `));
  return verb ? title.slice(verb.length + 1) : title;
}

function resultOf(entry: ToolEntry): string {
  if (wasRejected(entry)) return 'not allowed';
  const exitCode = numberField(entry.rawOutput, 'exitCode', 'exit_code');
  switch (entry.status) {
    case 'failed':
      return exitCode !== null && exitCode !== 0 ? `exit ${exitCode}` : 'failed';
    case 'cancelled':
      return 'stopped';
    case 'rejected':
      return 'not allowed';
    default:
      return exitCode !== null && exitCode !== 0 ? `exit ${exitCode}` : '';
  }
}

function toneOf(entry: ToolEntry): ToolSummary['tone'] {
  if (wasRejected(entry)) return 'quiet';
  if (entry.status === 'failed') return 'danger';
  return isFinal(entry.status) && entry.status !== 'completed' ? 'quiet' : 'plain';
}
