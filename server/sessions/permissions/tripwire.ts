import type { RuleJudge } from '../../ports/rules.js';
import type { AskedCall } from '../../protocol/api/permission-rule.js';
import type { Notice } from '../../protocol/notices.js';
import type { ServerReason } from '../../protocol/reasons.js';
import type { LoggedEvent, SessionEvent } from '../../protocol/session/session-event.js';
import type { Permission, ToolEntry } from '../../protocol/transcript/entries.js';
import { entriesOf } from '../../protocol/transcript/entry-list.js';
import { modePolicy } from '../../protocol/transcript/mode-policy.js';
import { hasExitCode, isAllowed } from '../../protocol/transcript/reduce-tool.js';
import type { Transcript } from '../../protocol/transcript/transcript.js';
import type { AppLog } from '../log/app-log.js';
import type { EventLog } from '../log/event-log.js';
import type { FoldedEvent, FollowUp } from '../log/folded-log.js';
import { pauseAfter } from '../prompts/prompt-queue.js';

export interface TripwireOptions {
  readonly log: Pick<EventLog, 'entry'>;
  readonly app: AppLog;
  readonly judge: RuleJudge;
  readonly session: { readonly agentId: string; readonly cwd: string };
  /** Stops the agent for what it did in that turn, or after it; the log has the reason already. */
  readonly stop: (reason: ServerReason, turn: number) => void;
  /** For what is known of the agent. */
  readonly onFlagged: () => void;
}

type EventOf<T extends LoggedEvent['type']> = Extract<LoggedEvent, { type: T }>;

/** What is found to have happened unasked. */
interface Deed {
  readonly flag: SessionEvent;
  readonly what: string;
}

/**
 * Flags what changed something although the agent was to ask first and did not, by what was done rather than by what it
 * was called. What goes through us is certain; of the rest we know what the agent tells. Each event is judged by the
 * transcript right after it: nothing that comes later, such as the end of the turn or another mode, takes a flag away.
 */
export class Tripwire {
  readonly #options: TripwireOptions;

  constructor(options: TripwireOptions) {
    this.#options = options;
  }

  /** The verdict on an event, to be written with it; null if there is nothing to say. */
  judge(folded: FoldedEvent): FollowUp | null {
    const deed = this.#deedIn(folded);
    return deed && this.#verdict(deed, folded.transcript);
  }

  #deedIn({ event, transcript, named }: FoldedEvent): Deed | null {
    const after = named.after?.kind === 'tool' ? named.after : null;
    const before = named.before?.kind === 'tool' ? named.before : null;
    switch (event.type) {
      case 'agent_update':
        return after && this.#call(event, { before, after }, transcript);
      case 'file_written':
        return after && this.#write(after, transcript);
      case 'terminal_opened':
        return this.#terminal(event, transcript);
      default:
        return null;
    }
  }

  #verdict({ flag, what }: Deed, t: Transcript): FollowUp {
    const { app, stop, onFlagged } = this.#options;
    const { n, status } = t.turn;
    const isPromised = this.#isPromised(t);
    // A turn that is being stopped needs no second stop.
    const stops = app.settings.current.values.stopUnasked && status !== 'cancelling';
    const reason = { code: 'ran_unasked', what: what.slice(0, 100) } as const;
    return {
      events: [
        ...(isPromised ? [flag] : this.#sayOnce(t)),
        ...(status === 'idle' && (isPromised || stops) ? this.#sayIdle(t, reason.what, stops) : []),
        ...(status === 'running' && stops ? sayStopped(t, reason) : []),
        ...(stops ? pauseAfter(t, { code: 'turn_stopped' }) : []),
      ],
      onWritten: () => {
        if (isPromised) onFlagged();
        if (stops) stop(reason, n);
      },
    };
  }

  /** Whether the agent is known to ask: by its mode or, where it tells of none, because it has asked before. */
  #isPromised(t: Transcript): boolean {
    return modePolicy(t) === 'asks' || hasAsked(t);
  }

  /** Of an agent that never asks a flag on every card would say nothing. */
  #sayOnce({ entries }: Transcript): SessionEvent[] {
    const isSaid = entriesOf(entries).some((entry) => entry.kind === 'notice' && entry.notice.code === 'acts_unasked');
    return isSaid ? [] : [warning({ code: 'acts_unasked', agent: this.#agentName })];
  }

  /** Nobody expects work from an idle agent, and the page has no Stop button then: a notice says so, once per turn. */
  #sayIdle(t: Transcript, what: string, isStopped: boolean): SessionEvent[] {
    if (isSaidInTurn(t, ({ code }) => code === 'worked_while_idle')) return [];
    const stopped = isStopped ? { isStopped: true as const } : {};
    return [
      {
        ...warning({ code: 'worked_while_idle', agent: this.#agentName, what, ...stopped }),
        action: 'restart_running_agent',
      },
    ];
  }

  get #agentName(): string {
    const { app, session } = this.#options;
    return app.current.agents.find(({ id }) => id === session.agentId)?.name ?? session.agentId;
  }

  /** Whether the agent should have asked, for what it does. */
  #shouldAsk(t: Transcript): boolean {
    const { app, session } = this.#options;
    const isFree = app.current.agents.some(({ id, allowsAll }) => id === session.agentId && allowsAll !== undefined);
    const policy = modePolicy(t);
    return !isFree && (policy === 'asks' || policy === 'untold');
  }

  #call(
    { update }: EventOf<'agent_update'>,
    { before, after }: { before: ToolEntry | null; after: ToolEntry },
    t: Transcript,
  ): Deed | null {
    // A command that a stop cut off is shown as cancelled, even if the agent reports it as completed.
    const isDone = hasRun(after) || (isCall(update) && update.status === 'completed');
    if (!isDone || after.unasked || after.permissions.length > 0) return null;
    if (!this.#shouldAsk(t) || this.#isHistory(t)) return null;
    const call = this.#callOf(after);
    if (this.#isLook(call) || this.#wasDone(before, call)) return null;
    return this.#wasAskedOtherwise(after, { call, t }) ? null : flagged(after);
  }

  /** Whether the same was reported before: it was judged then, by the mode of then. */
  #wasDone(before: ToolEntry | null, call: AskedCall): boolean {
    if (!before || !hasRun(before)) return false;
    const known = this.#callOf(before);
    return !this.#isLook(known) && this.#isSame(call, known);
  }

  /** Whether all that the agent reports is the past of a session that was begun elsewhere: nobody has prompted it here. */
  #isHistory({ turn }: Transcript): boolean {
    if (turn.promptId !== null) return false;
    const first = this.#options.log.entry(0);
    return first?.kind === 'mark' && first.mark.code === 'imported';
  }

  /** A file was written: that a call for it was asked about is not enough, somebody must have said yes. */
  #write(entry: ToolEntry, t: Transcript): Deed | null {
    if (entry.unasked || !this.#shouldAsk(t) || entry.permissions.some(isAllowed)) return null;
    const isAsked =
      entry.permissions.length === 0 && this.#wasAskedOtherwise(entry, { call: this.#callOf(entry), t }, isAllowed);
    return isAsked ? null : flagged(entry);
  }

  #terminal({ terminalId, command, by, isTold }: EventOf<'terminal_opened'>, t: Transcript): Deed | null {
    if (by || isTold || !this.#shouldAsk(t)) return null;
    const call = this.#commandCall(command);
    if (this.#isLook(call)) return null;
    const wasAsked = entriesOf(t.entries).some((entry) => {
      if (entry.kind !== 'tool' || !entry.permissions.some(isAllowed)) return false;
      if (entry.toolKind === 'execute' && entry.permissions.some(isForGood)) return true;
      return entry.turn === t.turn.n && (this.#isSame(call, this.#callOf(entry)) || says(entry, command));
    });
    return wasAsked ? null : { flag: { type: 'terminal_flagged', terminalId }, what: command };
  }

  /** Under another id in the call's own turn or this one, or once for all calls of this kind. */
  #wasAskedOtherwise(
    entry: ToolEntry,
    { call, t }: { call: AskedCall; t: Transcript },
    counts: (asked: Permission) => boolean = () => true,
  ): boolean {
    return entriesOf(t.entries).some((other) => {
      if (other.kind !== 'tool' || !other.permissions.some(counts)) return false;
      const isTrusted = other.toolKind === entry.toolKind && other.permissions.some(isForGood);
      const isNear = other.turn === entry.turn || other.turn === t.turn.n;
      return isTrusted || (isNear && this.#isSame(call, this.#callOf(other)));
    });
  }

  #isLook(call: AskedCall): boolean {
    return isSure(() => this.#options.judge.isLook(call));
  }

  #isSame(one: AskedCall, other: AskedCall): boolean {
    return isSure(() => this.#options.judge.isSame(one, other));
  }

  #callOf(entry: ToolEntry): AskedCall {
    const { agentId, cwd } = this.#options.session;
    const toolCall = entry.permissions.at(-1)?.toolCall ?? { toolCallId: entry.toolCallId };
    return { agentId, cwd, toolCall, entry };
  }

  #commandCall(command: string): AskedCall {
    const { agentId, cwd } = this.#options.session;
    const toolCall = { toolCallId: '', kind: 'execute' as const, title: command, rawInput: { command } };
    return { agentId, cwd, toolCall, entry: null };
  }
}

function flagged({ toolCallId, title, locations }: ToolEntry): Deed {
  return { flag: { type: 'call_flagged', toolCallId }, what: title || (locations[0]?.path ?? '') };
}

/** Whether a call that changes something is known to have done so: agents also ask while they call it running. */
function hasRun({ toolKind, status, content, rawOutput }: ToolEntry): boolean {
  if (status === 'completed') return true;
  const isShown = content.some(({ type }) => type === 'terminal');
  if (status === 'in_progress') return isShown;
  return status === 'failed' && toolKind === 'execute' && (isShown || hasExitCode(rawOutput));
}

/** Whether all that a terminal runs stands, word by word, somewhere in what was asked: some agents tell it only there. */
function says({ title, rawInput, content, permissions }: ToolEntry, command: string): boolean {
  const script = /^\S*sh -l?c '(.*)'$/s.exec(command)?.[1]?.replaceAll("'\\''", "'") ?? command;
  const told = JSON.stringify([title, rawInput, content, permissions.map(({ toolCall }) => toolCall)]);
  // Twice, because a tool's input may itself be told as JSON in a text.
  const once = JSON.stringify(script).slice(1, -1);
  return [once, JSON.stringify(once).slice(1, -1)].some(
    (text) => told.includes(`"${text}"`) || told.includes(`\\"${text}\\"`),
  );
}

function isForGood({ options, outcome }: ToolEntry['permissions'][number]): boolean {
  if (outcome.status !== 'answered') return false;
  return options.find(({ optionId }) => optionId === outcome.optionId)?.kind === 'allow_always';
}

type Update = EventOf<'agent_update'>['update'];

function isCall(update: Update): update is Extract<Update, { sessionUpdate: 'tool_call' | 'tool_call_update' }> {
  return update.sessionUpdate === 'tool_call' || update.sessionUpdate === 'tool_call_update';
}

/** A call that can't be read is not excused, and must not keep its event from being written. */
function isSure(holds: () => boolean): boolean {
  try {
    return holds();
  } catch {
    return false;
  }
}

function hasAsked({ entries }: Transcript): boolean {
  return entriesOf(entries).some((entry) => entry.kind === 'tool' && entry.permissions.length > 0);
}

/** One deed is enough to stop a turn, and to say so. */
function sayStopped(t: Transcript, reason: ServerReason): SessionEvent[] {
  const isThis = (notice: Notice) => notice.code === 'turn_stopped' && notice.reason.code === reason.code;
  return isSaidInTurn(t, isThis) ? [] : [warning({ code: 'turn_stopped', reason })];
}

function isSaidInTurn({ entries, turn }: Transcript, isIt: (notice: Notice) => boolean): boolean {
  return entriesOf(entries).some((entry) => entry.kind === 'notice' && entry.turn === turn.n && isIt(entry.notice));
}

function warning(notice: Notice): Extract<SessionEvent, { type: 'notice_shown' }> {
  return { type: 'notice_shown', severity: 'warning', notice };
}
