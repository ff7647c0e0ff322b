import type { CatalogEntry } from '../agents/catalog/catalog.js';
import type { AgentReport } from '../protocol/api/agent-report.js';
import type { Done } from '../protocol/api/rpc.js';
import { RpcError } from '../protocol/api/rpc-error.js';
import type { AgentPort } from '../rpc/services.js';
import type { AppLog } from '../sessions/log/app-log.js';
import type { SessionRegistry } from '../sessions/registry/session-registry.js';
import type { KeptChoices } from '../settings/kept-choices.js';
import type { TrustKeeper } from './folder-trust.js';

/** What is needed of the agents, once their code is loaded. */
export interface ReportingHost {
  setAgents(entries: readonly CatalogEntry[]): void;
  reports(): AgentReport[];
  lookAgain(): void;
}

export interface AgentChoicesParts {
  readonly app: AppLog;
  readonly trust: TrustKeeper;
  readonly choices: KeptChoices;
  readonly sessions: Pick<SessionRegistry, 'restartAgent'>;
  /** All agents that there are now: the person's, the built-in ones, the folder's, and one from the command line. */
  entries(): readonly CatalogEntry[];
  /** Keeps which agent new sessions are begun with. */
  remember(agentId: string): void;
}

/** What people decide of agents: which may run, by which way, and which is taken for new sessions. */
export class AgentChoices implements AgentPort {
  readonly #parts: AgentChoicesParts;
  #host: ReportingHost | null = null;

  constructor(parts: AgentChoicesParts) {
    this.#parts = parts;
  }

  /** The agents' code is there. */
  arrive(host: ReportingHost): void {
    this.#host = host;
  }

  /** The settings, the person's or the folder's, are others than before. */
  reconfigure(): void {
    const { app, trust, entries } = this.#parts;
    trust.refresh();
    this.#host?.setAgents(entries());
    this.tellTrust();
    const { agents, defaultAgentId } = app.current;
    if (agents.some(({ id }) => id === defaultAgentId)) return;
    const cannot = new Set(['missing', 'untrusted', 'crashed']);
    const next = agents.find(({ health }) => !cannot.has(health.state)) ?? agents[0];
    if (next) app.append({ type: 'default_agent_changed', agentId: next.id });
  }

  reports(): AgentReport[] {
    return this.#host?.reports() ?? [];
  }

  lookAgain(): string[] {
    this.#host?.lookAgain();
    this.tellTrust();
    const cannot = ['missing', 'untrusted'];
    return this.#parts.app.current.agents.filter(({ health }) => !cannot.includes(health.state)).map(({ id }) => id);
  }

  trustFolder(fingerprint: string, isTrusted: boolean): Done {
    const { app, trust, sessions } = this.#parts;
    const waiting = app.current.agents.filter(({ health }) => health.state === 'untrusted');
    try {
      trust.answer(fingerprint, isTrusted);
    } finally {
      this.tellTrust();
    }
    this.#host?.lookAgain();
    const wanted = this.#agentsInUse();
    for (const { id } of isTrusted ? waiting : []) {
      if (wanted.has(id)) sessions.restartAgent(id);
    }
    return { seq: app.head };
  }

  runWithNpx(agentId: string): Done {
    const { app, choices, sessions } = this.#parts;
    const health = this.#find(agentId).health;
    if (health.state !== 'missing' && health.state !== 'untrusted') return { seq: app.head };
    if (!health.npx)
      throw new RpcError('bad_request', 'There is no npm package of this agent.', { code: 'no_npm_package' });
    choices.useNpx(agentId);
    return sessions.restartAgent(agentId);
  }

  setDefault(agentId: string): Done {
    const { app, remember } = this.#parts;
    this.#find(agentId);
    if (app.current.defaultAgentId !== agentId) {
      app.append({ type: 'default_agent_changed', agentId });
      remember(agentId);
    }
    return { seq: app.head };
  }

  dismissBanner(bannerId: string): Done {
    const { app } = this.#parts;
    const banner = app.current.banners.find(({ id }) => id === bannerId);
    if (banner?.isNews) app.append({ type: 'banner_lowered', bannerId });
    return { seq: app.head };
  }

  /** Tells the tabs what the folder brings now, if that is not what they know. */
  tellTrust(): void {
    const { app, trust } = this.#parts;
    const { view } = trust;
    if (JSON.stringify(view) !== JSON.stringify(app.current.trust ?? null)) {
      app.append({ type: 'trust_changed', trust: view });
    }
  }

  #find(agentId: string) {
    const agent = this.#parts.app.current.agents.find(({ id }) => id === agentId);
    if (!agent) throw new RpcError('not_found', `There is no agent "${agentId}".`, { code: 'no_agent', agentId });
    return agent;
  }

  #agentsInUse(): Set<string> {
    const { openSessionId, sessions, defaultAgentId } = this.#parts.app.current;
    const shown = sessions.find(({ id }) => id === openSessionId);
    return new Set([defaultAgentId, ...(shown ? [shown.agentId] : [])]);
  }
}
