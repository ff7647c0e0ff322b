import type { PermissionRule, RuleDraft, RuleTrial } from '../../protocol/permission-rule.js';
import type { Done } from '../../protocol/rpc.js';
import { RpcError } from '../../protocol/rpc-error.js';
import type { AppLog } from '../app-log.js';
import type { Clock } from '../clock.js';
import { type CommandBook, saved } from '../command-book.js';
import type { OpenSessions } from '../open-sessions.js';
import type { Act } from '../session-service.js';
import type { EventStore, RuleChange } from '../store/event-store.js';
import type { RuleBook } from './rule-book.js';
import type { RuleService } from './rule-service.js';
import { tryRule } from './try-rule.js';

export interface RuleDeskOptions {
  readonly store: EventStore;
  readonly app: AppLog;
  readonly clock: Clock;
  readonly folder: string;
  readonly book: CommandBook;
  readonly rules: RuleBook;
  readonly sessions: OpenSessions;
}

/** What people do about answers that nobody has to give: rules, and "allow all". */
export class RuleDesk implements RuleService {
  readonly #options: RuleDeskOptions;

  constructor(options: RuleDeskOptions) {
    this.#options = options;
  }

  async suggest(sessionId: string, permissionId: string): Promise<RuleDraft[]> {
    const { rules, sessions } = this.#options;
    const { permissions } = sessions.get(sessionId);
    const open = permissions.pending(permissionId);
    if (!open) throw new RpcError('not_found', 'This question is no longer open.');
    return await rules.judge.suggest(permissions.callOf(open.permission, open.entry));
  }

  list(): PermissionRule[] {
    return saved(() => this.#options.rules.list());
  }

  add(act: Act, draft: RuleDraft): PermissionRule {
    return this.#change(act, () => {
      const rule = saved(() => this.#options.rules.make(draft, act));
      return { changes: [{ keep: rule }], result: rule };
    });
  }

  edit(act: Act, ruleId: string, draft: RuleDraft): PermissionRule {
    return this.#change(act, () => {
      this.#options.rules.check(draft);
      const { id, createdAt, createdBy } = this.#find(ruleId);
      const rule = { ...draft, id, createdAt, createdBy };
      return { changes: [{ keep: rule }], result: rule };
    });
  }

  remove(act: Act, ruleId: string): Done {
    return this.#change(act, () => {
      this.#find(ruleId);
      return { changes: [{ drop: ruleId }], result: { seq: this.#options.app.head + 1 } };
    });
  }

  async try(draft: RuleDraft): Promise<RuleTrial> {
    const { rules, store, folder } = this.#options;
    rules.check(draft);
    return await tryRule(draft, { store, folder, judge: rules.judge });
  }

  /** Only a person at a device can want this; it is in the session's log before it is so. */
  setAllowAll(act: Act, sessionId: string, on: boolean): Done {
    const { book, sessions, app } = this.#options;
    return book.once(act, () => {
      const { log, permissions } = sessions.writable(sessionId);
      if (act.by.kind !== 'device') throw new RpcError('bad_request', 'Only a person can allow everything.');
      const { device } = act.by;
      const isOn = sessionId in app.current.allowAll;
      if (isOn === on) return log.commit([], act.cmdId);
      const title = on ? `Everything is allowed from here on, by ${device}` : `Asking again from here on, by ${device}`;
      const done = log.commit([{ type: 'notice_shown', severity: on ? 'warning' : 'info', title }], act.cmdId);
      app.append({ type: 'allow_all_changed', sessionId, by: on ? device : null });
      if (on) permissions.reconsider();
      return done;
    });
  }

  #find(ruleId: string): PermissionRule {
    const rule = this.list().find(({ id }) => id === ruleId);
    if (!rule) throw new RpcError('not_found', 'This rule is no more.');
    return rule;
  }

  #change<T>(act: Act, plan: () => { changes: readonly RuleChange[]; result: T }): T {
    const { book, store, clock, rules } = this.#options;
    return book.once(act, () => {
      const { changes, result } = plan();
      const command = { cmdId: act.cmdId, result: JSON.stringify(result), at: clock.now() };
      saved(() => store.changeRules(changes, command));
      rules.tell();
      return result;
    });
  }
}
