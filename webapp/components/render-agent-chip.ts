import { html, nothing, type TemplateResult } from 'lit';
import type { AgentSummary } from '../../server/protocol/app-state.js';
import { UserActEvent } from '../state/acts.js';
import type { Act } from './error-action.js';
import { icon } from './icon.js';
import { label } from './visible-text.js';

/** The session's agent in the top bar; once it has run, with what can be done about its account. */
export function renderAgentChip(agent: AgentSummary, act: Act): TemplateResult {
  const name = html`${icon('bot')}<span>${label(agent.name, 40)}</span>`;
  if (!agent.signIn) return html`<span class="agent">${name}</span>`;
  return html`<button class="agent" type="button" popovertarget="account" aria-label="${label(agent.name, 40)}: account">
      ${name}${icon('chevronDown')}
    </button>
    <div id="account" class="agent-menu" popover role="group" aria-label="Account">${renderAccount(agent, act)}</div>`;
}

function renderAccount({ id, name, version, health, signIn }: AgentSummary, act: Act): TemplateResult {
  const needsSignIn = health.state === 'needs_login';
  const button = (text: string, type: 'open_sign_in' | 'sign_out') => html`<button
    class="btn"
    type="button"
    popovertarget="account"
    popovertargetaction="hide"
    @click=${() => act(new UserActEvent({ type, agentId: id }))}
  >
    ${icon('keyRound')} ${text}
  </button>`;
  const why = `${label(name, 40)} offers no way to sign out from here.`;
  return html`<p>${label(name, 60)} ${version ? html`<small>${label(version, 30)}</small>` : nothing}</p>
    ${needsSignIn ? button('Sign in', 'open_sign_in') : nothing}
    ${signIn?.canSignOut && !needsSignIn ? button('Sign out', 'sign_out') : nothing}
    ${signIn?.canSignOut || needsSignIn ? nothing : html`<p class="note">${why}</p>`}`;
}
