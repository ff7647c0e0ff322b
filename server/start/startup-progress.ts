import { troubleIn } from '../agents/process/agent-fault.js';
import type { Reporter } from '../command/reporter.js';
import { debug, since } from '../diagnostics/debug.js';
import type { StartupDetail, StartupStage, StartupStep } from '../protocol/api/startup.js';

type Stage = Exclude<StartupStage, 'ready' | 'failed'>;

const PERCENT: Record<Stage, number> = { server: 10, agent: 30, initialize: 50, session: 80 };

/** How far a start has come, told to the tabs and to anyone who started the command. */
export class StartupProgress {
  readonly #reporter: Reporter;
  readonly #toTabs: (step: StartupStep) => void;
  #step: StartupStep = { stage: 'server', detail: {}, percent: 0 };
  #reached: Stage = 'server';

  constructor(reporter: Reporter, toTabs: (step: StartupStep) => void) {
    this.#reporter = reporter;
    this.#toTabs = toTabs;
  }

  get current(): StartupStep {
    return this.#step;
  }

  /** An agent that is started anew comes back to an earlier stage; the percentage stays where it was. */
  reach(stage: Stage, detail: StartupDetail = {}): void {
    this.#reached = stage;
    debug.timing?.(`start: ${stage}, ${since(0)} after the process began`);
    this.#tell({ stage, detail, percent: Math.max(PERCENT[stage], this.#step.percent) });
    this.#reporter.startup(this.#step);
  }

  ready(agent: { id: string; name: string }): void {
    debug.timing?.(`start: ${agent.name} is ready, ${since(0)} after the process began`);
    this.#tell({ stage: 'ready', detail: { agent: agent.name }, percent: 100 });
    this.#reporter.ready(agent);
  }

  /** The server goes on, without this agent. */
  fail(agent: string, error: unknown): void {
    const trouble = troubleIn(error);
    this.#tell({ ...this.#step, stage: 'failed', detail: { agent, trouble } });
    this.#reporter.failed({ stage: this.#reached, message: error instanceof Error ? error.message : String(error) });
  }

  /** The agent works after all, or another one that a person took instead: nobody has to wait any more. */
  recover(agent: { id: string; name: string }): void {
    const { stage } = this.#step;
    // Anyone who started the command has heard of the failure, which is the end of a start.
    if (stage === 'failed') this.#tell({ stage: 'ready', detail: { agent: agent.name }, percent: 100 });
    else if (stage !== 'ready') this.ready(agent);
  }

  #tell(step: StartupStep): void {
    this.#step = step;
    this.#toTabs(step);
  }
}
