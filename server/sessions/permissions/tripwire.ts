import type { RuleJudge } from '../../ports/rules.js';
import type { AskedCall } from '../../protocol/api/permission-rule.js';
import type { LoggedEvent, SessionEvent } from '../../protocol/events.js';
import type { ServerReason } from '../../protocol/reasons.js';
import type { Permission, ToolEntry } from '../../protocol/transcript/entries.js';
import { entriesOf, entryAt, findEntry } from '../../protocol/transcript/entry-list.js';
import { modePolicy } from '../../protocol/transcript/mode-policy.js';
import { hasExitCode, isAllowed } from '../../protocol/transcript/reduce-tool.js';
import type { AppLog } from '../log/app-log.js';
import type { EventLog } from '../log/event-log.js';

export interface TripwireOptions {
  readonly log: EventLog;
  readonly app: AppLog;
  readonly judge: RuleJudge;
  readonly session: { readonly agentId: string; readonly cwd: string };
  /** Ends the turn, for a reason that people see. */
  readonly stop: (reason: ServerReason) => void;
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
 * was called. What goes through us is certain; of the rest we know what the agent tells.
 */
export class Tripwire {
  readonly #options: TripwireOptions;

  constructor(options: TripwireOptions) {
    this.#options = options;
  }

  /** The events are written; some of them may tell that something was done. */
  look(events: readonly LoggedEvent[]): void {
    for (const deed of this.#deeds(events)) this.#tell(deed);
  }

  #deeds(events: readonly LoggedEvent[]): Deed[] {
    const ids = new Set(events.flatMap((event) => (event.type === 'agent_update' ? calledIn(event.update) : [])));
    const calls = [...ids].flatMap((toolCallId) => {
      const entry = this.#entry(toolCallId);
      return entry && this.#isUnaskedCall(entry) ? [flagged(entry)] : [];
    });
    const writes = events.flatMap((event) => (event.type === 'file_written' ? this.#write(event) : []));
    const terminals = events.flatMap((event) => (event.type === 'terminal_opened' ? this.#terminal(event) : []));
    return [...calls, ...writes, ...terminals];
  }

  #tell({ flag, what }: Deed): void {
    const { log, app, stop, onFlagged } = this.#options;
    const isPromised = this.#isPromised();
    if (isPromised) log.record(flag);
    else this.#sayOnce();
    if (isPromised) onFlagged();
    if (app.current.settings.values.stopUnasked) stop({ code: 'ran_unasked', what: what.slice(0, 100) });
  }

  /** Whether the agent is known to ask: by its mode or, where it tells of none, because it has asked before. */
  #isPromised(): boolean {
    return modePolicy(this.#options.log.transcript) === 'asks' || this.#hasAsked();
  }

  #hasAsked(): boolean {
    return entriesOf(this.#options.log.transcript.entries).some(
      (entry) => entry.kind === 'tool' && entry.permissions.length > 0,
    );
  }

  /** Of an agent that never asks a flag on every card would say nothing. */
  #sayOnce(): void {
    const { log, app, session } = this.#options;
    const isSaid = entriesOf(log.transcript.entries).some(
      (entry) => entry.kind === 'notice' && entry.notice.code === 'acts_unasked',
    );
    if (isSaid) return;
    const agent = app.current.agents.find(({ id }) => id === session.agentId)?.name ?? session.agentId;
    log.record({ type: 'notice_shown', severity: 'warning', notice: { code: 'acts_unasked', agent } });
  }

  #entry(toolCallId: string): ToolEntry | null {
    const { entries } = this.#options.log.transcript;
    const entry = entryAt(entries, findEntry(entries, `tool:${toolCallId}`));
    return entry?.kind === 'tool' ? entry : null;
  }

  /** Whether the agent should have asked now, for what it does. */
  get #shouldAsk(): boolean {
    const { app, log, session } = this.#options;
    if (log.transcript.turn.status === 'idle') return false;
    const isFree = app.current.agents.some(({ id, allowsAll }) => id === session.agentId && allowsAll !== undefined);
    const policy = modePolicy(log.transcript);
    return !isFree && (policy === 'asks' || policy === 'untold');
  }

  #isUnaskedCall(entry: ToolEntry): boolean {
    // What an agent tells of the past is no deed of now.
    const isNow = entry.turn === this.#options.log.transcript.turn.n;
    if (!isNow || entry.unasked || entry.permissions.length > 0 || !this.#shouldAsk) return false;
    const call = this.#callOf(entry);
    if (this.#options.judge.isLook(call) || !hasRun(entry)) return false;
    return !this.#wasAskedOtherwise(entry, call);
  }

  /** A file was written: that a call for it was asked about is not enough, somebody must have said yes. */
  #write({ toolCallId }: EventOf<'file_written'>): Deed[] {
    const entry = this.#entry(toolCallId);
    if (!entry || entry.unasked || !this.#shouldAsk || entry.permissions.some(isAllowed)) return [];
    if (entry.permissions.length === 0 && this.#wasAskedOtherwise(entry, this.#callOf(entry), isAllowed)) return [];
    return [flagged(entry)];
  }

  #terminal({ terminalId, command, by, isTold }: EventOf<'terminal_opened'>): Deed[] {
    if (by || isTold || !this.#shouldAsk) return [];
    const call = this.#commandCall(command);
    if (this.#options.judge.isLook(call)) return [];
    const { turn, entries } = this.#options.log.transcript;
    const wasAsked = entriesOf(entries).some((entry) => {
      if (entry.kind !== 'tool' || !entry.permissions.some(isAllowed)) return false;
      if (entry.toolKind === 'execute' && entry.permissions.some(isForGood)) return true;
      return entry.turn === turn.n && (this.#options.judge.isSame(call, this.#callOf(entry)) || says(entry, command));
    });
    return wasAsked ? [] : [{ flag: { type: 'terminal_flagged', terminalId }, what: command }];
  }

  /** Under another id in this turn, or once for all calls of this kind. */
  #wasAskedOtherwise(entry: ToolEntry, call: AskedCall, counts: (asked: Permission) => boolean = () => true): boolean {
    return entriesOf(this.#options.log.transcript.entries).some((other) => {
      if (other.kind !== 'tool' || !other.permissions.some(counts)) return false;
      const isTrusted = other.toolKind === entry.toolKind && other.permissions.some(isForGood);
      return isTrusted || (other.turn === entry.turn && this.#options.judge.isSame(call, this.#callOf(other)));
    });
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

function calledIn(update: EventOf<'agent_update'>['update']): string[] {
  const isCall = update.sessionUpdate === 'tool_call' || update.sessionUpdate === 'tool_call_update';
  return isCall && typeof update.toolCallId === 'string' ? [update.toolCallId] : [];
}
