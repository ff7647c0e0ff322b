import type { ToolEntry } from '../../protocol/entries.js';
import { entriesOf, entryAt, findEntry } from '../../protocol/entry-list.js';
import type { LoggedEvent } from '../../protocol/events.js';
import { modePolicy } from '../../protocol/mode-policy.js';
import type { AskedCall } from '../../protocol/permission-rule.js';
import type { AppLog } from '../app-log.js';
import type { EventLog } from '../log/event-log.js';
import type { RuleJudge } from './rule-port.js';

export interface TripwireOptions {
  readonly log: EventLog;
  readonly app: AppLog;
  readonly judge: RuleJudge;
  readonly session: { readonly agentId: string; readonly cwd: string };
  /** Ends the turn, for a reason that people see. */
  readonly stop: (reason: string) => void;
  /** For what is known of the agent. */
  readonly onFlagged: () => void;
}

/** Flags calls that changed something although the agent was to ask first and did not. */
export class Tripwire {
  readonly #options: TripwireOptions;

  constructor(options: TripwireOptions) {
    this.#options = options;
  }

  /** The events are written; some of them may tell that a call ran. */
  look(events: readonly LoggedEvent[]): void {
    const { log, app, stop, onFlagged } = this.#options;
    const ids = events.flatMap((event) => (event.type === 'agent_update' ? calledIn(event.update) : []));
    for (const toolCallId of new Set(ids)) {
      const entry = this.#entry(toolCallId);
      if (!entry || !this.#isUnasked(entry)) continue;
      log.record({ type: 'call_flagged', toolCallId });
      onFlagged();
      if (app.current.settings.values.stopUnasked) stop(`“${entry.title.slice(0, 100)}” ran without asking`);
    }
  }

  #entry(toolCallId: string): ToolEntry | null {
    const { entries } = this.#options.log.transcript;
    const entry = entryAt(entries, findEntry(entries, `tool:${toolCallId}`));
    return entry?.kind === 'tool' ? entry : null;
  }

  #isUnasked(entry: ToolEntry): boolean {
    const { app, log, session } = this.#options;
    const t = log.transcript;
    // What an agent tells of the past is no deed of now.
    const isNow = t.turn.status !== 'idle' && entry.turn === t.turn.n;
    if (!isNow || entry.unasked || !hasRun(entry) || entry.permissions.length > 0) return false;
    const isFree = app.current.agents.some(({ id, allowsAll }) => id === session.agentId && allowsAll !== undefined);
    if (isFree || modePolicy(t) !== 'asks' || this.#options.judge.isLook(this.#callOf(entry))) return false;
    return !this.#wasAskedOtherwise(entry);
  }

  /** Under another id in this turn, or once for all calls of this kind. */
  #wasAskedOtherwise(entry: ToolEntry): boolean {
    const call = this.#callOf(entry);
    return entriesOf(this.#options.log.transcript.entries).some((other) => {
      if (other.kind !== 'tool' || other.permissions.length === 0) return false;
      const isTrusted = other.toolKind === entry.toolKind && other.permissions.some(isForGood);
      return isTrusted || (other.turn === entry.turn && this.#options.judge.isSame(call, this.#callOf(other)));
    });
  }

  #callOf(entry: ToolEntry): AskedCall {
    const { agentId, cwd } = this.#options.session;
    const toolCall = entry.permissions.at(-1)?.toolCall ?? { toolCallId: entry.toolCallId };
    return { agentId, cwd, toolCall, entry };
  }
}

/** Whether a call that changes something is known to have done so: agents also ask while they call it running. */
function hasRun({ toolKind, status, content, rawOutput }: ToolEntry): boolean {
  if (toolKind !== 'edit' && toolKind !== 'delete' && toolKind !== 'execute') return false;
  if (status === 'completed') return true;
  const isShown = content.some(({ type }) => type === 'terminal');
  if (status === 'in_progress') return isShown;
  return status === 'failed' && toolKind === 'execute' && (isShown || hasExitCode(rawOutput));
}

function hasExitCode(output: unknown): boolean {
  if (typeof output !== 'object' || output === null) return false;
  return ['exitCode', 'exit_code'].some((name) => typeof Reflect.get(output, name) === 'number');
}

function isForGood({ options, outcome }: ToolEntry['permissions'][number]): boolean {
  if (outcome.status !== 'answered') return false;
  return options.find(({ optionId }) => optionId === outcome.optionId)?.kind === 'allow_always';
}

function calledIn(update: Extract<LoggedEvent, { type: 'agent_update' }>['update']): string[] {
  const isCall = update.sessionUpdate === 'tool_call' || update.sessionUpdate === 'tool_call_update';
  return isCall && typeof update.toolCallId === 'string' ? [update.toolCallId] : [];
}
