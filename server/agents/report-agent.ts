import type { AgentReport } from '../protocol/agent-report.js';
import type { AgentSummary } from '../protocol/app-state.js';
import type { AgentCards } from './agent-cards.js';
import { agentHome } from './agent-home.js';
import { findCommand } from './find-agents.js';
import { commandText } from './folder-offer.js';
import { type ChoiceParts, chooseLaunch, type Launch, NoLaunchFault } from './launch-choice.js';
import { npxPackages } from './npx-command.js';

/** An agent as the settings show it. */
export function reportAgent(parts: ChoiceParts & { cards: AgentCards }, summary: AgentSummary): AgentReport {
  const { entry, cwd, env } = parts;
  const { id, name, health, version } = summary;
  const { install, login, envHints = {} } = entry;
  return {
    ...{ id, name, health, version, install, login, envHints },
    ...launchOf(parts),
    npx: npxPackages(entry),
    home: agentHome(entry, env, cwd),
    cards: parts.cards.of(id),
    changes: parts.cards.changesOf(id),
  };
}

function launchOf(parts: ChoiceParts): Pick<AgentReport, 'command' | 'origin'> {
  const launch = allowedLaunch(parts);
  if (launch) {
    const { command, args, origin } = launch.command;
    return { command: commandText(command, args), origin: launch.isNpx ? 'npx' : origin };
  }
  const found = findCommand(parts.entry, { path: parts.env.PATH, folder: parts.cwd });
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
