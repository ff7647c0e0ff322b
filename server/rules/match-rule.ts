import type { ToolKind } from '@agentclientprotocol/sdk';
import { isInside } from '../paths/resolve-path.js';
import type { RuleDraft } from '../protocol/permission-rule.js';
import type { CallFacts } from './call-facts.js';
import { isAllowedBy, isRejectedBy } from './match-command.js';
import { isPathIn } from './match-path.js';

/** Facts with the files that they really lead to; null where that cannot be found out. */
export interface RealFacts extends CallFacts {
  readonly realPaths: readonly (string | null)[];
  readonly realWorkdir: string | null;
}

/** In the input of such tools `command` is a word of the tool, not a command for a shell. */
const FILE_KINDS: ReadonlySet<ToolKind> = new Set<ToolKind>(['read', 'edit', 'delete', 'move', 'search', 'think']);
const HAS_LOOSE_CASE = process.platform === 'darwin';

/** Whether a rule is about a call. To allow, all that the call does must be named; to reject, any of it. */
export function isAbout(rule: RuleDraft, facts: RealFacts): boolean {
  if (rule.agentId !== null && rule.agentId !== facts.agentId) return false;
  if (rule.folder !== null && !isInside(facts.cwd, rule.folder)) return false;
  if (rule.toolKind !== null && rule.toolKind !== facts.kind) return false;
  if (rule.title !== null && rule.title !== facts.title) return false;
  return rule.effect === 'allow' ? allows(rule, facts) : rejects(rule, facts);
}

function allows(rule: RuleDraft, facts: RealFacts): boolean {
  const { command, path } = rule;
  if (facts.isTooLong) return false;
  if (command) return allowsCommands(rule, facts) && (path === null || allowsPaths(path, facts));
  const isCommand = facts.kind === 'execute' || (facts.commands.length > 0 && !FILE_KINDS.has(facts.kind));
  // Where a command works says nothing about what it does.
  if (path !== null) return !isCommand && allowsPaths(path, facts);
  return rule.toolKind !== null || rule.title !== null;
}

function allowsCommands({ command, folder }: RuleDraft, facts: RealFacts): boolean {
  if (facts.commands.length === 0) return false;
  const isHere = facts.workdir === null || (facts.realWorkdir !== null && isInside(facts.realWorkdir, facts.cwd));
  if (folder !== null && !isHere) return false;
  return facts.commands.every((called) => isAllowedBy(command!, called));
}

function allowsPaths(glob: string, { realPaths, cwd }: RealFacts): boolean {
  return realPaths.length > 0 && realPaths.every((path) => path !== null && isPathIn(glob, path, { folder: cwd }));
}

function rejects({ command, path }: RuleDraft, facts: RealFacts): boolean {
  if (command && !facts.commands.some((called) => isRejectedBy(command, called))) return false;
  if (path === null) return true;
  const named = [...facts.paths, ...facts.realPaths];
  const options = { folder: facts.cwd, nocase: HAS_LOOSE_CASE };
  return named.some((one) => one !== null && isPathIn(path, one, options));
}
