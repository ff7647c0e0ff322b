import type { AskedCall, PermissionRule, RuleDraft } from '../../protocol/permission-rule.js';

/** Whoever reads rules and calls. `server/rules` implements it; the composition root joins the two. */
export interface RuleJudge {
  /** The rule that decides, or null; later only if the file system has to be asked. */
  judge(call: AskedCall, rules: readonly PermissionRule[]): PermissionRule | null | Promise<PermissionRule | null>;
  isMatch(call: AskedCall, rule: RuleDraft): Promise<boolean>;
  /** Rules that would answer this question the next time, from narrow to wide. */
  suggest(call: AskedCall): Promise<RuleDraft[]>;
  /** Whether two calls are about the same deed, although they have different ids. */
  isSame(one: AskedCall, other: AskedCall): boolean;
  /** Whether a call only looks around and changes nothing. */
  isLook(call: AskedCall): boolean;
  /** What a call is about, for a list. */
  describe(call: AskedCall): string;
  /** What is wrong with a rule, as a sentence. */
  trouble(rule: RuleDraft): string | null;
}

/** A judge that leaves everything to people. */
export const noJudge: RuleJudge = {
  judge: () => null,
  isMatch: async () => false,
  suggest: async () => [],
  isSame: () => false,
  isLook: () => false,
  describe: ({ toolCall }) => toolCall.title ?? '',
  trouble: () => 'There are no rules here.',
};
