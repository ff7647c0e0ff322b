import { html, nothing, type TemplateResult } from 'lit';
import { AGENT_FEATURES, type AgentCard, type AgentFeature } from '../../server/protocol/agent-report.js';
import { label } from './visible-text.js';

/** What the newest version of an agent says that it can do and was seen to do, next to the version before. */
export function renderMeasuredCard(cards: readonly AgentCard[]): TemplateResult {
  const [card, before] = cards;
  if (!card) return html`<p class="none">It has not run here yet, so nothing is known of what it does.</p>`;
  const features = Object.keys(AGENT_FEATURES) as AgentFeature[];
  const known = features.filter((feature) => isKnown(card, feature) || (before && isKnown(before, feature)));
  return html`<table>
      <caption>
        Measured with version ${label(card.version, 30)}${before ? html`, before that ${label(before.version, 30)}` : nothing}
      </caption>
      <thead>
        <tr>
          <th scope="col">What</th>
          <th scope="col">Says so</th>
          <th scope="col">Seen</th>
        </tr>
      </thead>
      <tbody>
        ${known.map((feature) => renderFeature(feature, card, before))}
      </tbody>
    </table>
    ${card.tripwires > 0 ? renderTripwires(card.tripwires) : nothing}`;
}

function renderFeature(feature: AgentFeature, card: AgentCard, before: AgentCard | undefined): TemplateResult {
  const isSaid = card.advertised.includes(feature);
  const wasSaid = before?.advertised.includes(feature) ?? isSaid;
  const said = isSaid ? (wasSaid ? 'yes' : 'yes, new') : wasSaid ? 'no longer' : '–';
  const seen = card.seen[feature] ?? 0;
  return html`<tr>
    <th scope="row">${AGENT_FEATURES[feature]}</th>
    <td class=${said === 'no longer' ? 'lost' : ''}>${said}</td>
    <td>${seen > 0 ? `${seen.toLocaleString('en')}×` : 'not yet'}</td>
  </tr>`;
}

function renderTripwires(count: number): TemplateResult {
  const times = count === 1 ? 'Once' : `${count.toLocaleString('en')} times`;
  return html`<p class="lost">${times} it changed something without asking, while it should have asked.</p>`;
}

function isKnown({ advertised, seen }: AgentCard, feature: AgentFeature): boolean {
  return advertised.includes(feature) || seen[feature] !== undefined;
}
