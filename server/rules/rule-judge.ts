import { isAbsolute } from 'node:path';
import { resolvePath } from '../paths/resolve-path.js';
import type { RuleJudge } from '../ports/rules.js';
import type { AskedCall, PermissionRule, RuleDraft, RuleTrouble } from '../protocol/api/permission-rule.js';
import { type CallFacts, factsOf } from './call-facts.js';
import { mustAsk } from './guarded-call.js';
import { isLookBy, onlyLooks } from './looks-only.js';
import { type CalledCommand, isOffered, prefixWords } from './match-command.js';
import { allowingTogether, FILE_KINDS, isAbout, MILD_KINDS, type RealFacts } from './match-rule.js';
import { onlyReads } from './only-reads.js';
import { touchesPlaces } from './own-places.js';
import { suggestRules } from './suggest-rules.js';

/** A judge that also rejects every call that touches these folders, which are AcDeck's own. */
export function judgeWith(ownPlaces: readonly string[]): RuleJudge {
  return { ...ruleJudge, mustReject: (call, isOpen) => touchesPlaces(call, ownPlaces, { isOpen }) };
}

/** Says which rule answers a question. Asks the file system only where a rule is about files. */
export const ruleJudge = {
  /** The rule that decides, or null: then a person is asked. */
  judge(call: AskedCall, rules: readonly PermissionRule[]): PermissionRule | null | Promise<PermissionRule | null> {
    const acting = rules.filter(({ waits }) => waits === undefined);
    if (acting.length === 0) return null;
    const facts = factsOf(call);
    const decide = (real: RealFacts) => {
      const about = acting.filter((rule) => isAbout(rule, real));
      const together = allowingTogether(acting, real);
      return decidingRule(together ? [...about, weakestRule(together)] : about);
    };
    const needsFiles = acting.some((rule) => isAboutFiles(rule, facts));
    return needsFiles ? withFiles(facts).then(decide) : decide(withoutFiles(facts));
  },

  /** Whether one rule would have answered a question. */
  async isMatch(call: AskedCall, rule: RuleDraft): Promise<boolean> {
    return isAbout(rule, await withFiles(factsOf(call)));
  },

  /** Rules that would answer this question the next time, from narrow to wide. */
  async suggest(call: AskedCall): Promise<RuleDraft[]> {
    return suggestRules(await withFiles(factsOf(call)));
  },

  /** Whether two calls are about the same deed: the same command, the same files, or else the same title. */
  isSame(one: AskedCall, other: AskedCall): boolean {
    const [a, b] = [factsOf(one), factsOf(other)];
    if (a.commands.length > 0 && b.commands.length > 0) {
      return a.commands.some((command) => b.commands.some((asked) => isWithin(command, asked)));
    }
    if (a.paths.length > 0 && b.paths.length > 0) return a.paths.every((path) => b.paths.includes(path));
    return a.title !== '' && a.title === b.title;
  },

  /** Whether a call only looks around and changes nothing. */
  isLook(call: AskedCall): boolean {
    return onlyLooks(call);
  },

  /** What a call is about, for a list. */
  describe(call: AskedCall): string {
    const { commands, paths, title } = factsOf(call);
    return commands[0]?.text ?? (title || paths.join(', '));
  },

  mustAsk,

  mustReject: () => false,

  onlyReads,

  trouble: ruleTrouble,
};

/** Whether a command is another one, or does nothing beyond it but look around. */
function isWithin({ text, split }: CalledCommand, asked: CalledCommand): boolean {
  if (text === asked.text || !split.isPlain || !asked.split.isPlain) return text === asked.text;
  const isAsked = (words: readonly string[]) =>
    asked.split.parts.some((other) => other.join('\0') === words.join('\0'));
  return (
    split.parts.length > 0 &&
    split.parts.some(isAsked) &&
    split.parts.every((words) => isAsked(words) || isLookBy(words))
  );
}

function isAboutFiles({ path, command }: RuleDraft, facts: CallFacts): boolean {
  return (path !== null && facts.paths.length > 0) || (command !== null && facts.workdir !== null);
}

function withoutFiles(facts: CallFacts): RealFacts {
  return { ...facts, realPaths: [], realWorkdir: null, realCwd: null };
}

async function withFiles(facts: CallFacts): Promise<RealFacts> {
  if (facts.isTooLong) return withoutFiles(facts);
  const realPaths = await Promise.all(facts.paths.map(realPath));
  if (facts.workdir === null) return { ...withoutFiles(facts), realPaths };
  return { ...facts, realPaths, realWorkdir: await realPath(facts.workdir), realCwd: await realPath(facts.cwd) };
}

async function realPath(path: string): Promise<string | null> {
  return resolvePath(path, ['/']).catch(() => null);
}

/** What is wrong with a rule; null if it can be kept. */
function ruleTrouble(rule: RuleDraft): RuleTrouble | null {
  const { effect, agentId, folder, toolKind, title, command, path } = rule;
  const isNarrow = toolKind !== null || title !== null || command !== null || path !== null;
  if (!isNarrow && effect === 'allow') return 'allows_everything';
  if (!isNarrow && agentId === null) return 'names_nothing';
  if (folder !== null && !isAbsolute(folder)) return 'folder_not_absolute';
  if (command?.isPrefix && prefixWords(command) === null) return 'command_not_simple';
  if (path?.split('/').includes('..')) return 'path_goes_up';
  return effect === 'allow' ? allowTrouble(rule) : null;
}

/** What a rule must not allow, no matter who wants it. */
function allowTrouble({ toolKind, command, path }: RuleDraft): RuleTrouble | null {
  if (command) return isOffered(command) ? null : 'command_too_wide';
  if (path !== null) {
    const isKnown = toolKind !== null && FILE_KINDS.has(toolKind);
    return isKnown ? null : 'files_without_kind';
  }
  const isMild = toolKind !== null && MILD_KINDS.has(toolKind);
  return isMild ? null : 'needs_command_or_path';
}

/** The rule that decides: the most specific one; of two that are equally specific the one that rejects. */
function decidingRule<R extends RuleDraft>(rules: readonly R[]): R | null {
  let best: R | null = null;
  for (const rule of rules) {
    const difference = best === null ? 1 : compare(rankOf(rule), rankOf(best));
    if (difference > 0 || (difference === 0 && rule.effect === 'reject')) best = rule;
  }
  return best;
}

/** The least specific of some rules, which act together. */
function weakestRule<R extends RuleDraft>(rules: readonly R[]): R {
  return rules.reduce((weakest, rule) => (compare(rankOf(rule), rankOf(weakest)) < 0 ? rule : weakest));
}

/** How narrow a rule is, the weightiest first: what it names, how much of that, and then where and who. */
function rankOf({ command, path, title, folder, agentId, toolKind }: RuleDraft): number[] {
  const targets = [rankOfCommand(command), rankOfPath(path), title === null ? [0, 0] : [3, 0]];
  const [strongest, ...others] = targets.sort((a, b) => compare(b, a));
  const isSet = (value: unknown) => (value === null ? 0 : 1);
  const more = others.filter(([level]) => level! > 0).length;
  return [...strongest!, more, isSet(folder) && folder!.length, isSet(agentId), isSet(toolKind)];
}

function rankOfCommand(command: RuleDraft['command']): number[] {
  if (command === null) return [0, 0];
  return command.isPrefix ? [2, (prefixWords(command) ?? []).length] : [3, 0];
}

function rankOfPath(path: string | null): number[] {
  if (path === null) return [0, 0];
  const literal = path.split('/').findIndex((part) => /(?<!\\)[*?[{]/.test(part));
  return literal < 0 ? [3, 0] : [2, literal];
}

function compare(a: readonly number[], b: readonly number[]): number {
  for (let n = 0; n < Math.max(a.length, b.length); n++) {
    const difference = (a[n] ?? 0) - (b[n] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
