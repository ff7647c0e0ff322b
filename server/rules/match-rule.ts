import type { ToolKind } from '@agentclientprotocol/sdk';
import { isInside } from '../paths/resolve-path.js';
import type { CommandPattern, RuleDraft } from '../protocol/api/permission-rule.js';
import type { CallFacts } from './call-facts.js';
import { areAllowedBy, isAllowedBy, isRejectedBy } from './match-command.js';
import { isPathIn } from './match-path.js';

/** Facts with the files that they really lead to; null where that cannot be found out. */
export interface RealFacts extends CallFacts {
  readonly realPaths: readonly (string | null)[];
  readonly realWorkdir: string | null;
  readonly realCwd: string | null;
}

/** Kinds of which a path says all that matters. */
export const FILE_KINDS: ReadonlySet<ToolKind> = new Set<ToolKind>(['read', 'edit', 'delete', 'move', 'search']);
/** Kinds that neither run nor write: only these can be allowed by kind or title. */
export const MILD_KINDS: ReadonlySet<ToolKind> = new Set<ToolKind>(['read', 'search', 'think', 'fetch']);
const HAS_LOOSE_CASE = process.platform === 'darwin';

/** Whether a rule is about a call. To allow, all that the call does must be named; to reject, any of it. */
export function isAbout(rule: RuleDraft, facts: RealFacts): boolean {
  if (rule.agentId !== null && rule.agentId !== facts.agentId) return false;
  if (rule.title !== null && rule.title !== facts.title) return false;
  return rule.effect === 'allow' ? allows(rule, facts) : rejects(rule, facts);
}

/** The rules by which a command of several parts is allowed, each part by one of them; null if a part is left. */
export function allowingTogether<R extends RuleDraft>(rules: readonly R[], facts: RealFacts): R[] | null {
  const [called, ...others] = facts.commands;
  if (!called || others.some(({ text }) => text !== called.text)) return null;
  const usable = rules.filter(
    (rule) =>
      rule.effect === 'allow' &&
      rule.command !== null &&
      rule.path === null &&
      (rule.agentId === null || rule.agentId === facts.agentId) &&
      (rule.title === null || rule.title === facts.title) &&
      (rule.toolKind === null || rule.toolKind === facts.kind) &&
      carriesOnlyCommands(facts) &&
      isAtHome(rule, facts),
  );
  const patterns = new Map<CommandPattern, R>(usable.map((rule) => [rule.command!, rule]));
  return areAllowedBy([...patterns.keys()], called, facts.cwd)?.map((pattern) => patterns.get(pattern)!) ?? null;
}

function allows(rule: RuleDraft, facts: RealFacts): boolean {
  const { command, path, toolKind, title, folder } = rule;
  if (toolKind !== null && toolKind !== facts.kind) return false;
  if (facts.isTooLong || !facts.isUnderstood) return false;
  if (command) {
    if (path === null ? !carriesOnlyCommands(facts) : !allowsPaths(path, facts)) return false;
    return (
      facts.commands.length > 0 &&
      isAtHome(rule, facts) &&
      facts.commands.every((called) => isAllowedBy(command, called, facts.cwd))
    );
  }
  if (folder !== null && !isInside(facts.cwd, folder)) return false;
  // Where a command works says nothing about what it does.
  if (facts.commands.length > 0 || facts.kind === 'execute') return false;
  if (facts.writes && (facts.kind === 'read' || facts.kind === 'search')) return false;
  if (path !== null) return toolKind !== null && FILE_KINDS.has(toolKind) && allowsPaths(path, facts);
  if (!MILD_KINDS.has(facts.kind) || toolKind === null || facts.paths.length > 0 || facts.writes) return false;
  return title === null || facts.urls.every((url) => isSaidIn(title, url));
}

/** Whether a title names an address, and not a longer one that begins with it or has it inside. */
function isSaidIn(title: string, url: string): boolean {
  for (let at = title.indexOf(url); at >= 0; at = title.indexOf(url, at + 1)) {
    const [before, after] = [title.slice(0, at), title.slice(at + url.length)];
    if (/(?:^|[ \t\n"'`(<])$/.test(before) && /^["'`)>]*[.,;:!?]*(?:[ \t\n]|$)/.test(after)) return url !== '';
  }
  return false;
}

function carriesOnlyCommands({ otherPaths, writes, isUnderstood, isTooLong }: RealFacts): boolean {
  return otherPaths.length === 0 && !writes && isUnderstood && !isTooLong;
}

/** A command means something else in another folder: it runs in that of the session, or in the one that the rule names. */
function isAtHome({ folder }: RuleDraft, { workdir, realWorkdir, cwd, realCwd }: RealFacts): boolean {
  const isHere = workdir === null || workdir === cwd || (realWorkdir !== null && realWorkdir === realCwd);
  if (isHere) return folder === null || isInside(cwd, folder);
  return folder !== null && realWorkdir === folder;
}

function allowsPaths(glob: string, { realPaths, cwd }: RealFacts): boolean {
  return realPaths.length > 0 && realPaths.every((path) => path !== null && isPathIn(glob, path, { folder: cwd }));
}

function rejects({ command, path, toolKind, folder }: RuleDraft, facts: RealFacts): boolean {
  if (folder !== null && !isInside(facts.cwd, folder)) return false;
  if (toolKind !== null && !facts.kinds.includes(toolKind)) return false;
  const called = [...facts.commands, ...facts.maybeCommands];
  if (command && !called.some((one) => isRejectedBy(command, one))) return false;
  if (path === null) return true;
  const named = [...facts.paths, ...facts.realPaths];
  const options = { folder: facts.cwd, nocase: HAS_LOOSE_CASE };
  return named.some((one) => one !== null && isPathIn(path, one, options));
}
