import type { AskedCall, PermissionRule, RuleDraft, RuleTrouble } from '../protocol/api/permission-rule.js';

/** The part that reads rules and calls. `server/rules` implements it; the composition root joins the two. */
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
  /** Whether only a person may allow a call, because it touches what runs by itself. */
  mustAsk(call: AskedCall): boolean;
  /**
   * Whether a call is rejected, whoever would allow it: it touches what AcDeck itself keeps. `isOpen` says which files
   * there may be touched.
   */
  mustReject(call: AskedCall, isOpen?: (path: string) => boolean): boolean;
  /** The absolute paths that a call reads, links not followed, if it does nothing else; null for any other call. */
  onlyReads(call: AskedCall): string[] | null;
  /** What a call is about, for a list. */
  describe(call: AskedCall): string;
  /** What is wrong with a rule. */
  trouble(rule: RuleDraft): RuleTrouble | null;
}
