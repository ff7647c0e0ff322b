import type { AgentSummary } from './protocol/app-state.js';
import type { ServedApp, Start } from './serve-app.js';

/** The slow part of a start: loads what agents need, starts the chosen one and opens the shown session with it. */
export async function startAgents(start: Start, served: ServedApp): Promise<void> {
  const { sessions, choice, progress } = served;
  try {
    const host = await loadHost(start, served);
    if (!host) return;
    await host.start(choice.agent.id, ({ stage, message }) => progress.reach(stage, message));
    progress.reach('session', 'Opening the session');
    await sessions.connectShown();
    if (!start.shutdown.hasBegun) progress.ready(choice.agent);
    served.uploads.tidy();
  } catch (error) {
    if (start.shutdown.hasBegun) return;
    progress.fail(error instanceof Error ? error.message : String(error));
  }
}

/** Read anew for each session, so that an edit of the settings counts for the next one. */
function sessionExtras({ settings, trust, addDirs }: Start['plan']) {
  const { mcpServers, additionalDirectories } = settings.config;
  const taken = new Set(mcpServers.map(({ name }) => name));
  // A server of the folder never takes the place of one that the person has named so.
  const theirs = trust.mcpServers.filter(({ name }) => !taken.has(name));
  return { mcpServers: [...mcpServers, ...theirs], directories: [...additionalDirectories, ...addDirs] };
}

/** Null when the server is being stopped already. */
async function loadHost({ plan, version, log }: Start, served: ServedApp) {
  const { app, sessions, agents, desk, choice, progress, signIn } = served;
  const { AgentHost } = await import('./agents/agent-host.js');
  const onChange = (agent: AgentSummary) => {
    app.append({ type: 'agent_changed', agent });
    log.detail(`${agent.name} is ${agent.health.state}.`);
    if (agent.health.state !== 'ready') return;
    sessions.agentReady(agent.id);
    if (agent.id === choice.agent.id) progress.recover(agent);
  };
  const { folder: cwd, dataDir, trust } = plan;
  const consent = {
    mayUseFolder: () => {
      desk.tellTrust();
      return trust.mayUseFolder();
    },
    mayUseNpx: (agentId: string) => trust.mayUseNpx(agentId),
  };
  const host = new AgentHost({
    ...{ agents: choice.entries, cwd, dataDir, env: process.env, version, consent, onChange },
    sessionExtras: () => sessionExtras(plan),
    onNews: (agentId, changes) => {
      const banner = { id: `card-${agentId}`, severity: 'info', message: changes.join(' '), isNews: true } as const;
      app.append({ type: 'banner_raised', banner });
    },
    onSignedIn: (agentId, needsRestart) => sessions.signedIn(agentId, needsRestart),
    onSignInOutput: (agentId) => signIn.tellOutput(agentId),
  });
  if (!agents.arrive(host)) return null;
  desk.arrive(host);
  signIn.arrive(host);
  for (const agent of host.agents) app.append({ type: 'agent_changed', agent });
  const reaped = await host.reap();
  if (reaped > 0) log.detail(`Ended ${reaped} agents that an earlier server had left.`);
  return host;
}
