import { AGENT_FEATURES, type AgentCard, type AgentFeature } from '../protocol/agent-report.js';
import { countOf, fieldsOf, textOf } from './read-fields.js';

/** Reads the cards of a file; what is damaged in it is left out. */
export function parseCards(value: unknown): AgentCard[] {
  return Array.isArray(value) ? value.flatMap((card) => parseCard(card) ?? []) : [];
}

function parseCard(value: unknown): AgentCard | null {
  const { version, firstSeen, lastSeen, advertised, seen, tripwires } = fieldsOf(value);
  const name = textOf(version);
  if (name === null) return null;
  const counts = Object.entries(fieldsOf(seen)).filter(([feature, count]) => isFeature(feature) && countOf(count));
  return {
    version: name,
    firstSeen: countOf(firstSeen) ?? 0,
    lastSeen: countOf(lastSeen) ?? 0,
    advertised: Array.isArray(advertised) ? advertised.filter(isFeature) : [],
    seen: Object.fromEntries(counts),
    tripwires: countOf(tripwires) ?? 0,
  };
}

function isFeature(value: unknown): value is AgentFeature {
  return typeof value === 'string' && Object.hasOwn(AGENT_FEATURES, value);
}
