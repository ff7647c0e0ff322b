import type { ToolCallUpdate, ToolKind } from '@agentclientprotocol/sdk';
import type { RuleName, RuleSubject } from '../rule-name.js';
import type { ToolEntry } from '../transcript/entries.js';

/** A command as a rule names it: exactly this text, or what begins with these words. */
export interface CommandPattern {
  readonly text: string;
  readonly isPrefix: boolean;
}

/**
 * A command without the blanks at its ends that no shell notices. A blank behind an escape is a character, and one at the
 * end of a text within the command can decide where that text ends.
 */
export function trimCommand(text: string): string {
  let [from, to] = [0, text.length];
  while (from < to && isBlank(text[from])) from++;
  while (to > from && isBlank(text[to - 1])) to--;
  const isNoticed = to < text.length && (/[\\`^]/.test(text[to - 1] ?? '') || text.includes('<<'));
  return text.slice(from, isNoticed ? text.length : to);
}

/** What separates words for every shell; all other blanks are part of a word. */
function isBlank(char: string | undefined): boolean {
  return char === ' ' || char === '\t' || char === '\n';
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
  /** By which of our standards it was made or confirmed; rules from before there was one have none. */
  readonly standard?: number;
  /** It doesn't act until a person confirms it. Found out when rules are read, never stored. */
  readonly waits?: RuleWait;
}

/** Why a rule from an earlier version waits, and whether it can be kept as it is. */
export interface RuleWait {
  /** What keeps it from being kept as it is; null if a person may confirm it. */
  readonly trouble: RuleTrouble | null;
}

/** Why a rule cannot be kept. */
export type RuleTrouble =
  | 'allows_everything'
  | 'names_nothing'
  | 'folder_not_absolute'
  | 'command_not_simple'
  | 'path_goes_up'
  | 'command_too_wide'
  | 'files_without_kind'
  | 'needs_command_or_path';

/** The standard that rules are made by: what may be allowed at all, and for which agent. */
export const RULE_STANDARD = 2;

/** What a rule says, without what is known about it. */
export function draftOf({ effect, agentId, folder, toolKind, title, command, path }: RuleDraft): RuleDraft {
  return { effect, agentId, folder, toolKind, title, command, path };
}

/** What the agent calls a tool where it tells that apart from the title; an open request doesn't keep it. */
type ToolName = Partial<Pick<ToolEntry, 'name'>>;

/** What an agent wants to do, with all that it has said about it. */
export interface AskedCall {
  readonly agentId: string;
  /** The session's folder. */
  readonly cwd: string;
  readonly toolCall: ToolCallUpdate;
  readonly entry: (Pick<ToolEntry, 'title' | 'toolKind' | 'rawInput' | 'content' | 'locations'> & ToolName) | null;
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

/** A rule as a log names it. */
export function ruleNameOf(rule: RuleDraft): RuleName {
  return { effect: rule.effect, about: subjectOf(rule) };
}

function subjectOf({ command, path, title, toolKind, agentId }: RuleDraft): RuleSubject {
  if (command) return { kind: 'command', text: command.text, isPrefix: command.isPrefix };
  if (path) return { kind: 'path', path, toolKind };
  if (title) return { kind: 'title', title };
  if (toolKind) return { kind: 'tool', toolKind };
  return agentId ? { kind: 'agent', agentId } : { kind: 'everything' };
}
