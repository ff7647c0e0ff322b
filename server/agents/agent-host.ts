import type { AgentLink, AgentSource } from '../ports/agent.js';
import { loadPty, type Pty } from '../processes/load-pty.js';
import type { ProcessGuard } from '../processes/process-guard.js';
import type { AgentChange, AgentReport } from '../protocol/api/agent-report.js';
import type { AgentSummary } from '../protocol/api/app-state.js';
import { type Clock, systemClock } from '../protocol/clock.js';
import { AgentRunner, type AgentStep } from './agent-runner.js';
import { AgentCards } from './cards/agent-cards.js';
import { agentHome } from './catalog/agent-home.js';
import type { CatalogEntry } from './catalog/catalog.js';
import { type AgentConsent, NO_CONSENT } from './catalog/launch-choice.js';
import { AgentFault } from './process/agent-fault.js';
import type { SessionExtras } from './sessions/session-surroundings.js';
import type { AgentAuth } from './sign-in/agent-auth.js';
import { writeWorkspaceTitle } from './workspace-title.js';

/** What the host of the agents needs from the composition root. */
export interface AgentHostOptions {
  /** The agents that may be started, e.g. `CATALOG` and a `customAgent`. */
  agents: readonly CatalogEntry[];
  /** Where agents' processes start; sessions name their own folder. */
  cwd: string;
  /** Where what agents offer is remembered. */
  dataDir: string;
  /** Who looks after their processes. */
  guard: ProcessGuard;
  /** The person's environment; what is ours in it is not passed on. */
  env: NodeJS.ProcessEnv;
  /** Our own version, which agents are told. */
  version: string;
  /** Told whenever an agent's health or version changes. */
  onChange(agent: AgentSummary): void;
  /** Told when an agent is gone from the settings. */
  onRemove?(agentId: string): void;
  /** What a person has allowed; nothing if it is not given. */
  consent?: AgentConsent;
  /** Told what agents offer otherwise than at the last run. */
  onNews?: (agentId: string, change: AgentChange) => void;
  /** MCP servers and further folders for sessions, as they are now. */
  sessionExtras?: () => SessionExtras;
  /** Told when a person has signed in, and whether the agent has to be restarted to know of it. */
  onSignedIn?(agentId: string, needsRestart: boolean): void;
  /** Told when a sign-in terminal has more to show. */
  onSignInOutput?(agentId: string): void;
  clock?: Clock;
  loadPty?: () => Promise<Pty | null>;
}

const NO_EXTRAS = (): SessionExtras => ({ mcpServers: [], directories: [] });

/** Runs the agents: starts them when they are wanted, watches their health, ends them all. */
export class AgentHost implements AgentSource {
  readonly #options: AgentHostOptions;
  #runners: ReadonlyMap<string, AgentRunner>;
  readonly #make: (entry: CatalogEntry) => AgentRunner;
  /** Agents that are gone from the settings, while their processes end. */
  readonly #leaving = new Set<Promise<void>>();
  readonly #cards: AgentCards;

  constructor(options: AgentHostOptions) {
    const { agents, clock = systemClock, consent = NO_CONSENT, sessionExtras = NO_EXTRAS } = options;
    this.#options = options;
    const { dataDir, onNews = () => {} } = options;
    this.#cards = new AgentCards({ dataDir, clock, onNews });
    const around = {
      loadPty,
      onSignedIn: () => {},
      onSignInOutput: () => {},
      ...options,
      clock,
      consent,
      sessionExtras,
      cards: this.#cards,
    };
    this.#make = (entry) => new AgentRunner({ ...around, entry });
    this.#runners = new Map(agents.map((entry) => [entry.id, this.#make(entry)]));
  }

  /**
   * Takes another list of agents. New ones can be started, changed ones are as the list says from their next start on,
   * those that are gone are ended; all others are left alone.
   */
  setAgents(entries: readonly CatalogEntry[]): void {
    const before = this.#runners;
    const now = entries.map((entry) => [entry, before.get(entry.id) ?? this.#make(entry)] as const);
    this.#runners = new Map(now.map(([{ id }, runner]) => [id, runner]));
    for (const [agentId, runner] of before) {
      if (this.#runners.has(agentId)) continue;
      const gone: Promise<void> = runner.stop({ code: 'unknown_agent', agentId });
      this.#leaving.add(gone);
      void gone.finally(() => this.#leaving.delete(gone));
      this.#options.onRemove?.(agentId);
    }
    for (const [entry, runner] of now) {
      if (before.has(entry.id)) runner.change(entry);
      else this.#options.onChange(runner.summary);
    }
  }

  /** Every agent as the app shows it, also those that do not run or are not installed. */
  get agents(): AgentSummary[] {
    return [...this.#runners.values()].map((runner) => runner.summary);
  }

  /** Starts an agent and reports the steps; rejects with an `AgentFault` if it cannot run. */
  async start(agentId: string, onStep: (step: AgentStep) => void): Promise<void> {
    await this.#find(agentId).connect(onStep);
  }

  /** The agent's running process, started if need be; rejects with an `AgentFault` if it cannot run. */
  async connect(agentId: string): Promise<AgentLink> {
    return await this.#find(agentId).connect();
  }

  /** Does something with the agent's process or, if none runs, with one that lives only for this. */
  async borrow<T>(agentId: string, use: (link: AgentLink) => Promise<T>): Promise<T> {
    return await this.#find(agentId).borrow(use);
  }

  /** Ends the agent's process, no matter what it does, and starts a fresh one. */
  restart(agentId: string): void {
    this.#find(agentId).restart();
  }

  /** Ends the agent's process until a person wants it back. */
  turnOff(agentId: string): void {
    this.#find(agentId).turnOff();
  }

  /** Begins to start an agent, because a person wants it. */
  turnOn(agentId: string): void {
    this.#find(agentId).turnOn();
  }

  /** The connections that can be used now. */
  running(): AgentLink[] {
    return [...this.#runners.values()].flatMap((runner) => runner.running ?? []);
  }

  /** Tells an agent a title: through ACP where it offers that, else in its own files where those are known. */
  async renameSession(agentId: string, agentSessionId: string, title: string): Promise<void> {
    if (await this.#find(agentId).running?.renameSession(agentSessionId, title)) return;
    const { entry } = this.#find(agentId);
    const home = entry.quirks?.titlesInWorkspace ? this.homeOf(agentId) : null;
    if (home) await writeWorkspaceTitle(home, agentSessionId, title);
  }

  /** An agent changed something without asking, while it should have asked. */
  flagged(agentId: string): void {
    this.#cards.tripped(agentId);
  }

  /** Every agent as the settings show it. */
  reports(): AgentReport[] {
    return [...this.#runners.values()].map((runner) => runner.report);
  }

  /** Looks again at which agents could be started. */
  lookAgain(): void {
    for (const runner of this.#runners.values()) runner.lookAgain();
  }

  /** Signing in to an agent and out of it. */
  authOf(agentId: string): AgentAuth {
    return this.#find(agentId).auth;
  }

  /** What an agent wrote to stderr and lines of it that made no sense. */
  logOf(agentId: string): string {
    return this.#find(agentId).log;
  }

  /** Where an agent keeps its own data, or null if that is not known. */
  homeOf(agentId: string): string | null {
    const { env, cwd } = this.#options;
    const entry = this.#runners.get(agentId)?.entry;
    return entry ? agentHome(entry, env, cwd) : null;
  }

  /** Ends all agents; settles when no process is left. */
  async stopAll(): Promise<void> {
    await Promise.all([...[...this.#runners.values()].map((runner) => runner.stop()), ...this.#leaving]);
    this.#cards.close();
  }

  #find(agentId: string): AgentRunner {
    const runner = this.#runners.get(agentId);
    if (!runner) throw new AgentFault({ code: 'unknown_agent', agentId });
    return runner;
  }
}
