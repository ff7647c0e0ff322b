import type { RuleDraft } from '../../server/protocol/permission-rule.js';

/** Fired when a person has decided on a rule, or on none. */
export class RuleChosenEvent extends Event {
  static readonly type = 'rule-chosen';
  readonly rule: RuleDraft | null;

  constructor(rule: RuleDraft | null) {
    super(RuleChosenEvent.type, { bubbles: true, composed: true });
    this.rule = rule;
  }
}
