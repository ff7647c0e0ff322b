import type { ToolCallUpdate, ToolKind } from '@agentclientprotocol/sdk';
import type { ToolEntry } from './entries.js';

/** A command as a rule names it: exactly this text, or whatever begins with these words. */
export interface CommandPattern {
  readonly text: string;
  readonly isPrefix: boolean;
}

/** What a rule says; null means that it does not matter. All that is named has to be so. */
export interface RuleDraft {
  readonly effect: 'allow' | 'reject';
  readonly agentId: string | null;
  /** The project folder whose sessions it is for. */
  readonly folder: string | null;
  readonly toolKind: ToolKind | null;
  /** Word by word. */
  readonly title: string | null;
  readonly command: CommandPattern | null;
  /** A glob: from the session's folder on, or absolute. */
  readonly path: string | null;
}

/** A rule as it is kept: it answers questions of agents in the place of a person. */
export interface PermissionRule extends RuleDraft {
  readonly id: string;
  readonly createdAt: number;
  /** The device it came from. */
  readonly createdBy: string;
}

/** What an agent wants to do, with all that it has said about it. */
export interface AskedCall {
  readonly agentId: string;
  /** The session's folder. */
  readonly cwd: string;
  readonly toolCall: ToolCallUpdate;
  readonly entry: Pick<ToolEntry, 'title' | 'toolKind' | 'rawInput' | 'content' | 'locations'> | null;
}

/** What a rule would have answered in past sessions. */
export interface RuleTrial {
  /** How many questions were looked at. */
  readonly questions: number;
  readonly matches: number;
  /** The newest of them. */
  readonly samples: readonly RuleSample[];
  /** Whether older questions were left out. */
  readonly isPartial: boolean;
}

export interface RuleSample {
  readonly sessionId: string;
  readonly at: number;
  /** The command, the paths or the title. */
  readonly what: string;
  /** What was answered then, in the words of the option; null if it was not. */
  readonly answer: string | null;
}

/** Fits for storing and showing. */
export const RULE_LIMITS = { rules: 300, chars: 2_000 } as const;

/** What a rule is about, as short as it can be said: `npm test *`. */
export function rulePattern({ command, path, title, toolKind, agentId }: RuleDraft): string {
  if (command) return command.isPrefix ? `${command.text} *` : command.text;
  if (path) return toolKind ? `${toolKind} ${path}` : path;
  if (title) return `“${title}”`;
  if (toolKind) return `every ${toolKind}`;
  return agentId ? `everything of ${agentId}` : 'everything';
}

/** A rule by name, as the transcript tells who answered. */
export function ruleName(rule: RuleDraft): string {
  return `${rule.effect === 'allow' ? 'Allow' : 'Reject'} ${rulePattern(rule)}`;
}

/** What agents do to files, by kind; other kinds have no verb of their own. */
const VERBS: Readonly<Record<string, string>> = {
  read: 'read',
  edit: 'edit',
  delete: 'delete',
  move: 'move',
  search: 'search in',
};

const KINDS: Readonly<Record<string, string>> = {
  read: 'read files',
  edit: 'edit files',
  delete: 'delete files',
  move: 'move files',
  search: 'search',
  execute: 'run commands',
  think: 'think',
  fetch: 'fetch from the web',
  switch_mode: 'change the mode',
  other: 'use tools of no known kind',
};

/** A rule as a sentence; `names` are what people call agents. */
export function ruleSentence(rule: RuleDraft, names: (agentId: string) => string = (id) => id): string {
  const who = rule.agentId === null ? 'any agent' : names(rule.agentId);
  const where = rule.folder === null ? 'in every folder' : `in ${rule.folder}`;
  const title = rule.title === null ? '' : ` by calls titled “${rule.title}”`;
  const start = rule.effect === 'allow' ? `Allow ${who} to` : `Never let ${who}`;
  return `${start} ${deed(rule)}${title}, ${where}.`;
}

function deed({ command, path, toolKind }: RuleDraft): string {
  const files = path === null ? '' : `files that match ${path}`;
  if (command) {
    const run = command.isPrefix
      ? `run any command that begins with “${command.text}”`
      : `run exactly “${command.text}”`;
    return files ? `${run} on ${files}` : run;
  }
  if (files) return `${VERBS[toolKind ?? ''] ?? `${toolKind ? `use “${toolKind}” tools` : 'do anything'} on`} ${files}`;
  return toolKind ? (KINDS[toolKind] ?? `use “${toolKind}” tools`) : 'do anything';
}
