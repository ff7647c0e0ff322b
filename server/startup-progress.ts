import type { Reporter } from './command/reporter.js';
import { debug, since } from './diagnostics/debug.js';
import type { StartupStage, StartupStep } from './protocol/startup.js';

type Stage = Exclude<StartupStage, 'ready' | 'failed'>;

const PERCENT: Record<Stage, number> = { server: 10, agent: 30, initialize: 50, session: 80 };

/** How far a start has come, told to the tabs and to whoever started the command. */
export class StartupProgress {
  readonly #reporter: Reporter;
  readonly #toTabs: (step: StartupStep) => void;
  #step: StartupStep = { stage: 'server', message: 'Starting the server', percent: 0 };
  #reached: Stage = 'server';

  constructor(reporter: Reporter, toTabs: (step: StartupStep) => void) {
    this.#reporter = reporter;
    this.#toTabs = toTabs;
  }

  get current(): StartupStep {
    return this.#step;
  }

  /** An agent that is started anew comes back to an earlier stage; the percentage stays where it was. */
  reach(stage: Stage, message: string): void {
    this.#reached = stage;
    debug.timing?.(`start: ${message}, ${since(0)} after the process began`);
    this.#tell({ stage, message, percent: Math.max(PERCENT[stage], this.#step.percent) });
    this.#reporter.startup(this.#step);
  }

  ready(agent: { id: string; name: string }): void {
    debug.timing?.(`start: ${agent.name} is ready, ${since(0)} after the process began`);
    this.#tell({ stage: 'ready', message: `${agent.name} is ready`, percent: 100 });
    this.#reporter.ready(agent.id, this.#step.message);
  }

  /** The server goes on, without this agent. */
  fail(message: string): void {
    this.#tell({ ...this.#step, stage: 'failed', message });
    this.#reporter.failed({ stage: this.#reached, message });
  }

  /** The agent works after all: tabs that are opened from now on have nothing to wait for. */
  recover(agent: { name: string }): void {
    if (this.#step.stage === 'failed') this.#tell({ stage: 'ready', message: `${agent.name} is ready`, percent: 100 });
  }

  #tell(step: StartupStep): void {
    this.#step = step;
    this.#toTabs(step);
  }
}
