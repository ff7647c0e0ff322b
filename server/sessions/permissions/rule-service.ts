import type { PermissionRule, RuleDraft, RuleTrial } from '../../protocol/permission-rule.js';
import type { Done } from '../../protocol/rpc.js';
import type { Act } from '../session-service.js';

/** What the RPC classes call about rules and "allow all". Failures are `RpcError`s. */
export interface RuleService {
  /** Rules that would answer an open question the next time, from narrow to wide. */
  suggest(sessionId: string, permissionId: string): Promise<RuleDraft[]>;
  list(): PermissionRule[];
  add(act: Act, draft: RuleDraft): PermissionRule;
  edit(act: Act, ruleId: string, draft: RuleDraft): PermissionRule;
  remove(act: Act, ruleId: string): Done;
  /** What a rule would have answered in past sessions; bounded. */
  try(draft: RuleDraft): Promise<RuleTrial>;
  setAllowAll(act: Act, sessionId: string, on: boolean): Done;
}
