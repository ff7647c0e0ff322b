import { resolvePath } from '../paths/resolve-path.js';
import type { AskedCall, PermissionRule, RuleDraft } from '../protocol/permission-rule.js';
import { type CallFacts, factsOf } from './call-facts.js';
import { ruleTrouble } from './check-rule.js';
import { looksOnly } from './looks-only.js';
import { isAbout, type RealFacts } from './match-rule.js';
import { decidingRule } from './rank-rule.js';
import { suggestRules } from './suggest-rules.js';

/** Says which rule answers a question. Asks the file system only where a rule is about files. */
export const ruleJudge = {
  /** The rule that decides, or null: then a person is asked. */
  judge(call: AskedCall, rules: readonly PermissionRule[]): PermissionRule | null | Promise<PermissionRule | null> {
    if (rules.length === 0) return null;
    const facts = factsOf(call);
    const decide = (real: RealFacts) => decidingRule(rules.filter((rule) => isAbout(rule, real)));
    const needsFiles = rules.some((rule) => isAboutFiles(rule, facts));
    return needsFiles ? withFiles(facts).then(decide) : decide({ ...facts, realPaths: [], realWorkdir: null });
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
      return a.commands.some(({ text }) => b.commands.some((command) => command.text === text));
    }
    if (a.paths.length > 0 && b.paths.length > 0) return a.paths.every((path) => b.paths.includes(path));
    return a.title !== '' && a.title === b.title;
  },

  /** Whether a call only looks around and changes nothing. */
  isLook(call: AskedCall): boolean {
    return looksOnly(factsOf(call));
  },

  /** What a call is about, for a list. */
  describe(call: AskedCall): string {
    const { commands, paths, title } = factsOf(call);
    return commands[0]?.text ?? (title || paths.join(', '));
  },

  trouble: ruleTrouble,
};

function isAboutFiles({ path, command }: RuleDraft, facts: CallFacts): boolean {
  return (path !== null && facts.paths.length > 0) || (command !== null && facts.workdir !== null);
}

async function withFiles(facts: CallFacts): Promise<RealFacts> {
  if (facts.isTooLong) return { ...facts, realPaths: [], realWorkdir: null };
  const realPaths = await Promise.all(facts.paths.map(realPath));
  return { ...facts, realPaths, realWorkdir: facts.workdir === null ? null : await realPath(facts.workdir) };
}

async function realPath(path: string): Promise<string | null> {
  return resolvePath(path, ['/']).catch(() => null);
}
