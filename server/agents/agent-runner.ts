import type { AgentReport } from '../protocol/agent-report.js';
import type { AgentHealth, AgentSummary } from '../protocol/app-state.js';
import { AgentAuth } from './agent-auth.js';
import type { AgentConnection } from './agent-connection.js';
import { AgentFault } from './agent-fault.js';
import { AgentLife, howItEnded, StartFault } from './agent-life.js';
import type { AgentExit } from './agent-link.js';
import type { AgentProfile } from './agent-profile.js';
import { allowAllFlag } from './allow-all-flag.js';
import { advertisedFeatures } from './card-watch.js';
import { CrashBudget } from './crash-budget.js';
import { UNKNOWN_VERSION } from './describe-changes.js';
import { chooseLaunch, firstHealth, healthAfter, type Launch } from './launch-choice.js';
import { type LaunchNow, launchPlan } from './launch-plan.js';
import { npxPackages } from './npx-command.js';
import { reportAgent } from './report-agent.js';
import type { AgentStep, RunnerParts } from './runner-parts.js';
import { SessionProcesses } from './session-processes.js';

/** Keeps one agent running: starts it when wanted, again after a crash, and knows how it is doing. */
export class AgentRunner {
  /** Signing in to it and out of it. */
  readonly auth: AgentAuth;
  readonly #parts: RunnerParts;
  readonly #budget = new CrashBudget();
  /** For an agent that holds one session per process: those processes. */
  readonly #apart: SessionProcesses | null;
  readonly #steps = new Set<(step: AgentStep) => void>();
  #health: AgentHealth;
  #profile: AgentProfile | null = null;
  #life: AgentLife | null = null;
  /** The connection, now or soon; null when a start has to be asked for. */
  #link: Promise<AgentConnection> | null = null;
  /** Settles when the processes that a restart ended are gone. */
  #ending: Promise<unknown> = Promise.resolve();
  /** Ends the wait for the next start after a crash. */
  #callOff: () => void = () => {};
  /** Why it is not started any more, unless a person wants it. */
  #refusal: AgentFault | null = null;
  /** Counts the starts, so that an old one does not speak for a newer. */
  #attempt = 0;
  #log = '';

  constructor(parts: RunnerParts) {
    this.#parts = parts;
    this.auth = this.#makeAuth();
    this.#health = firstHealth(parts);
    this.#apart = parts.entry.quirks?.processPerSession ? this.#sessionProcesses() : null;
  }

  /** The connection that can be used now. */
  get running(): AgentConnection | null {
    const isUp = ['ready', 'needs_login', 'degraded'].includes(this.#health.state);
    return (isUp && this.#life?.connection) || null;
  }

  get summary(): AgentSummary {
    const { id, usesOwnName } = this.#parts.entry;
    const name = (usesOwnName && this.#profile?.title) || this.#parts.entry.name;
    const prompt = this.#profile?.prompt ?? { image: false, audio: false, embedded: false };
    const signIn = this.auth.state;
    const flag = allowAllFlag(this.#parts.entry, this.#parts.env);
    const deletes = this.running?.profile.canDelete ? { deletesSessions: true as const } : {};
    const scenes = this.#parts.entry.quirks?.playsScenes ? { scenes: true as const } : {};
    const more = { ...(flag === null ? {} : { allowsAll: flag }), ...deletes, ...scenes };
    const about = { id, name, version: this.#profile?.version ?? null, health: this.#health, prompt, ...more };
    return signIn ? { ...about, signIn } : about;
  }

  /** All that is known of it. */
  get report(): AgentReport {
    return reportAgent(this.#parts, this.summary);
  }

  /** What it wrote to stderr and what made no sense, of the process that runs or ran last. */
  get log(): string {
    return this.#life?.log ?? this.#log;
  }

  /** The running agent, started if need be. */
  async connect(onStep?: (step: AgentStep) => void): Promise<AgentConnection> {
    if (onStep) this.#steps.add(onStep);
    try {
      for (;;) {
        if (this.#refusal) throw this.#refusal;
        this.#link ??= this.#launch();
        const link = this.#link;
        try {
          return await link;
        } catch (error) {
          // It was restarted while we waited: the newer start is the one that counts.
          const isNewer = this.#link !== null && this.#link !== link;
          if (!isNewer && !this.#refusal) throw error;
        }
      }
    } finally {
      if (onStep) this.#steps.delete(onStep);
    }
  }

  /** Ends the process, whatever it does, and starts a fresh one. */
  restart(): void {
    this.#budget.forgive();
    this.#refusal = null;
    const before = this.#letGo();
    const attempt = this.#attempt;
    this.#apart?.forgive();
    this.#ending = Promise.all([this.#ending, before?.kill(), this.#apart?.endAll()]);
    const launch = this.#ending.then(() => {
      if (attempt !== this.#attempt) throw new AgentFault(`${this.#parts.entry.name} was restarted once more.`);
      return this.#launch();
    });
    this.#setLink(launch);
    this.#callOff();
  }

  /** Ends it for good; settles when no process is left. */
  async stop(): Promise<void> {
    this.#refusal = new AgentFault('AcDeck is stopping, so no agent is started.');
    const life = this.#letGo();
    this.#link = null;
    this.#callOff();
    await Promise.all([this.#ending, life?.stop(), this.auth.stop(), this.#apart?.endAll()]);
  }

  /** From here on what the present process does is of no more interest. */
  #letGo(): AgentLife | null {
    this.#attempt++;
    const life = this.#life;
    this.#life = null;
    this.#log = life?.log ?? this.#log;
    return life;
  }

  async #launch(): Promise<AgentConnection> {
    const attempt = ++this.#attempt;
    const isCurrent = () => attempt === this.#attempt;
    try {
      return await this.#begin(isCurrent);
    } catch (error) {
      if (!isCurrent()) throw error;
      this.#letGo();
      this.#link = null;
      this.#be(healthAfter(error as Error));
      throw error;
    }
  }

  async #begin(isCurrent: () => boolean): Promise<AgentConnection> {
    const { entry } = this.#parts;
    const launch = this.#choose();
    const pty = await this.#parts.loadPty();
    const onSignIn: LaunchNow['onSignIn'] = (...said) => isCurrent() && this.#showSignIn(...said);
    const plan = launchPlan(this.#parts, launch, { onSignIn, offersAuthTerminal: pty !== null });
    const apart = this.#apart;
    if (apart) plan.connection.openApart = (request, listener) => apart.open(request, listener);
    const life = await AgentLife.start(plan);
    if (!isCurrent()) {
      await life.kill();
      throw new AgentFault(`${entry.name} was restarted.`);
    }
    this.#life = life;
    this.#step('initialize', `Waiting for ${entry.name} to answer`);
    const profile = await life.initialize();
    if (!isCurrent()) throw new AgentFault(`${entry.name} was restarted.`);
    this.#profile = profile;
    this.#parts.cards.begin(entry, profile.version ?? UNKNOWN_VERSION, advertisedFeatures(profile));
    this.auth.learn({ methods: profile.authMethods, canSignOut: profile.canSignOut, pty, plan: plan.process });
    this.#be({ state: 'ready' });
    life.onceOver((exit) => {
      if (isCurrent()) this.#onCrash(exit);
    });
    return life.connection;
  }

  #sessionProcesses(): SessionProcesses {
    const { entry, clock } = this.#parts;
    return new SessionProcesses({
      agentName: entry.name,
      clock,
      start: () => this.#startApart(),
      onTrouble: (message) => this.#be({ state: 'degraded', message }),
    });
  }

  /** A further process, for one session. */
  async #startApart(): Promise<AgentLife> {
    const pty = await this.#parts.loadPty();
    const onSignIn: LaunchNow['onSignIn'] = (...said) => this.#showSignIn(...said);
    const now = { onSignIn, offersAuthTerminal: pty !== null };
    const life = await AgentLife.start(launchPlan(this.#parts, chooseLaunch(this.#parts), now));
    await life.initialize();
    return life;
  }

  /** It ended though nobody wanted it to. */
  #onCrash(exit: AgentExit): void {
    const { entry, clock } = this.#parts;
    this.#letGo();
    const wait = this.#budget.crashed(clock.now());
    const what = `${entry.name} stopped (${howItEnded(exit)})`;
    if (wait === null) {
      const message = `${what}, several times within 2 minutes. It is not started again by itself; restart it when you like.`;
      this.#refusal = new AgentFault(message);
      this.#link = null;
      this.#be({ state: 'crashed', message, exitCode: exit.exitCode, stderr: exit.stderr });
      return;
    }
    const message = `${what}. It is started again in ${wait / 1000} s.`;
    this.#setLink(this.#launchAfter(wait));
    this.#be({ state: 'crashed', message, exitCode: exit.exitCode, stderr: exit.stderr });
  }

  #launchAfter(ms: number): Promise<AgentConnection> {
    return new Promise((resolve, reject) => {
      const start = () => {
        this.#callOff = () => {};
        this.#launch().then(resolve, (error: Error) => {
          if (error instanceof StartFault && this.#link === null && !this.#refusal) this.#onCrash(error.exit);
          reject(error);
        });
      };
      const stopTimer = this.#parts.clock.after(ms, start);
      this.#callOff = () => {
        this.#callOff = () => {};
        stopTimer();
        reject(new AgentFault(`${this.#parts.entry.name} is restarted by hand.`));
      };
    });
  }

  #setLink(link: Promise<AgentConnection>): void {
    this.#link = link;
    // Whoever waits for it hears of its failure; if nobody waits, the health tells.
    link.catch(() => {});
  }

  #showSignIn(message: string | null, authMethods?: unknown): void {
    if (message !== null) {
      if (authMethods !== undefined) this.auth.learnMethods(authMethods);
      this.#be({ state: 'needs_login', message });
    } else if (this.#health.state === 'needs_login') this.#be({ state: 'ready' });
  }

  #makeAuth(): AgentAuth {
    const { entry, clock, onChange, onSignedIn, onSignInOutput } = this.#parts;
    return new AgentAuth({
      ...{ agentName: entry.name, help: entry.login, clock },
      connect: () => this.connect(),
      onChange: () => onChange(this.summary),
      onOutput: () => onSignInOutput(entry.id),
      onSignedIn: (needsRestart) => onSignedIn(entry.id, needsRestart),
      onSignedOut: () => this.#be({ state: 'needs_login', message: `You have signed out of ${entry.name}.` }),
    });
  }

  #choose(): Launch {
    const { entry } = this.#parts;
    let message = `Starting ${entry.name}`;
    let about = {};
    try {
      const launch = chooseLaunch(this.#parts);
      if (launch.isNpx) {
        message += ` with npx; the first time ${npxPackages(entry)} is downloaded`;
        about = { message };
      }
      return launch;
    } finally {
      this.#be({ state: 'starting', ...about });
      this.#step('agent', message);
    }
  }

  /** Looks again at whether it could be started, after something was installed, allowed or taken back. */
  lookAgain(): void {
    const isStill = ['idle', 'missing', 'untrusted'].includes(this.#health.state);
    if (!isStill || this.#link) return;
    const health = firstHealth(this.#parts);
    if (JSON.stringify(health) !== JSON.stringify(this.#health)) this.#be(health);
  }

  #step(stage: AgentStep['stage'], message: string): void {
    for (const onStep of this.#steps) onStep({ stage, message });
  }

  #be(health: AgentHealth): void {
    this.#health = health;
    this.#parts.onChange(this.summary);
  }
}
