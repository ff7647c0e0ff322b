import type { RuleJudge } from '../../ports/rules.js';
import { type PermissionRule, RULE_LIMITS, RULE_STANDARD, type RuleDraft } from '../../protocol/api/permission-rule.js';
import { RpcError } from '../../protocol/api/rpc-error.js';
import type { Clock } from '../../protocol/clock.js';
import type { Act } from '../log/act.js';
import type { AppLog } from '../log/app-log.js';
import type { EventStore } from '../store/event-store.js';
import { StorageFault } from '../store/sqlite/storage-fault.js';

export interface RuleBookOptions {
  readonly store: EventStore;
  readonly app: AppLog;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly judge: RuleJudge;
}

/** The rules that there are. They are read anew each time, because servers of other folders keep theirs in the same place. */
export class RuleBook {
  readonly judge: RuleJudge;
  readonly #options: RuleBookOptions;

  constructor(options: RuleBookOptions) {
    this.#options = options;
    this.judge = options.judge;
  }

  /** Throws a `StorageFault` if they cannot be read. */
  list(): PermissionRule[] {
    return this.#options.store.rules.list().map((rule) => this.#withWait(rule));
  }

  /** The rules for a question that has just come; without a store there are none, and a person is asked. */
  atHand(): PermissionRule[] {
    try {
      return this.list();
    } catch (error) {
      if (error instanceof StorageFault) return [];
      throw error;
    }
  }

  /** A rule as it is to be kept; refuses one that makes no sense. */
  make(draft: RuleDraft, { by }: Act): PermissionRule {
    this.check(draft);
    if (this.list().length >= RULE_LIMITS.rules) {
      throw new RpcError('conflict', 'There are too many rules.', { code: 'too_many_rules', most: RULE_LIMITS.rules });
    }
    const createdBy = by.kind === 'device' ? by.device : '';
    const known = { id: this.#options.newId(), createdAt: this.#options.clock.now(), createdBy };
    return { ...draft, ...known, standard: RULE_STANDARD };
  }

  /** A rule that allows for any agent, or what is never allowed now, waits if it is older than our standard. */
  #withWait({ waits: _stored, ...rule }: PermissionRule): PermissionRule {
    if (rule.effect !== 'allow' || Number(rule.standard) >= RULE_STANDARD) return rule;
    const trouble = this.judge.trouble(rule);
    return rule.agentId === null || trouble !== null ? { ...rule, waits: { trouble } } : rule;
  }

  check(draft: RuleDraft): void {
    const trouble = this.judge.trouble(draft);
    if (trouble !== null) throw new RpcError('bad_request', 'This rule cannot be kept.', { code: 'bad_rule', trouble });
  }

  /** Tells all tabs which rules there are. */
  tell(): void {
    const { app } = this.#options;
    const rules = this.atHand();
    if (JSON.stringify(rules) !== JSON.stringify(app.current.rules)) app.append({ type: 'rules_changed', rules });
  }
}
