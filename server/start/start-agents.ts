import type { AgentHost } from '../agents/agent-host.js';
import type { CatalogEntry } from '../agents/catalog/catalog.js';
import { troubleIn } from '../agents/process/agent-fault.js';
import type { AgentSummary } from '../protocol/api/app-state.js';
import type { ServedApp, Start } from './serve-app.js';
import { ownPlaces } from './start-plan.js';

/** The slow part of a start: loads what agents need, starts the chosen one and opens the shown session with it. */
export async function startAgents(start: Start, served: ServedApp): Promise<void> {
  const { sessions, progress } = served;
  const attempt: Attempt = { agent: served.choice.agent, isOver: false };
  try {
    const host = await loadHost(start, served, attempt);
    if (!host) return;
    const warm = served.tools.warm(attempt.agent.id);
    await startFirst(start, served, { host, attempt });
    await warm;
    if (!isWanted(served, attempt)) return;
    progress.reach('session', { agent: attempt.agent.name });
    await sessions.connectShown();
    if (!start.shutdown.hasBegun && isWanted(served, attempt)) progress.ready(attempt.agent);
    served.uploads.tidy();
  } catch (error) {
    if (start.shutdown.hasBegun || !isWanted(served, attempt)) return;
    progress.fail(attempt.agent.name, error);
  } finally {
    attempt.isOver = true;
  }
}

/** The agent that is being started for the page, and whether that is over. */
interface Attempt {
  agent: CatalogEntry;
  isOver: boolean;
}

/** A person may have taken another agent meanwhile; then this one's start is of no interest. */
function isWanted({ sessions }: ServedApp, { agent }: Attempt): boolean {
  return sessions.shownAgentId === agent.id;
}

/** Starts the chosen agent; one that nobody has asked for gives way to the next if it cannot be started. */
async function startFirst(
  { log }: Start,
  served: ServedApp,
  { host, attempt }: { host: AgentHost; attempt: Attempt },
): Promise<void> {
  const { app, sessions, choice, progress } = served;
  const failures: { agent: CatalogEntry; error: unknown }[] = [];
  const instead = [...choice.instead];
  for (;;) {
    const { agent } = attempt;
    try {
      await host.start(agent.id, ({ stage, detail }) => isWanted(served, attempt) && progress.reach(stage, detail));
      break;
    } catch (error) {
      const next = instead.shift();
      if (!next || !sessions.handOver(agent.id, next.id)) throw error;
      failures.push({ agent, error });
      attempt.agent = next;
      app.append({ type: 'default_agent_changed', agentId: next.id });
    }
  }
  for (const { agent, error } of failures) {
    const names = { agent: attempt.agent.name, failed: agent.name };
    const about = { code: 'agent_replaced', ...names, trouble: troubleIn(error) } as const;
    const banner = { id: `start-${agent.id}`, severity: 'warning', about, isNews: true, agentId: agent.id } as const;
    app.append({ type: 'banner_raised', banner });
    log.say(`Using ${names.agent} because ${names.failed} didn't start. ${(error as Error).message}`);
  }
}

/** Read anew for each session, so that an edit of the settings counts for the next one. */
function sessionExtras(plan: Start['plan']) {
  const { settings, trust, addDirs } = plan;
  const { mcpServers, additionalDirectories } = settings.config;
  const taken = new Set(mcpServers.map(({ name }) => name));
  // A server of the folder never takes the place of one that the person has named so.
  const theirs = trust.mcpServers.filter(({ name }) => !taken.has(name));
  const directories = [...additionalDirectories, ...addDirs];
  return { mcpServers: [...mcpServers, ...theirs], directories, closed: ownPlaces(plan) };
}

/** Null when the server is being stopped already. */
async function loadHost({ plan, version, log }: Start, served: ServedApp, attempt: Attempt) {
  const { app, sessions, agents, agentChoices, choice, progress, signIn, guard } = served;
  const { AgentHost } = await import('../agents/agent-host.js');
  const onChange = (agent: AgentSummary) => {
    app.append({ type: 'agent_changed', agent });
    log.detail(`${agent.name} is ${agent.health.state}.`);
    if (agent.health.state !== 'ready') return;
    sessions.agentReady(agent.id);
    const isStarting = agent.id === attempt.agent.id && !attempt.isOver;
    if (agent.id === sessions.shownAgentId && !isStarting) progress.recover(agent);
  };
  const { folder: cwd, dataDir, trust } = plan;
  const consent = {
    mayUseFolder: () => {
      agentChoices.tellTrust();
      return trust.mayUseFolder();
    },
    mayUseNpx: (agentId: string) => trust.mayUseNpx(agentId),
  };
  const host = new AgentHost({
    ...{ agents: choice.entries, cwd, dataDir, guard, env: process.env, version, consent, onChange },
    onRemove: (agentId) => {
      app.append({ type: 'agent_removed', agentId });
      sessions.agentRemoved(agentId);
    },
    sessionExtras: () => sessionExtras(plan),
    onNews: (agentId, change) => {
      const about = { code: 'agent_changed', change } as const;
      const banner = { id: `card-${agentId}`, severity: 'info', about, isNews: true } as const;
      app.append({ type: 'banner_raised', banner });
    },
    onSignedIn: (agentId, needsRestart) => sessions.signedIn(agentId, needsRestart),
    onSignInOutput: (agentId) => signIn.tellOutput(agentId),
  });
  if (!agents.arrive(host)) return null;
  agentChoices.arrive(host);
  signIn.arrive(host);
  for (const agent of host.agents) app.append({ type: 'agent_changed', agent });
  const reaped = await guard.reap();
  if (reaped > 0) log.detail(`Ended ${reaped} agents that an earlier server had left.`);
  return host;
}
