import {
  type PermissionRule,
  RULE_STANDARD,
  type RuleDraft,
  type RuleTrial,
} from '../../protocol/api/permission-rule.js';
import type { Done } from '../../protocol/api/rpc.js';
import { RpcError } from '../../protocol/api/rpc-error.js';
import type { Clock } from '../../protocol/clock.js';
import type { Act } from '../log/act.js';
import type { AppLog } from '../log/app-log.js';
import { saved } from '../log/storage-error.js';
import type { RuleBook } from '../permissions/rule-book.js';
import { tryRule } from '../permissions/try-rule.js';
import type { EventStore, RuleChange } from '../store/event-store.js';
import type { OpenSessions } from './open-sessions.js';

export interface SessionRulesOptions {
  readonly store: EventStore;
  readonly app: AppLog;
  readonly clock: Clock;
  readonly folder: string;
  readonly rules: RuleBook;
  readonly sessions: OpenSessions;
}

/** What people do about answers that nobody has to give: rules, and "allow all". */
export class SessionRules {
  readonly #options: SessionRulesOptions;

  constructor(options: SessionRulesOptions) {
    this.#options = options;
  }

  /** Rules that would answer an open request the next time, from narrow to wide. */
  async suggest(sessionId: string, permissionId: string): Promise<RuleDraft[]> {
    const { rules, sessions } = this.#options;
    const { permissions } = sessions.get(sessionId);
    const open = permissions.pending(permissionId);
    if (!open) throw new RpcError('not_found', 'This request is no longer open.', { code: 'request_closed' });
    return await rules.judge.suggest(permissions.callOf(open.permission, open.entry));
  }

  list(): PermissionRule[] {
    return saved(() => this.#options.rules.list());
  }

  add(act: Act, draft: RuleDraft): PermissionRule {
    const rule = saved(() => this.#options.rules.make(draft, act));
    return this.#change(act, [{ keep: rule }], rule);
  }

  edit(act: Act, ruleId: string, draft: RuleDraft): PermissionRule {
    this.#options.rules.check(draft);
    const { id, createdAt, createdBy } = this.#find(ruleId);
    // A rule that is stored again, also unchanged, was looked at.
    const rule = { ...draft, id, createdAt, createdBy, standard: RULE_STANDARD };
    return this.#change(act, [{ keep: rule }], rule);
  }

  remove(act: Act, ruleId: string): Done {
    this.#find(ruleId);
    return this.#change(act, [{ drop: ruleId }], { seq: this.#options.app.head + 1 });
  }

  /** What a rule would have answered in past sessions; bounded. */
  async try(draft: RuleDraft): Promise<RuleTrial> {
    const { rules, store, folder } = this.#options;
    rules.check(draft);
    return await tryRule(draft, { store, folder, judge: rules.judge });
  }

  /** Only a person at a device can want this; it is in the session's log before it is so. */
  setAllowAll(act: Act, sessionId: string, on: boolean): Done {
    const { sessions, app } = this.#options;
    const { log, permissions } = sessions.writable(sessionId);
    if (act.by.kind !== 'device')
      throw new RpcError('bad_request', 'Only a person can allow everything.', { code: 'allow_all_needs_person' });
    const { device } = act.by;
    const isOn = Object.hasOwn(app.current.allowAll, sessionId);
    if (isOn === on) return log.commit([], act.cmdId);
    const notice = { code: 'allow_all', isOn: on, device } as const;
    const done = log.commit([{ type: 'notice_shown', severity: on ? 'warning' : 'info', notice }], act.cmdId);
    app.append({ type: 'allow_all_changed', sessionId, by: on ? device : null });
    if (on) permissions.reconsider();
    return done;
  }

  #find(ruleId: string): PermissionRule {
    const rule = this.list().find(({ id }) => id === ruleId);
    if (!rule) throw new RpcError('not_found', 'This rule no longer exists.', { code: 'no_rule' });
    return rule;
  }

  #change<T>({ cmdId }: Act, changes: readonly RuleChange[], result: T): T {
    const { store, clock, rules } = this.#options;
    saved(() => store.changeRules(changes, { cmdId, result: JSON.stringify(result), at: clock.now() }));
    rules.tell();
    return result;
  }
}
