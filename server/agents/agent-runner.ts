import type { AgentExit } from '../ports/agent.js';
import type { Pty } from '../processes/load-pty.js';
import type { AgentTrouble } from '../protocol/agent-trouble.js';
import type { AgentReport } from '../protocol/api/agent-report.js';
import type { AgentHealth, AgentSummary } from '../protocol/api/app-state.js';
import type { StartupDetail } from '../protocol/api/startup.js';
import { AgentLife, processEnd } from './agent-life.js';
import { advertisedFeatures } from './cards/card-watch.js';
import { UNKNOWN_VERSION } from './cards/describe-changes.js';
import { allowAllFlag } from './catalog/allow-all-flag.js';
import type { CatalogEntry } from './catalog/catalog.js';
import { chooseLaunch, firstHealth, healthAfter, type Launch } from './catalog/launch-choice.js';
import { npxPackages } from './catalog/npx-command.js';
import { agentName, asKnown, isStartedAlike, recogniseNames } from './catalog/recognise-agent.js';
import { type AgentConnection, type SignInNews, showsSignIn } from './connection/agent-connection.js';
import { CrashBudget } from './crash-budget.js';
import { type LaunchNow, type LaunchParts, launchPlan } from './launch-plan.js';
import type { AgentProfile } from './parse/agent-profile.js';
import { AgentFault, StartFault } from './process/agent-fault.js';
import { reportAgent } from './report-agent.js';
import { SessionProcesses } from './session-processes.js';
import { AgentAuth } from './sign-in/agent-auth.js';

/** How far the start of an agent has come. */
export interface AgentStep {
  stage: 'agent' | 'initialize';
  detail: StartupDetail;
}

/** What a runner needs to keep an agent running, and whom it tells. */
export interface RunnerParts extends Omit<LaunchParts, 'agentName'> {
  loadPty: () => Promise<Pty | null>;
  onChange(agent: AgentSummary): void;
  /** A person has signed in; an agent that does not learn of it by itself has to be restarted. */
  onSignedIn(agentId: string, needsRestart: boolean): void;
  onSignInOutput(agentId: string): void;
}

/** Keeps one agent running: starts it when wanted, again after a crash, and knows how it is doing. */
export class AgentRunner {
  /** Signing in to it and out of it. */
  auth: AgentAuth;
  #parts: RunnerParts;
  /** What the settings want of it from its next start on. */
  #next: CatalogEntry | null = null;
  readonly #budget = new CrashBudget();
  /** For an agent that holds one session per process: those processes. */
  #apart: SessionProcesses | null;
  /** Processes that somebody uses for a moment. */
  readonly #borrowed = new Set<AgentLife>();
  /** It is never started again. */
  #isEnded = false;
  readonly #steps = new Set<(step: AgentStep) => void>();
  /** As it was given, with what is known of the agent that it turned out to be. */
  #entry: CatalogEntry;
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
  /** The request that it last refused without a sign-in, in any of its lives. */
  #refused: string | null = null;
  /** Counts the starts, so that an old one does not speak for a newer. */
  #attempt = 0;
  #log = '';

  constructor(parts: RunnerParts) {
    this.#parts = parts;
    this.#entry = parts.entry;
    this.auth = this.#makeAuth();
    this.#health = firstHealth(parts);
    this.#apart = this.#makeApart();
  }

  /** The connection that can be used now. */
  get running(): AgentConnection | null {
    const isUp = ['ready', 'needs_login', 'degraded'].includes(this.#health.state);
    return (isUp && this.#life?.connection) || null;
  }

  get summary(): AgentSummary {
    const { id } = this.#parts.entry;
    const name = this.#name;
    const prompt = this.#profile?.prompt ?? { image: false, audio: false, embedded: false };
    const signIn = this.auth.state;
    const flag = allowAllFlag(this.#parts.entry, this.#parts.env);
    const deletes = this.running?.profile.canDelete ? { deletesSessions: true as const } : {};
    const outdated = this.#next ? { isOutdated: true as const } : {};
    const more = { ...(flag === null ? {} : { allowsAll: flag }), ...deletes, ...this.#peculiarities, ...outdated };
    const about = { id, name, version: this.#profile?.version ?? null, health: this.#health, prompt, ...more };
    return signIn ? { ...about, signIn } : about;
  }

  /** One name for all that is said of it. */
  get #name(): string {
    return agentName(this.#parts.entry, this.#profile);
  }

  /** What the app should know of its quirks. */
  get #peculiarities(): Pick<AgentSummary, 'scenes' | 'takesNoTools' | 'neverAsks'> {
    const { playsScenes, ignoresTools, neverAsks } = this.#entry.quirks ?? {};
    return {
      ...(playsScenes ? { scenes: true } : {}),
      ...(ignoresTools ? { takesNoTools: true } : {}),
      ...(neverAsks ? { neverAsks: true } : {}),
    };
  }

  get entry(): CatalogEntry {
    return this.#entry;
  }

  /** All that is known of it. */
  get report(): AgentReport {
    return reportAgent(this.#now, this.summary);
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

  /**
   * Does something with the agent that runs or is being started, else with a process that lives only for this: the page
   * goes on saying that the agent does not run, which is how a person left it.
   */
  async borrow<T>(use: (connection: AgentConnection) => Promise<T>): Promise<T> {
    if (this.#isEnded) throw this.#refusal;
    if (this.#link) return await use(await this.#link);
    const life = await this.#startApart(() => {});
    this.#borrowed.add(life);
    try {
      // It may have been ended for good while this one was started.
      if (this.#isEnded) throw this.#refusal;
      await life.initialize();
      return await use(life.connection);
    } finally {
      await life.stop();
      this.#borrowed.delete(life);
    }
  }

  /** Ends the process, no matter what it does, and starts a fresh one. */
  restart(): void {
    this.#budget.forgive();
    this.#refusal = null;
    const before = this.#letGo();
    const attempt = this.#attempt;
    this.#apart?.forgive();
    this.#ending = Promise.all([this.#ending, before?.kill(), this.#apart?.endAll()]);
    const launch = this.#ending.then(() => {
      if (attempt !== this.#attempt) throw this.#restarted;
      return this.#launch();
    });
    this.#setLink(launch);
    this.#callOff();
  }

  /** A person wants it to run; how that goes is in its health. */
  turnOn(): void {
    this.#refusal = null;
    this.#budget.forgive();
    this.connect().catch(() => {});
  }

  /** Ends the process in order, and keeps it so until a person wants it back. */
  turnOff(): void {
    const trouble = { code: 'turned_off', agent: this.#name } as const;
    this.#refusal = new AgentFault(trouble);
    const life = this.#letGo();
    this.#link = null;
    this.#callOff();
    this.#ending = Promise.all([this.#ending, life?.stop(), this.#apart?.endAll()]);
    this.#adopt();
    this.#be({ state: 'stopped', trouble });
  }

  /** Takes what the settings say of it now; a process that runs is not disturbed and stays what it is until its end. */
  change(entry: CatalogEntry): void {
    const isSame = JSON.stringify(entry) === JSON.stringify(this.#next ?? this.#parts.entry);
    if (isSame) return;
    this.#next = JSON.stringify(entry) === JSON.stringify(this.#parts.entry) ? null : entry;
    if (this.#link === null && this.#life === null) {
      this.#adopt();
      if (this.#health.state !== 'stopped') {
        this.#refusal = null;
        this.#health = firstHealth(this.#parts);
      }
    }
    this.#parts.onChange(this.summary);
  }

  /** From here on it is what the settings say. Only between two processes. */
  #adopt(): void {
    if (!this.#next) return;
    this.#parts = { ...this.#parts, entry: this.#next };
    this.#entry = this.#next;
    this.#next = null;
    this.#profile = null;
    void this.auth.stop();
    this.auth = this.#makeAuth();
    this.#apart = this.#makeApart();
  }

  /** Ends it for good; settles when no process is left. */
  async stop(why: AgentTrouble = { code: 'server_stopping' }): Promise<void> {
    this.#refusal = new AgentFault(why);
    this.#isEnded = true;
    const life = this.#letGo();
    this.#link = null;
    this.#callOff();
    const lives = [life, ...this.#borrowed].map((one) => one?.stop());
    await Promise.all([this.#ending, ...lives, this.auth.stop(), this.#apart?.endAll()]);
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
    this.#adopt();
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

  async #begin(isCurrent: () => boolean, isAgain = false): Promise<AgentConnection> {
    const { entry } = this.#parts;
    const launch = this.#choose();
    const pty = await this.#parts.loadPty();
    const onSignIn: LaunchNow['onSignIn'] = (...said) => isCurrent() && this.#showSignIn(...said);
    const plan = launchPlan(this.#now, launch, { ...this.#habits, onSignIn, offersAuthTerminal: pty !== null });
    const apart = this.#apart;
    if (apart) plan.connection.openApart = (request, listener) => apart.open(request, listener);
    const life = await AgentLife.start(plan);
    if (!isCurrent()) {
      await life.kill();
      throw this.#restarted;
    }
    this.#life = life;
    this.#step({ stage: 'initialize', detail: { agent: this.#name } });
    const profile = await life.initialize();
    if (!isCurrent()) throw this.#restarted;
    if (this.#learnsWhoItIs(profile) && !isAgain) {
      await life.kill();
      if (!isCurrent()) throw this.#restarted;
      return await this.#begin(isCurrent, true);
    }
    this.#profile = profile;
    this.#parts.cards.begin(entry, profile.version ?? UNKNOWN_VERSION, advertisedFeatures(profile));
    this.auth.learn({ methods: profile.authMethods, canSignOut: profile.canSignOut, pty, plan: plan.process });
    this.#be({ state: 'ready' });
    life.onceOver((exit) => {
      if (isCurrent()) this.#onCrash(exit);
    });
    return life.connection;
  }

  /** Says whether the agent is another one than we took it for, and was spoken to in the wrong way. */
  #learnsWhoItIs(profile: AgentProfile): boolean {
    const before = this.#entry;
    const known = recogniseNames(profile);
    if (known) this.#entry = asKnown(this.#parts.entry, known);
    if (isStartedAlike(before, this.#entry)) return false;
    this.#apart = this.#makeApart();
    return true;
  }

  get #now(): RunnerParts & LaunchParts {
    return { ...this.#parts, entry: this.#entry, agentName: () => this.#name };
  }

  /** As it was given, under the name that it has now. */
  get #named(): RunnerParts {
    return { ...this.#parts, entry: { ...this.#parts.entry, name: this.#name } };
  }

  /** What is known better once the agent has said who it is. */
  get #habits(): Pick<LaunchNow, 'tokenCount'> {
    return { tokenCount: () => this.#entry.quirks?.tokens ?? null };
  }

  #makeApart(): SessionProcesses | null {
    return this.#entry.quirks?.processPerSession ? this.#sessionProcesses() : null;
  }

  #sessionProcesses(): SessionProcesses {
    const { clock } = this.#parts;
    return new SessionProcesses({
      agentName: () => this.#name,
      clock,
      start: async () => {
        const life = await this.#startApart((...said) => this.#showSignIn(...said));
        await life.initialize();
        return life;
      },
      onTrouble: (trouble) => this.#be({ state: 'degraded', trouble }),
    });
  }

  /** A further process, beside the one that the page knows of. */
  async #startApart(onSignIn: LaunchNow['onSignIn']): Promise<AgentLife> {
    const pty = await this.#parts.loadPty();
    const now = { ...this.#habits, onSignIn, offersAuthTerminal: pty !== null };
    return await AgentLife.start(launchPlan(this.#now, chooseLaunch(this.#named), now));
  }

  /** It ended though nobody wanted it to. */
  #onCrash(exit: AgentExit): void {
    const { clock } = this.#parts;
    this.#letGo();
    const wait = this.#budget.crashed(clock.now());
    const { exitCode, stderr } = exit;
    const about = { agent: this.#name, end: processEnd(exit) };
    if (wait === null) {
      const trouble = { code: 'crash_loop', ...about } as const;
      this.#refusal = new AgentFault(trouble);
      this.#link = null;
      this.#be({ state: 'crashed', trouble, exitCode, stderr });
      return;
    }
    this.#setLink(this.#launchAfter(wait));
    this.#be({ state: 'crashed', trouble: { code: 'restarting', ...about, seconds: wait / 1000 }, exitCode, stderr });
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
        reject(this.#restarted);
      };
    });
  }

  #setLink(link: Promise<AgentConnection>): void {
    this.#link = link;
    // Anyone who waits for it hears of its failure; if nobody waits, the health shows it.
    link.catch(() => {});
  }

  #showSignIn(trouble: AgentTrouble | null, { method, authMethods }: SignInNews = {}): void {
    if (trouble !== null) {
      if (authMethods !== undefined) this.auth.learnMethods(authMethods);
      this.#refused = method ?? null;
      this.#be({ state: 'needs_login', trouble });
      this.auth.refused(trouble.code === 'sign_in_needed' ? { code: 'said', text: trouble.said } : trouble);
      return;
    }
    if (method && showsSignIn(method, this.#refused)) this.auth.proved();
    if (this.#health.state === 'needs_login') this.#be({ state: 'ready' });
  }

  #makeAuth(): AgentAuth {
    const { entry, clock, onChange, onSignedIn, onSignInOutput } = this.#parts;
    return new AgentAuth({
      agentName: () => this.#name,
      help: entry.login,
      clock,
      connect: () => this.connect(),
      onChange: () => onChange(this.summary),
      onOutput: () => onSignInOutput(entry.id),
      onSignedIn: (needsRestart) => onSignedIn(entry.id, needsRestart),
      onSignedOut: () => this.#be({ state: 'needs_login', trouble: { code: 'signed_out', agent: this.#name } }),
    });
  }

  #choose(): Launch {
    const { entry } = this.#parts;
    let npx: string | null = null;
    try {
      const launch = chooseLaunch(this.#named);
      if (launch.isNpx) npx = npxPackages(entry);
      return launch;
    } finally {
      const download = npx === null ? {} : { npx };
      this.#be({ state: 'starting', ...download });
      this.#step({ stage: 'agent', detail: { agent: this.#name, ...download } });
    }
  }

  /** Looks again at whether it could be started, after something was installed, allowed or taken back. */
  lookAgain(): void {
    const isStill = ['idle', 'missing', 'untrusted'].includes(this.#health.state);
    if (!isStill || this.#link) return;
    const health = firstHealth(this.#named);
    if (JSON.stringify(health) !== JSON.stringify(this.#health)) this.#be(health);
  }

  #step(step: AgentStep): void {
    for (const onStep of this.#steps) onStep(step);
  }

  get #restarted(): AgentFault {
    return new AgentFault({ code: 'restarted', agent: this.#name });
  }

  #be(health: AgentHealth): void {
    this.#health = health;
    this.#parts.onChange(this.summary);
  }
}
