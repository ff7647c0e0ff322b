import type { FolderTrust } from './folder-trust.js';
import type { AgentReport } from './protocol/agent-report.js';
import type { Done } from './protocol/rpc.js';
import { RpcError } from './protocol/rpc-error.js';
import type { AgentService } from './rpc/agent-service.js';
import type { AppLog } from './sessions/app-log.js';
import type { Act, SessionService } from './sessions/session-service.js';
import type { KeptChoices } from './settings/kept-choices.js';

/** What the desk needs of the agents, once their code is loaded. */
export interface ReportingHost {
  reports(): AgentReport[];
  lookAgain(): void;
}

export interface AgentDeskParts {
  readonly app: AppLog;
  readonly trust: FolderTrust;
  readonly choices: KeptChoices;
  readonly sessions: Pick<SessionService, 'restartAgent'>;
  /** Keeps which agent new sessions are begun with. */
  remember(agentId: string): void;
}

/** What people decide of agents: which may run, by which way, and which is taken for new sessions. */
export class AgentDesk implements AgentService {
  readonly #parts: AgentDeskParts;
  #host: ReportingHost | null = null;

  constructor(parts: AgentDeskParts) {
    this.#parts = parts;
  }

  /** The agents' code is there. */
  arrive(host: ReportingHost): void {
    this.#host = host;
  }

  reports(): AgentReport[] {
    return this.#host?.reports() ?? [];
  }

  trustFolder(act: Act, fingerprint: string, isTrusted: boolean): Done {
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
      if (wanted.has(id)) sessions.restartAgent({ ...act, cmdId: `${act.cmdId}-${id}` }, id);
    }
    return { seq: app.head };
  }

  runWithNpx(act: Act, agentId: string): Done {
    const { app, choices, sessions } = this.#parts;
    const health = this.#find(agentId).health;
    if (health.state !== 'missing' && health.state !== 'untrusted') return { seq: app.head };
    if (!health.npx) throw new RpcError('bad_request', 'There is no npm package of this agent.');
    choices.useNpx(agentId);
    return sessions.restartAgent(act, agentId);
  }

  setDefault(_act: Act, agentId: string): Done {
    const { app, remember } = this.#parts;
    this.#find(agentId);
    if (app.current.defaultAgentId !== agentId) {
      app.append({ type: 'default_agent_changed', agentId });
      remember(agentId);
    }
    return { seq: app.head };
  }

  dismissBanner(_act: Act, bannerId: string): Done {
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
    if (!agent) throw new RpcError('not_found', `There is no agent "${agentId}".`);
    return agent;
  }

  #agentsInUse(): Set<string> {
    const { openSessionId, sessions, defaultAgentId } = this.#parts.app.current;
    const shown = sessions.find(({ id }) => id === openSessionId);
    return new Set([defaultAgentId, ...(shown ? [shown.agentId] : [])]);
  }
}
