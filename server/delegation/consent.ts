import type { PermissionOption } from '@agentclientprotocol/sdk';
import type { DelegateFreedom } from '../protocol/events.js';
import { asksLess, modePolicy, mostAskingMode } from '../protocol/transcript/mode-policy.js';
import type { AppLog } from '../sessions/log/app-log.js';
import type { SessionTree } from '../sessions/registry/session-tree.js';
import type { Session } from '../sessions/session/session.js';
import { asksNothing } from './delegates.js';
import type { Delegation } from './delegation.js';
import { type MatchedCall, matchCall } from './match-call.js';

const OPTIONS: PermissionOption[] = [
  { optionId: 'allow', name: 'Allow', kind: 'allow_once' },
  { optionId: 'deny', name: 'Deny', kind: 'reject_once' },
];

export interface ConsentParts {
  readonly app: AppLog;
  readonly tree: SessionTree;
  /** Told when a person is asked: whoever waits for the task should know. */
  readonly onAsked: () => void;
}

/** Whether a task may be given: by the setting, by what was said before, or by a person who is asked now. */
export class Consent {
  readonly #parts: ConsentParts;

  constructor(parts: ConsentParts) {
    this.#parts = parts;
  }

  /** Gives the call that the task hangs on, or null where somebody said no. */
  async ask(caller: Session, delegation: Delegation): Promise<{ toolCallId: string | null } | null> {
    // What the agent has said about its call may still wait for its tick.
    caller.log.record();
    const call = matchCall(caller.log.transcript, delegation.hints);
    const freedom = this.#freedomOf(caller, delegation);
    if (!this.#mustAsk(delegation, freedom, call)) return { toolCallId: call?.entry.toolCallId ?? null };
    const { name, agentId, task } = delegation.task;
    const agent = this.#parts.app.current.agents.find(({ id }) => id === agentId)?.name ?? agentId;
    // A call of our own: the agent goes on telling about its own, and what a person reads must not change under them.
    const ownId = `acdeck-delegation:${delegation.id}`;
    const toolCall = {
      ...{ toolCallId: ownId, kind: 'other' as const, title: `Delegate to ${agent}: ${name}` },
      rawInput: { agent: agentId, name, task },
    };
    const request = { toolCall, options: OPTIONS, delegation: { agentId, agent, name, freedom } };
    const answer = caller.permissions.ask(request, delegation.asking.signal);
    delegation.isAsked = true;
    this.#parts.onAsked();
    const option = await answer;
    delegation.isAsked = false;
    const isYes = option?.kind === 'allow_once';
    this.#close(caller, ownId, isYes);
    return isYes ? { toolCallId: call?.entry.toolCallId ?? ownId } : null;
  }

  /** A call of our own making is over when it is decided. */
  #close({ log }: Session, toolCallId: string, isYes: boolean): void {
    const status = isYes ? 'completed' : 'failed';
    log.record({ type: 'agent_update', update: { sessionUpdate: 'tool_call_update', toolCallId, status } });
  }

  #mustAsk({ callerId, task }: Delegation, freedom: DelegateFreedom, call: MatchedCall | null): boolean {
    if (freedom !== 'asks') return true;
    if (this.#parts.app.settings.current.values.delegation === 'on') return false;
    const { tree } = this.#parts;
    const isKnown = tree.below(tree.rootOf(callerId)).some(({ agentId }) => agentId === task.agentId);
    return !isKnown && !wasAllowed(call);
  }

  /** How free the other agent would be: by how it was started, and by the mode that it would be in. */
  #freedomOf(caller: Session, { callerId, task }: Delegation): DelegateFreedom {
    const { app, tree } = this.#parts;
    const agent = app.current.agents.find(({ id }) => id === task.agentId);
    if (agent && asksNothing(agent)) return 'asks_nothing';
    const known = tree.child(callerId, task.name);
    if (!known) return 'asks';
    const { settings, log } = tree.session(known.id);
    if (Object.hasOwn(app.current.allowAll, known.id)) return 'asks_nothing';
    const policy = settings.isChosenByPerson ? modePolicy(log.transcript) : mostAskingMode(log.transcript).policy;
    if (policy === 'asks_nothing') return 'asks_nothing';
    return asksLess(policy, modePolicy(caller.log.transcript)) ? 'asks_less' : 'asks';
  }
}

/** Whether somebody has said yes to this very call, with the whole task in view; "allow all" has seen nothing. */
function wasAllowed(call: MatchedCall | null): boolean {
  if (!call?.isWhole) return false;
  return call.entry.permissions.some(({ options, outcome }) => {
    if (outcome.status !== 'answered' || (outcome.by.kind !== 'device' && outcome.by.kind !== 'rule')) return false;
    return options.find(({ optionId }) => optionId === outcome.optionId)?.kind.startsWith('allow') ?? false;
  });
}
