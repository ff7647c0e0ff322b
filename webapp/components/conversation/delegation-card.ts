import { html, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { DelegationEntry } from '../../../server/protocol/transcript/entries.js';
import { entryAt, findEntry } from '../../../server/protocol/transcript/entry-list.js';
import { allTokens } from '../../../server/protocol/turn-tokens.js';
import type { UsageSum } from '../../../server/protocol/usage-sum.js';
import { troubleSentence } from '../../codes/trouble-words.js';
import { serverCommand, type UserAct, UserActEvent } from '../../state/app/acts.js';
import { consume, serverContext, sessionContext } from '../../state/app/contexts.js';
import { FoldController } from '../../state/app/fold-controller.js';
import { follow } from '../../state/base/follow.js';
import { appParts } from '../../state/server/app-store.js';
import { controls } from '../../styles/controls.js';
import { duration, money, number } from '../../ui/format.js';
import { icon } from '../../ui/icon.js';
import type { IconName } from '../../ui/icons.js';
import { LightElement } from '../../ui/light-element.js';
import { label } from '../../ui/visible-text.js';
import './delegated-turn.js';
import { delegationCardStyles } from './delegation-card.styles.js';
import { ServerNowController } from './server-now-controller.js';
import { conversationWords } from './words.js';

/** How a task stands, as the card shows it. */
type TaskState = 'running' | 'waiting' | NonNullable<DelegationEntry['end']>['outcome'];

const ICONS: Record<TaskState, IconName> = {
  running: 'circleDot',
  waiting: 'hand',
  completed: 'circleCheck',
  failed: 'circleAlert',
  stopped: 'square',
  interrupted: 'circleAlert',
  refused: 'circleAlert',
};

/**
 * A task for another agent: who works on it and how it stands, in a line that opens. Open while it works, unless the person
 * chose otherwise. Inside of another task it is a line that leads to its session. Light DOM.
 */
@customElement('delegation-card')
export class DelegationCard extends LightElement {
  static override styles = [controls, delegationCardStyles];

  @property({ attribute: 'delegation-id' }) delegationId = '';
  /** What is shown stays until it is folded. */
  @state() private isShown = false;

  readonly #server = consume(this, serverContext);
  readonly #session = consume(this, sessionContext);
  readonly #app = follow(this, () => this.#server.value?.app, appParts('agents', 'sessions', 'allowAll'));
  readonly #entry = follow(
    this,
    () => this.#session.value,
    ({ transcript: { entries } }) =>
      entryAt(entries, findEntry(entries, `delegation:${this.delegationId}`)) as DelegationEntry | undefined,
  );
  readonly #fold = new FoldController(this, () => `task ${this.delegationId}`);
  readonly #now = new ServerNowController(this, () => this.#entry.value?.end === null);

  protected override willUpdate(): void {
    const entry = this.#entry.value;
    if (!entry) return;
    this.dataset.state = this.#stateOf(entry);
    // Where nothing moves, nothing tells that it has come to rest.
    if (this.#isOpen(entry)) this.isShown = true;
    else if (matchMedia('(prefers-reduced-motion: reduce)').matches) this.isShown = false;
  }

  protected override render(): TemplateResult | typeof nothing {
    const entry = this.#entry.value;
    if (!entry) return nothing;
    const isOpen = this.#isOpen(entry);
    const stateNow = this.#stateOf(entry);
    const words = conversationWords.task;
    const agent = label(this.#agentName(entry.agentId), 60);
    const name = label(entry.name, 60);
    const time = duration((entry.endedAt ?? this.#now.value) - entry.at);
    const toggle = () => (this.#isInner ? this.#open(entry) : this.#fold.choose(!isOpen));
    return html`
      <button class="task-line" type="button" aria-expanded=${this.#isInner ? nothing : isOpen} @click=${toggle}>
        ${icon('bot')}<span class="task-agent">${agent}</span><span class="task-name"><bdi>${name}</bdi></span>
        <span class="task-state">${icon(ICONS[stateNow])} ${words.states[stateNow]}</span>
        <span class="task-end">${[...usageFacts(entry), time].join(' · ')}${icon('chevronRight')}</span>
      </button>
      ${this.#asksNothing(entry) ? html`<p class="task-note free">${icon('shieldAlert')} ${words.asksNothing}</p>` : nothing}
      ${entry.end?.trouble ? html`<p class="task-note trouble">${label(troubleSentence(entry.end.trouble, this.#agentName(entry.agentId)), 300)}</p>` : nothing}
      ${this.#isInner ? nothing : this.#renderFold(entry, isOpen)}
    `;
  }

  #renderFold(entry: DelegationEntry, isOpen: boolean): TemplateResult {
    return html`<div class="task-fold" ?data-open=${isOpen} @transitionend=${this.#onFolded}>
      <div class="task-body" ?inert=${!isOpen}>${this.isShown || isOpen ? this.#renderBody(entry) : nothing}</div>
    </div>`;
  }

  #renderBody(entry: DelegationEntry): TemplateResult {
    const words = conversationWords.task;
    return html`<delegated-turn session-id=${entry.sessionId} .turn=${entry.sentAs}></delegated-turn>
      ${entry.end?.usage ? html`<p class="task-note used">${usedSentence(entry.end.usage)}</p>` : nothing}
      <div class="task-acts">
        <button class="btn outline" type="button" @click=${() => this.#open(entry)}>${words.open}</button>
        ${
          entry.end === null
            ? html`<button class="btn outline" type="button" @click=${() => this.#stop(entry)}>${words.stop}</button>`
            : nothing
        }
        ${this.#isLate(entry) ? this.#renderUse(entry) : nothing}
      </div>`;
  }

  /** Whoever gave the task has not heard of its end; no agent is told by itself. */
  #renderUse(entry: DelegationEntry): TemplateResult {
    const words = conversationWords.task;
    const sessions = this.#app.value?.sessions ?? [];
    const own = sessions.find(({ id }) => id === this.#session.value?.sessionId)?.agentId ?? '';
    const text = words.told(entry.name, this.#agentName(entry.agentId), entry.end?.answer ?? '');
    return html`<button class="btn outline" type="button" @click=${() => this.#act({ type: 'write_draft', text })}>
      ${words.show(label(this.#agentName(own), 40))}
    </button>`;
  }

  readonly #onFolded = (event: TransitionEvent): void => {
    const entry = this.#entry.value;
    if (event.propertyName === 'grid-template-rows' && entry && !this.#isOpen(entry)) this.isShown = false;
  };

  get #isInner(): boolean {
    return this.closest('delegated-turn') !== null;
  }

  #isOpen(entry: DelegationEntry): boolean {
    return !this.#isInner && this.#fold.isOpen(entry.end === null);
  }

  /** The call that had asked for it was over before. */
  #isLate({ end, endedAt, toolCallId }: DelegationEntry): boolean {
    const entries = this.#session.value?.value.transcript.entries;
    if (!end || !entries) return false;
    const call = toolCallId === null ? undefined : entryAt(entries, findEntry(entries, `tool:${toolCallId}`));
    return call?.kind !== 'tool' || (call.endedAt !== null && call.endedAt < (endedAt ?? 0));
  }

  #stateOf({ end, sessionId }: DelegationEntry): TaskState {
    if (end) return end.outcome;
    const session = this.#app.value?.sessions.find(({ id }) => id === sessionId);
    return session?.status === 'waiting' ? 'waiting' : 'running';
  }

  /** Nobody is asked for what it does: the agent never asks, or its session allows all. */
  #asksNothing({ agentId, sessionId }: DelegationEntry): boolean {
    const app = this.#app.value;
    const agent = app?.agents.find(({ id }) => id === agentId);
    const isFree = app ? Object.hasOwn(app.allowAll, sessionId) : false;
    return isFree || agent?.neverAsks === true || agent?.allowsAll !== undefined;
  }

  #agentName(agentId: string): string {
    return this.#app.value?.agents.find(({ id }) => id === agentId)?.name ?? agentId;
  }

  #open({ sessionId }: DelegationEntry): void {
    this.#act({ type: 'open_session', sessionId });
  }

  #stop({ delegationId }: DelegationEntry): void {
    const sessionId = this.#session.value?.sessionId ?? '';
    this.#act(serverCommand('AcpBridge', 'stop_delegation', sessionId, delegationId));
  }

  #act(act: UserAct): void {
    this.dispatchEvent(new UserActEvent(act));
  }
}

/** What the agent has reported of its use, in short; nothing of what it hasn't. */
function usageFacts({ end }: DelegationEntry): string[] {
  const { costs = {}, ...tokens } = end?.usage ?? {};
  const total = allTokens(tokens);
  return [...(total === undefined ? [] : [conversationWords.task.tokens(total)]), ...costsOf(costs)];
}

/** The same in full, with what wasn't reported. */
function usedSentence({ calls, costs = {}, ...counts }: UsageSum): string {
  const words = conversationWords.task;
  const total = allTokens(counts);
  const [tokens, cost] = [total === undefined ? null : number(total), costsOf(costs).join(', ') || null];
  return [words.calls(calls), words.tokensUsed(tokens), words.cost(cost)].join(' · ');
}

function costsOf(costs: NonNullable<UsageSum['costs']>): string[] {
  return Object.entries(costs).map(([currency, amount]) => money(amount, label(currency, 20)));
}

declare global {
  interface HTMLElementTagNameMap {
    'delegation-card': DelegationCard;
  }
}
