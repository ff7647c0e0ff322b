import { html, nothing, type TemplateResult } from 'lit';
import type { AgentSummary } from '../../../server/protocol/api/app-state.js';
import type { BranchPlace } from '../../../server/protocol/api/changes.js';
import { own } from '../../../server/protocol/own.js';
import { commandWords } from '../../commands/words.js';
import { serverCommand, type UserAct, UserActEvent } from '../../state/app/acts.js';
import { PageActEvent } from '../../state/app/page-acts.js';
import { isStartable } from '../../state/server/startable.js';
import { WORK_TABS, type WorkTab } from '../../state/work/work-store.js';
import { icon } from '../../ui/icon.js';
import type { IconName } from '../../ui/icons.js';
import { isWide } from '../../ui/media-controller.js';
import { label } from '../../ui/visible-text.js';
import type { ActHandler } from '../controls/act-button.js';
import { frameWords } from './words.js';

function show(tab: WorkTab) {
  return ({ currentTarget }: Event) => currentTarget?.dispatchEvent(new UserActEvent({ type: 'show_work', tab }));
}

/** On a small screen: the tabs that lead from the conversation to what would be beside it elsewhere. */
export function renderWorkSwitch(changed: number): TemplateResult {
  return html`<div class="work-switch" role="tablist" aria-label=${frameWords.views} @keydown=${onKey}>
    <button type="button" class="switch-tab" role="tab" aria-selected="true">${frameWords.chat}</button>
    ${WORK_TABS.map(
      (tab) =>
        html`<button type="button" class="switch-tab" role="tab" aria-selected="false" tabindex="-1" @click=${show(tab)}>${frameWords.tabs[tab]}${tab === 'changes' && changed > 0 ? html` <span class="switch-count">${changed}</span>` : nothing}</button>`,
    )}
  </div>`;
}

/** As in the panel: the arrows open what they come to. */
function onKey(event: KeyboardEvent): void {
  const tab = own({ ArrowRight: WORK_TABS[0], ArrowLeft: WORK_TABS.at(-1), End: WORK_TABS.at(-1) }, event.key);
  if (!tab) return;
  event.preventDefault();
  show(tab)(event);
}

/** What can be done with the whole conversation, by the names of its commands. */
const CONVERSATION_COMMANDS = ['find', 'copyAll', 'markdown', 'html', 'json', 'print', 'import'] as const;

/** The menu of the conversation. */
export function renderConversationMenu(pane: string): TemplateResult {
  const id = `conversation-menu${pane}`;
  const renderItem = (commandId: string, title: string) => {
    const run = ({ currentTarget }: Event) =>
      currentTarget?.dispatchEvent(new PageActEvent({ type: 'run_command', commandId }));
    return html`<button class="btn" type="button" popovertarget=${id} popovertargetaction="hide" @click=${run}>${title}</button>`;
  };
  return html`<button class="icon-btn conversation-button" type="button" popovertarget=${id} aria-label=${frameWords.conversationMenu} title=${frameWords.conversationMenu}>
      ${icon('ellipsis')}
    </button>
    <div id=${id} class="agent-menu conversation-menu" popover role="group" aria-label=${frameWords.conversationMenu}>
      ${isWide() ? renderItem('session.beside', commandWords.session.beside) : nothing}
      ${CONVERSATION_COMMANDS.map((name) => renderItem(`conversation.${name}`, commandWords.conversation[name]))}
    </div>`;
}

/** Where there is room: the button that opens and closes the panel. */
export function renderWorkButton(isOpen: boolean, changed: number): TemplateResult {
  const toggle = ({ currentTarget }: Event) =>
    currentTarget?.dispatchEvent(
      new UserActEvent(isOpen ? { type: 'close_work' } : { type: 'show_work', tab: 'changes' }),
    );
  const name = changed > 0 ? frameWords.workPanelWith(changed) : frameWords.workPanel;
  return html`<button class="work-button btn" type="button" aria-label=${name} aria-expanded=${isOpen} title=${frameWords.workPanelHint} @click=${toggle}>
    ${icon('panelRight')}${changed > 0 ? html`<span>${changed}</span>` : nothing}
  </button>`;
}

/** The branch of the folder and its state, which lead to its changes. */
export function renderBranchChip(place: BranchPlace): TemplateResult {
  const { branch, oid, operation, ahead, behind } = place;
  const counts = `${ahead ? ` ↑${ahead}` : ''}${behind ? ` ↓${behind}` : ''}`;
  const name = branch ?? oid?.slice(0, 9) ?? '';
  return html`<button class="branch-chip" type="button" title=${frameWords.branchHint} @click=${show('changes')}>
    ${icon('gitBranch')}<span class="vh">${frameWords.branch}</span><bdi>${label(name, 40)}</bdi><span aria-hidden="true">${counts}</span><span class="vh">${frameWords.branchState(ahead ?? 0, behind ?? 0)}</span>${operation ? html`<i>${frameWords.operations[operation]}</i>` : nothing}
  </button>`;
}

/** The session's agent in the top bar: what can be done about it, and the other agents. */
export function renderAgentChip(
  agent: AgentSummary,
  { others, pane, act }: { others: readonly AgentSummary[]; pane: string; act: ActHandler },
): TemplateResult {
  const id = `account${pane}`;
  const hide = ({ currentTarget, target }: Event) =>
    (target as Element).closest('button') && (currentTarget as HTMLElement).hidePopover();
  const name = label(agent.name, 40);
  return html`<button class="agent" type="button" popovertarget=${id} aria-label=${frameWords.agentMenu(name)}>
      ${icon('bot')}<span>${name}</span>${icon('chevronDown')}
    </button>
    <div id=${id} class="agent-menu" popover role="group" aria-label=${frameWords.agentMenu(name)} @keydown=${onMenuKey} @click=${hide}>
      ${renderAgentActs(agent, act)} ${renderOtherAgents(others, act)}
    </div>`;
}

/** The arrows go from one to the next, as in every menu. */
function onMenuKey(event: KeyboardEvent): void {
  const step = own({ ArrowDown: 1, ArrowUp: -1 }, event.key);
  if (!step) return;
  event.preventDefault();
  const buttons = [...(event.currentTarget as HTMLElement).querySelectorAll<HTMLButtonElement>('button:enabled')];
  const now = buttons.indexOf(event.target as HTMLButtonElement);
  buttons.at((now + step) % buttons.length)?.focus();
}

function menuButton(
  picture: IconName,
  text: string,
  what: UserAct,
  act: ActHandler,
  more: { isDisabled?: boolean; note?: string } = {},
): TemplateResult {
  return html`<button
    class="btn"
    type="button"
    ?disabled=${more.isDisabled ?? false}
    @click=${() => act(new UserActEvent(what))}
  >
    ${icon(picture)} ${text} ${more.note ? html`<small>${more.note}</small>` : nothing}
  </button>`;
}

function renderAgentActs(agent: AgentSummary, act: ActHandler): TemplateResult {
  const { id: agentId, name, version, health, signIn, isOutdated } = agent;
  const needsSignIn = health.state === 'needs_login';
  const isOff = health.state === 'stopped';
  const restart = serverCommand('AcpBridge', isOff ? 'start_agent' : 'restart_agent', agentId);
  const { agentActs } = frameWords;
  return html`<p>${label(name, 60)} ${version ? html`<small>${label(version, 30)}</small>` : nothing}</p>
    ${isOutdated ? html`<p class="note">${agentActs.outdated}</p>` : nothing}
    ${needsSignIn ? menuButton('keyRound', frameWords.signIn, { type: 'open_sign_in', agentId }, act) : nothing}
    ${menuButton('rotateCw', isOff ? agentActs.start : agentActs.restart, restart, act, { isDisabled: !isStartable(agent) })}
    ${menuButton('scrollText', agentActs.log, { type: 'show_logs', agentId }, act)}
    ${menuButton('info', agentActs.details, { type: 'open_settings', section: 'agents', row: agentId }, act)}
    ${signIn?.canSignOut && !needsSignIn ? menuButton('keyRound', frameWords.signOut, serverCommand('AcpBridge', 'sign_out', agentId), act) : nothing}`;
}

/** A session keeps its agent, so another one means another session. */
function renderOtherAgents(others: readonly AgentSummary[], act: ActHandler): TemplateResult {
  const { agentActs } = frameWords;
  return html`<hr />
    ${others.length > 0 ? html`<p class="note">${agentActs.newSession}</p>` : nothing}
    ${others.map((other) =>
      menuButton('bot', label(other.name, 40), { type: 'new_session', agentId: other.id }, act, {
        isDisabled: !isStartable(other),
        note: isStartable(other) ? '' : agentActs.notTrusted,
      }),
    )}
    ${menuButton('plus', agentActs.setUp, { type: 'open_settings', section: 'agents', row: 'add' }, act)}`;
}
