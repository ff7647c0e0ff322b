import type { AgentReport } from '../protocol/api/agent-report.js';
import type { AgentSummary } from '../protocol/api/app-state.js';
import type { AgentCards } from './cards/agent-cards.js';
import { agentHome } from './catalog/agent-home.js';
import { findCommand } from './catalog/find-agents.js';
import { commandText } from './catalog/folder-offer.js';
import { type ChoiceParts, chooseLaunch, type Launch, NoLaunchFault } from './catalog/launch-choice.js';
import { npxPackages } from './catalog/npx-command.js';

/** An agent as the settings show it. */
export function reportAgent(parts: ChoiceParts & { cards: AgentCards }, summary: AgentSummary): AgentReport {
  const { entry, cwd, env } = parts;
  const { id, name, health, version, takesNoTools, neverAsks } = summary;
  const { install, login, envHints = {} } = entry;
  return {
    id,
    name,
    health,
    version,
    install,
    login,
    envHints,
    ...launchOf(parts),
    npx: npxPackages(entry),
    home: agentHome(entry, env, cwd),
    cards: parts.cards.of(id),
    change: parts.cards.changeOf(id),
    ...(takesNoTools ? { takesNoTools } : {}),
    ...(neverAsks ? { neverAsks } : {}),
  };
}

function launchOf(parts: ChoiceParts): Pick<AgentReport, 'command' | 'origin'> {
  const launch = allowedLaunch(parts);
  if (launch) {
    const { command, args, origin } = launch.command;
    return { command: commandText(command, args), origin: launch.isNpx ? 'npx' : origin };
  }
  const found = findCommand(parts.entry, { path: parts.env.PATH, folder: parts.cwd, env: parts.env });
  return found
    ? { command: commandText(found.command, found.args), origin: found.origin }
    : { command: null, origin: null };
}

function allowedLaunch(parts: ChoiceParts): Launch | null {
  try {
    return chooseLaunch(parts);
  } catch (error) {
    if (error instanceof NoLaunchFault) return null;
    throw error;
  }
}
