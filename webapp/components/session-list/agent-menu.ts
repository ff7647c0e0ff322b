import { html, type TemplateResult } from 'lit';
import type { AgentSummary } from '../../../server/protocol/api/app-state.js';
import { own } from '../../../server/protocol/own.js';
import { icon } from '../../ui/icon.js';
import { label } from '../../ui/visible-text.js';
import { listWords } from './words.js';

const HEALTH: Record<AgentSummary['health']['state'], string> = listWords.health;

/** A small button that opens the list of agents to begin a session with. */
export function renderAgentMenu(agents: readonly AgentSummary[], choose: (agentId: string) => void): TemplateResult {
  return html`<button
      class="icon-btn"
      type="button"
      popovertarget="agents"
      aria-label=${listWords.withAnotherAgent}
      title=${listWords.withAnotherAgent}
    >
      ${icon('chevronDown')}
    </button>
    <div id="agents" popover role="group" aria-label=${listWords.agents}>
      ${agents.map(
        ({ id, name, health }) => html`<button
          class="btn"
          type="button"
          popovertarget="agents"
          popovertargetaction="hide"
          @click=${() => choose(id)}
        >
          ${icon('bot')} ${label(name, 60)} <small>${own(HEALTH, health.state) ?? ''}</small>
        </button>`,
      )}
    </div>`;
}
