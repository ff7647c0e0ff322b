import { createHash } from 'node:crypto';
import type { PermissionOption } from '@agentclientprotocol/sdk';
import type { PermissionAsk } from '../../ports/agent.js';
import type { OwnCall } from '../../ports/tools.js';
import { type AskedCall, type PermissionRule, ruleNameOf } from '../../protocol/api/permission-rule.js';
import type { Done, PermissionExtras } from '../../protocol/api/rpc.js';
import { RpcError } from '../../protocol/api/rpc-error.js';
import type { Clock } from '../../protocol/clock.js';
import { MINUTE_MS } from '../../protocol/clock.js';
import type { Actor, DelegationAsk } from '../../protocol/events.js';
import { own } from '../../protocol/own.js';
import type { LoggedEvent, SessionEvent } from '../../protocol/session/session-event.js';
import { decidedText, joinedCall, toldBesides } from '../../protocol/transcript/asked-call.js';
import type { Permission, ToldCall, ToolEntry } from '../../protocol/transcript/entries.js';
import { entriesOf } from '../../protocol/transcript/entry-list.js';
import type { Transcript } from '../../protocol/transcript/transcript.js';
import type { Act } from '../log/act.js';
import type { AppLog } from '../log/app-log.js';
import type { EventLog } from '../log/event-log.js';
import { queueNote } from '../prompts/prompt-queue.js';
import type { OpenRequests } from './open-requests.js';
import { ownAnswer } from './own-answers.js';
import type { RuleBook } from './rule-book.js';

/** How often a request that waits is looked at, if it may not wait for ever. */
const LOOK_MS = 15_000;

export interface PermissionRequestsOptions {
  readonly log: EventLog;
  readonly requests: OpenRequests;
  readonly newId: () => string;
  readonly clock: Clock;
  readonly app: AppLog;
  readonly rules: RuleBook;
  readonly session: { readonly id: string; readonly agentId: string; readonly cwd: string };
  /** Agents of the sessions that this one works for: a rule that says no to them says no here. */
  readonly agentsAbove: () => readonly string[];
  /** What a request is, where it is for one of our tools. */
  readonly ownCall: (call: AskedCall) => OwnCall | null;
  /** What a path is of the files that people have attached here. */
  readonly attachmentAt: (path: string) => 'file' | 'folder' | null;
}

/** What goes with an answer. */
export interface AnswerExtras extends Partial<PermissionExtras> {
  /** The one who answers may decide on this request, and on nothing that comes later. */
  readonly isOnceOnly?: boolean;
}

/** An answer that nobody has to give: the option, and what gives it. */
interface Reply {
  readonly option: PermissionOption;
  readonly by: Actor;
}

/** A request that has come, and is brought before rules and people. */
interface Arrival {
  readonly permissionId: string;
  readonly request: PermissionAsk;
  readonly signal: AbortSignal;
}

/** What AcDeck keeps lets its reader in, or decides what may run: no rule and no person opens it to an agent. */
const OWN_FILES: Actor = { kind: 'server', reason: { code: 'own_files' } };

/** Decides the agent's requests for permission: a rule answers, or the first person; nothing is ever assumed. */
export class PermissionRequests {
  readonly #options: PermissionRequestsOptions;
  readonly #log: EventLog;
  readonly #requests: OpenRequests;
  #stopLooking: (() => void) | null = null;

  constructor(options: PermissionRequestsOptions) {
    this.#options = options;
    this.#log = options.log;
    this.#requests = options.requests;
  }

  /** Asks the rules, then everyone; settles with the option that the first answer chose, or null, however long that takes. */
  ask(request: PermissionAsk, signal: AbortSignal): Promise<PermissionOption | null> {
    const permissionId = this.#options.newId();
    const put = () => this.#consider({ permissionId, request, signal });
    return this.#requests.ask('permission', permissionId, { signal, put });
  }

  /** What rules say about the call as it is now; it may become another while they look at it. */
  #consider(arrival: Arrival): void {
    const { permissionId, request, signal } = arrival;
    const { digest } = this.#freeze(request);
    const put = (reply: Reply | null) => {
      // While rules were asked the turn may have ended, and the request with it.
      if (!this.#requests.has(permissionId)) return;
      if (this.#freeze(request).digest !== digest) {
        this.#consider(arrival);
        return;
      }
      const told = { permissionId, ...request, ...this.#taskOf(request), digest };
      this.#put(told, this.#requests.isWanted(signal) ? reply : null);
    };
    const reply = signal.aborted ? null : this.#replyTo(request);
    if (reply instanceof Promise) void reply.then(put, () => put(null));
    else put(reply);
  }

  /** Who gets which task, where an agent asks for itself whether it may give one. */
  #taskOf(request: PermissionAsk): Pick<PermissionAsk, 'delegation'> {
    const task = request.delegation ? null : this.#options.ownCall(this.callOf(request))?.task;
    return task ? { delegation: task } : {};
  }

  /** All that is decided upon, as it is now, and what stands for it. */
  #freeze(request: PermissionAsk): { told: ToldCall; digest: string } {
    // What the agent has said about the call until now may still wait for its tick.
    this.#log.record();
    const { toolCall, options } = request;
    const told = toldBesides(this.#log.call(toolCall.toolCallId), toolCall);
    return { told, digest: digestOf({ toolCall, told, options }) };
  }

  /** The events are written; some of them may change a call that somebody is about to decide upon. */
  follow(events: readonly LoggedEvent[]): void {
    const calls = new Set(events.flatMap(callNamedBy));
    if (calls.size === 0) return;
    const changed = this.#log.transcript.pending.flatMap(({ id, kind }) => {
      const open = kind === 'permission' ? this.pending(id) : null;
      if (!open || !calls.has(open.entry.toolCallId)) return [];
      const { toolCall, options, told } = open.permission;
      const digest = digestOf({ toolCall, options, told: toldBesides(open.entry, toolCall, told) });
      return digest === open.permission.digest ? [] : [{ permissionId: id, digest }];
    });
    if (changed.length === 0) return;
    this.#log.record(...changed.map((change) => ({ type: 'permission_changed' as const, ...change })));
    for (const { permissionId } of changed) this.#reconsider(permissionId);
  }

  /** Gives the agent one of the options it offered. The answer is in the log before the agent hears it. */
  answer(act: Act, permissionId: string, optionId: string, extras: AnswerExtras = {}): Done {
    const { rule: draft, note, digest, isOnceOnly = false } = extras;
    // What the agent said until now counts, also if it still waits for its tick.
    this.#log.record();
    const permission = this.pending(permissionId)?.permission;
    if (!permission) throw noLongerOpen(this.#log.transcript, permissionId);
    if (digest !== undefined && digest !== permission.digest) {
      throw new RpcError('conflict', 'The agent changed this request.', { code: 'request_changed' });
    }
    const option = permission.options.find((offered) => offered.optionId === optionId);
    if (!option) throw new RpcError('bad_request', 'The agent did not offer that option.', { code: 'option_unknown' });
    // What an agent remembers answers more than this request, a no as much as a yes.
    if (isOnceOnly && option.kind !== 'allow_once' && option.kind !== 'reject_once') {
      throw new RpcError('forbidden', 'An approver may choose an option of kind allow_once or reject_once only.', {
        code: 'only_allow_or_deny',
      });
    }
    if (draft && option.kind !== `${draft.effect}_once`) {
      throw new RpcError('bad_request', 'The rule says something else than the answer.', {
        code: 'rule_not_this_answer',
      });
    }
    const { rules } = this.#options;
    const rule = draft ? rules.make(draft, act) : null;
    const stored = rule ? { stored: ruleNameOf(rule) } : {};
    const answered: SessionEvent = { type: 'permission_answered', permissionId, optionId, by: act.by, ...stored };
    const noted = note ? queueNote(this.#log.transcript, act, note) : [];
    const done = this.#log.commit([answered, ...noted], act.cmdId, rule ? [{ keep: rule }] : []);
    this.#requests.settle(permissionId, option);
    if (rule) {
      rules.tell();
      this.reconsider();
    }
    return done;
  }

  /** Asks the rules again about what is still open: they have changed, or everything is allowed now. */
  reconsider(): void {
    for (const { id, kind } of this.#log.transcript.pending) if (kind === 'permission') this.#reconsider(id);
  }

  #reconsider(permissionId: string): void {
    const open = this.pending(permissionId);
    if (!open || !this.#requests.has(permissionId)) return;
    const { digest } = open.permission;
    // A reply to a call that is another one by now is of no use; that one is looked at anew.
    const give = (reply: Reply | null) => {
      if (this.pending(permissionId)?.permission.digest === digest) this.#giveReply(permissionId, reply);
    };
    const reply = this.#replyTo(open.permission, open.entry);
    if (reply instanceof Promise) void reply.then(give).catch(() => {});
    else give(reply);
  }

  /** An open request and the call that it is about. */
  pending(permissionId: string): { permission: Permission; entry: ToolEntry } | null {
    const pending = this.#log.transcript.pending.find(({ kind, id }) => kind === 'permission' && id === permissionId);
    const entry = pending && this.#log.entry(pending.entry);
    if (entry?.kind !== 'tool') return null;
    const permission = entry.permissions.find((asked) => asked.permissionId === permissionId);
    return permission ? { permission, entry } : null;
  }

  /** What an open request asks for, as rules read it: the call as it was frozen, or as it is now. */
  callOf(ask: Pick<Permission, 'toolCall' | 'told'>, known?: ToolEntry): AskedCall {
    const { agentId, cwd } = this.#options.session;
    const { toolCall } = ask;
    if (known) return { agentId, cwd, toolCall, entry: joinedCall(ask) };
    return { agentId, cwd, toolCall, entry: this.#log.call(toolCall.toolCallId) };
  }

  #replyTo(ask: Pick<Permission, 'toolCall' | 'told' | 'options' | 'delegation'>, known?: ToolEntry) {
    const { rules } = this.#options;
    const call = this.callOf(ask, known);
    const isOpen = (path: string) => this.#options.attachmentAt(path) === 'file';
    if (!this.#readsAttached(call) && rules.judge.mustReject(call, isOpen)) {
      const no = ask.options.find(({ kind }) => kind === 'reject_once');
      return no ? { option: no, by: OWN_FILES } : null;
    }
    const found = this.#ruleFor(call);
    const reply = (rule: PermissionRule | null) => {
      const given = this.#replyBy(rule, ask.options) ?? (rule ? null : this.#ownReply(call, ask.options));
      // What runs by itself is never allowed in the place of a person, nor a task for an agent that asks less.
      const needsPerson = isFreer(ask.delegation) || rules.judge.mustAsk(call);
      return given?.option.kind.startsWith('allow') && needsPerson ? null : given;
    };
    return found instanceof Promise ? found.then(reply) : reply(found);
  }

  /** The rule for the call or, before it, one that says no to the same call of an agent that this one works for. */
  #ruleFor(call: AskedCall): PermissionRule | null | Promise<PermissionRule | null> {
    const { rules, agentsAbove } = this.#options;
    const atHand = rules.atHand();
    const above = agentsAbove().filter((agentId) => agentId !== call.agentId);
    const found = [call, ...above.map((agentId) => ({ ...call, agentId }))].map((one) =>
      rules.judge.judge(one, atHand),
    );
    const choose = ([own = null, ...others]: (PermissionRule | null)[]) =>
      others.find((rule) => rule?.effect === 'reject') ?? own;
    const isLater = found.some((rule) => rule instanceof Promise);
    return isLater ? Promise.all(found).then(choose) : choose(found as (PermissionRule | null)[]);
  }

  /** Always for this once: what an agent would remember is for people to choose. */
  #replyBy(rule: PermissionRule | null, options: readonly PermissionOption[]): Reply | null {
    const { app, session } = this.#options;
    const allowAll = own(app.current.allowAll, session.id);
    const by: Actor | null =
      allowAll && rule?.effect !== 'reject'
        ? { kind: 'allow_all', device: allowAll.device }
        : rule && { kind: 'rule', rule: ruleNameOf(rule), ruleId: rule.id };
    const kind = rule?.effect === 'reject' ? 'reject_once' : 'allow_once';
    const option = options.find((offered) => offered.kind === kind);
    return by && option ? { option, by } : null;
  }

  #ownReply(call: AskedCall, options: readonly PermissionOption[]): Reply | null {
    const { ownCall } = this.#options;
    const answer = ownAnswer(call, options, { ownCall, readsAttached: (asked) => this.#readsAttached(asked) });
    const option = options.find(({ optionId }) => optionId === answer?.optionId);
    return answer && option ? { option, by: { kind: 'server', reason: { code: answer.because } } } : null;
  }

  /** Whether a call reads one attached file; agents name the folder that holds only that file as well. */
  #readsAttached(call: AskedCall): boolean {
    const { rules, attachmentAt } = this.#options;
    const read = (rules.judge.onlyReads(call) ?? []).map(attachmentAt);
    return read.filter((what) => what === 'file').length === 1 && !read.includes(null);
  }

  /** Request and reply in one write, so that no tab asks a person in between. */
  #put(request: PermissionAsk & { permissionId: string; digest: string }, reply: Reply | null): void {
    const { permissionId } = request;
    const asked: SessionEvent = { type: 'permission_requested', ...request };
    if (reply && this.#tryCommit([asked, answerOf(permissionId, reply)])) {
      this.#requests.settle(permissionId, reply.option);
      return;
    }
    this.#requests.show(permissionId, asked);
    this.#look();
  }

  #giveReply(permissionId: string, reply: Reply | null): void {
    if (!reply || !this.pending(permissionId) || !this.#requests.has(permissionId)) return;
    if (!this.#tryCommit([answerOf(permissionId, reply)])) return;
    this.#requests.settle(permissionId, reply.option);
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
    const open = this.#log.transcript.pending.flatMap(({ id }) => {
      const found = this.#requests.has(id) ? this.pending(id) : null;
      return found ? [found.permission] : [];
    });
    this.#stopLooking = open.length === 0 ? null : clock.after(LOOK_MS, () => this.#look());
    const minutes = app.settings.current.values.rejectAfterMinutes;
    if (!(minutes > 0)) return;
    const reason = { code: 'unanswered', minutes } as const;
    for (const { permissionId, options, askedAt } of open) {
      if (clock.now() - askedAt < minutes * MINUTE_MS) continue;
      const option = options.find(({ kind }) => kind === 'reject_once');
      if (option) this.#giveReply(permissionId, { option, by: { kind: 'server', reason } });
      else this.#requests.callOff(permissionId, reason);
    }
  }
}

/** A task for an agent that asks less than the one that gives it. */
function isFreer(delegation: DelegationAsk | undefined): boolean {
  return delegation?.freedom !== undefined && delegation.freedom !== 'asks';
}

function digestOf(request: Parameters<typeof decidedText>[0]): string {
  return createHash('sha256').update(decidedText(request)).digest('hex');
}

/** The call that an event says something about. */
function callNamedBy(event: LoggedEvent): string[] {
  if (event.type === 'permission_requested') return [event.toolCall.toolCallId];
  if (event.type !== 'agent_update') return [];
  const { update } = event;
  const isCall = update.sessionUpdate === 'tool_call' || update.sessionUpdate === 'tool_call_update';
  return isCall && typeof update.toolCallId === 'string' ? [update.toolCallId] : [];
}

function answerOf(permissionId: string, { option, by }: Reply): SessionEvent {
  return { type: 'permission_answered', permissionId, optionId: option.optionId, by };
}

/** Says what became of a question that somebody comes too late to answer. */
function noLongerOpen(t: Transcript, permissionId: string): RpcError {
  for (const entry of entriesOf(t.entries)) {
    if (entry.kind !== 'tool') continue;
    const found = entry.permissions.find((permission) => permission.permissionId === permissionId);
    if (found?.outcome.status === 'answered') {
      const answer = answerIn(found.options, found.outcome.optionId);
      const reason = { code: 'request_answered', by: found.outcome.by, ...(answer ? { answer } : {}) } as const;
      return new RpcError('conflict', 'This request was already answered.', reason);
    }
    if (found?.outcome.status === 'voided') {
      const { reason } = found.outcome;
      return new RpcError('conflict', 'This request is no longer open.', { code: 'request_voided', reason });
    }
  }
  return new RpcError('not_found', 'There is no such request.', { code: 'no_request' });
}

/** By the option's kind: what an agent calls it may say the opposite. */
function answerIn(options: readonly PermissionOption[], optionId: string): 'allowed' | 'denied' | null {
  const kind = options.find((option) => option.optionId === optionId)?.kind;
  return kind === undefined ? null : kind.startsWith('reject') ? 'denied' : 'allowed';
}
