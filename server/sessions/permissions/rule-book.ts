import { type PermissionRule, RULE_LIMITS, type RuleDraft } from '../../protocol/permission-rule.js';
import { RpcError } from '../../protocol/rpc-error.js';
import type { AppLog } from '../app-log.js';
import type { Clock } from '../clock.js';
import type { Act } from '../session-service.js';
import type { EventStore } from '../store/event-store.js';
import { StorageFault } from '../store/storage-fault.js';
import type { RuleJudge } from './rule-port.js';

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
    return this.#options.store.rules.list();
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
      throw new RpcError('conflict', `There are ${RULE_LIMITS.rules} rules already. Remove some that you do not need.`);
    }
    const createdBy = by.kind === 'device' ? by.device : 'the server';
    return { ...draft, id: this.#options.newId(), createdAt: this.#options.clock.now(), createdBy };
  }

  check(draft: RuleDraft): void {
    const trouble = this.judge.trouble(draft);
    if (trouble !== null) throw new RpcError('bad_request', trouble);
  }

  /** Tells all tabs which rules there are. */
  tell(): void {
    const { app } = this.#options;
    const rules = this.atHand();
    if (JSON.stringify(rules) !== JSON.stringify(app.current.rules)) app.append({ type: 'rules_changed', rules });
  }
}
