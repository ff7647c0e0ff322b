import { html, type TemplateResult } from 'lit';
import type { AgentSummary } from '../../server/protocol/app-state.js';
import { icon } from './icon.js';
import { label } from './visible-text.js';

const HEALTH: Record<AgentSummary['health']['state'], string> = {
  idle: '',
  starting: 'starting',
  ready: 'ready',
  needs_login: 'needs sign-in',
  degraded: 'in trouble',
  crashed: 'crashed',
  missing: 'not installed',
  untrusted: 'not trusted yet',
};

/** A small button that opens the list of agents to begin a session with. */
export function renderAgentMenu(agents: readonly AgentSummary[], choose: (agentId: string) => void): TemplateResult {
  return html`<button
      class="icon-btn"
      type="button"
      popovertarget="agents"
      aria-label="New session with another agent"
      title="New session with another agent"
    >
      ${icon('chevronDown')}
    </button>
    <div id="agents" popover role="group" aria-label="Agents">
      ${agents.map(
        ({ id, name, health }) => html`<button
          class="btn"
          type="button"
          popovertarget="agents"
          popovertargetaction="hide"
          @click=${() => choose(id)}
        >
          ${icon('bot')} ${label(name, 60)} <small>${HEALTH[health.state] ?? ''}</small>
        </button>`,
      )}
    </div>`;
}
