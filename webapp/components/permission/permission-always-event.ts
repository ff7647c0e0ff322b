import type { PermissionOption } from '@agentclientprotocol/sdk';
import type { RuleDraft } from '../../../server/protocol/api/permission-rule.js';

/** Fired when a person has decided what is remembered: a rule of ours, an option of the agent's, or nothing. */
export class RuleChosenEvent extends Event {
  static readonly type = 'rule-chosen';
  readonly rule: RuleDraft | null;
  readonly option: PermissionOption | null;

  constructor(rule: RuleDraft | null, option: PermissionOption | null = null) {
    super(RuleChosenEvent.type, { bubbles: true, composed: true });
    this.rule = rule;
    this.option = option;
  }
}
