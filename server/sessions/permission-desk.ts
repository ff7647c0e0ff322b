import type { PermissionOption, RequestPermissionOutcome } from '@agentclientprotocol/sdk';
import type { Permission, ToolEntry } from '../protocol/entries.js';
import { entryAt, findEntry } from '../protocol/entry-list.js';
import type { Actor, SessionEvent } from '../protocol/events.js';
import { type AskedCall, type PermissionRule, ruleName } from '../protocol/permission-rule.js';
import type { Done, PermissionExtras } from '../protocol/rpc.js';
import { RpcError } from '../protocol/rpc-error.js';
import type { PermissionAsk } from './agent-port.js';
import type { AppLog } from './app-log.js';
import type { Clock } from './clock.js';
import type { EventLog } from './log/event-log.js';
import { OpenQuestions } from './open-questions.js';
import { noLongerOpen } from './permissions/no-longer-open.js';
import { queueNote } from './permissions/queue-note.js';
import type { RuleBook } from './permissions/rule-book.js';
import type { Act } from './session-service.js';

const CANCELLED: RequestPermissionOutcome = { outcome: 'cancelled' };
/** How often a question that waits is looked at, if it may not wait for ever. */
const LOOK_MS = 15_000;
const MINUTE_MS = 60_000;

/** Questions that are closed without an answer: the events that say so, and how the agent then hears of it. */
export interface Voiding {
  readonly events: SessionEvent[];
  readonly settle: () => void;
}

export interface PermissionDeskOptions {
  readonly log: EventLog;
  readonly newId: () => string;
  readonly clock: Clock;
  readonly app: AppLog;
  readonly rules: RuleBook;
  readonly session: { readonly id: string; readonly agentId: string; readonly cwd: string };
}

/** An answer that nobody has to give: the option, and what gives it. */
interface Reply {
  readonly option: PermissionOption;
  readonly by: Actor;
}

/** Holds the agent's requests for permission. A rule answers, or the first person; nothing is ever assumed. */
export class PermissionDesk {
  readonly #options: PermissionDeskOptions;
  readonly #log: EventLog;
  readonly #questions = new OpenQuestions<RequestPermissionOutcome>();
  /** Questions that are in the log, or on their way there. */
  readonly #asked = new Set<string>();
  #stopLooking: (() => void) | null = null;

  constructor(options: PermissionDeskOptions) {
    this.#options = options;
    this.#log = options.log;
  }

  /** Asks the rules, then everyone; settles with the first answer, however long that takes. */
  ask(request: PermissionAsk, signal: AbortSignal): Promise<RequestPermissionOutcome> {
    const permissionId = this.#options.newId();
    const answer = this.#questions.open(permissionId);
    const withdraw = () => this.#withdraw(permissionId, 'The agent withdrew the question');
    signal.addEventListener('abort', withdraw, { once: true });
    void answer.then(() => signal.removeEventListener('abort', withdraw));
    const put = (reply: Reply | null) => {
      // While rules were asked the turn may have ended, and the question with it.
      if (!this.#questions.ids.includes(permissionId)) return;
      const isStopped = this.#log.transcript.turn.status === 'cancelling';
      this.#put({ permissionId, ...request }, signal.aborted || isStopped ? null : reply);
      if (signal.aborted) withdraw();
      // After Stop the agent must not go on to ask: it is told at once, and everyone sees that.
      else if (isStopped) this.#withdraw(permissionId, 'The turn was stopped');
    };
    const reply = signal.aborted ? null : this.#replyTo(request);
    if (reply instanceof Promise) void reply.then(put, () => put(null));
    else put(reply);
    return answer;
  }

  /** Gives the agent one of the options it offered. The answer is in the log before the agent hears it. */
  answer(act: Act, permissionId: string, optionId: string, { rule: draft, note }: PermissionExtras = {}): Done {
    const permission = this.pending(permissionId)?.permission;
    if (!permission) throw noLongerOpen(this.#log.transcript, permissionId);
    const option = permission.options.find((offered) => offered.optionId === optionId);
    if (!option) throw new RpcError('bad_request', 'The agent did not offer that option.');
    if (draft && option.kind !== `${draft.effect}_once`) {
      throw new RpcError('bad_request', 'A rule is stored here only with the answer that it gives, for this once.');
    }
    const { rules } = this.#options;
    const rule = draft ? rules.make(draft, act) : null;
    const stored = rule ? { stored: ruleName(rule) } : {};
    const answered: SessionEvent = { type: 'permission_answered', permissionId, optionId, by: act.by, ...stored };
    const noted = note ? queueNote(this.#log.transcript, act, note) : [];
    const done = this.#log.commit([answered, ...noted], act.cmdId, rule ? [{ keep: rule }] : []);
    this.#questions.settle(permissionId, { outcome: 'selected', optionId });
    if (rule) {
      rules.tell();
      this.reconsider();
    }
    return done;
  }

  /** Asks the rules again about what is still open: they have changed, or everything is allowed now. */
  reconsider(): void {
    for (const { id, kind } of this.#log.transcript.pending) {
      const open = kind === 'permission' ? this.pending(id) : null;
      if (!open || !this.#questions.ids.includes(id)) continue;
      const reply = this.#replyTo(open.permission, open.entry);
      if (reply instanceof Promise) void reply.then((late) => this.#giveReply(id, late)).catch(() => {});
      else this.#giveReply(id, reply);
    }
  }

  /** Closes everything that is open, for a reason that people see. */
  voidAll(reason: string): Voiding {
    const pending = this.#log.transcript.pending.filter(({ kind }) => kind === 'permission').map(({ id }) => id);
    const asked = this.#questions.ids.filter((id) => this.#asked.has(id));
    const ids = [...new Set([...pending, ...asked])];
    return {
      events: ids.map((permissionId) => ({ type: 'permission_voided', permissionId, reason })),
      settle: () => {
        for (const id of [...ids, ...this.#questions.ids]) this.#questions.settle(id, CANCELLED);
        this.#asked.clear();
        this.#stopLooking?.();
        this.#stopLooking = null;
      },
    };
  }

  /** An open question and the call that it is about. */
  pending(permissionId: string): { permission: Permission; entry: ToolEntry } | null {
    const pending = this.#log.transcript.pending.find(({ kind, id }) => kind === 'permission' && id === permissionId);
    const entry = pending && this.#log.entry(pending.entry);
    if (entry?.kind !== 'tool') return null;
    const permission = entry.permissions.find((asked) => asked.permissionId === permissionId);
    return permission ? { permission, entry } : null;
  }

  /** What an open question asks for, as rules read it. */
  callOf({ toolCall }: Pick<PermissionAsk, 'toolCall'>, known?: ToolEntry): AskedCall {
    const { session } = this.#options;
    const { entries } = this.#log.transcript;
    const entry = known ?? entryAt(entries, findEntry(entries, `tool:${toolCall.toolCallId}`));
    return { agentId: session.agentId, cwd: session.cwd, toolCall, entry: entry?.kind === 'tool' ? entry : null };
  }

  #replyTo(ask: Pick<PermissionAsk, 'toolCall'> & { options: readonly PermissionOption[] }, known?: ToolEntry) {
    // What the agent has said about the call until now may still wait for its tick.
    this.#log.record();
    const { rules } = this.#options;
    const found = rules.judge.judge(this.callOf(ask, known), rules.atHand());
    const reply = (rule: PermissionRule | null) => this.#replyBy(rule, ask.options);
    return found instanceof Promise ? found.then(reply) : reply(found);
  }

  /** Always for this once: what an agent would remember is for people to choose. */
  #replyBy(rule: PermissionRule | null, options: readonly PermissionOption[]): Reply | null {
    const { app, session } = this.#options;
    const allowAll = app.current.allowAll[session.id];
    const by: Actor | null =
      allowAll && rule?.effect !== 'reject'
        ? { kind: 'allow_all', device: allowAll.device }
        : rule && { kind: 'rule', rule: ruleName(rule), ruleId: rule.id };
    const kind = rule?.effect === 'reject' ? 'reject_once' : 'allow_once';
    const option = options.find((offered) => offered.kind === kind);
    return by && option ? { option, by } : null;
  }

  /** Question and reply in one write, so that no tab asks a person in between. */
  #put(question: PermissionAsk & { permissionId: string }, reply: Reply | null): void {
    const asked: SessionEvent = { type: 'permission_requested', ...question };
    if (reply && this.#tryCommit([asked, answerOf(question.permissionId, reply)])) {
      this.#questions.settle(question.permissionId, { outcome: 'selected', optionId: reply.option.optionId });
      return;
    }
    this.#asked.add(question.permissionId);
    this.#log.record(asked);
    this.#look();
  }

  #giveReply(permissionId: string, reply: Reply | null): void {
    if (!reply || !this.pending(permissionId) || !this.#questions.ids.includes(permissionId)) return;
    if (!this.#tryCommit([answerOf(permissionId, reply)])) return;
    this.#questions.settle(permissionId, { outcome: 'selected', optionId: reply.option.optionId });
  }

  /** What cannot be written down is not answered either. */
  #tryCommit(events: SessionEvent[]): boolean {
    try {
      this.#log.commit(events, null);
      return true;
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      return false;
    }
  }

  /** Answers with no what has waited for longer than the setting allows, which may change at any time. */
  #look(): void {
    this.#stopLooking?.();
    const { clock, app } = this.#options;
    const open = this.#log.transcript.pending.flatMap(({ id }) => this.pending(id)?.permission ?? []);
    this.#stopLooking = open.length === 0 ? null : clock.after(LOOK_MS, () => this.#look());
    const minutes = app.current.settings.values.rejectAfterMinutes;
    if (!(minutes > 0)) return;
    const reason = `Nobody answered for ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
    for (const { permissionId, options, askedAt } of open) {
      if (clock.now() - askedAt < minutes * MINUTE_MS) continue;
      const option = options.find(({ kind }) => kind === 'reject_once');
      if (option) this.#giveReply(permissionId, { option, by: { kind: 'server', reason } });
      else this.#withdraw(permissionId, reason);
    }
  }

  #withdraw(permissionId: string, reason: string): void {
    if (!this.#questions.ids.includes(permissionId)) return;
    if (this.#asked.delete(permissionId)) this.#log.record({ type: 'permission_voided', permissionId, reason });
    this.#questions.settle(permissionId, CANCELLED);
  }
}

function answerOf(permissionId: string, { option, by }: Reply): SessionEvent {
  return { type: 'permission_answered', permissionId, optionId: option.optionId, by };
}
