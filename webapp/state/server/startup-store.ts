import {
  STARTUP_STAGES,
  type StartupDetail,
  type StartupStage,
  type StartupStep,
} from '../../../server/protocol/api/startup.js';
import type { Clock } from '../../../server/protocol/clock.js';
import { Store } from '../base/store.js';

/** A stage that begins and ends on the way to `ready`. */
export type WorkStage = Exclude<StartupStage, 'ready' | 'failed'>;

/** One line of the overlay. */
export interface StageView {
  readonly stage: WorkStage;
  readonly state: 'waiting' | 'running' | 'done' | 'failed';
  readonly startedAt: number | null;
  readonly endedAt: number | null;
}

export interface StartupView {
  readonly stages: readonly StageView[];
  readonly detail: StartupDetail;
  readonly percent: number;
  readonly outcome: 'running' | 'ready' | 'failed';
  /** Whether the overlay is on screen: only during this tab's first connection, and not for a blink. */
  readonly isShown: boolean;
}

const WORK_STAGES = STARTUP_STAGES.filter((stage): stage is WorkStage => stage !== 'ready');
/** A start that is quicker than this needs no overlay. */
const SHOW_AFTER_MS = 350;
/** How long the finished list stays, so that an eye can see it. */
const HIDE_AFTER_MS = 900;

/** How far the agent's start has come, as the server reports it. */
export class StartupStore extends Store<StartupView> {
  readonly #clock: Clock;
  #isFirstConnection = true;
  #cancelTimer: () => void = () => {};

  constructor(clock: Clock) {
    super({
      stages: WORK_STAGES.map((stage) => ({ stage, state: 'waiting', startedAt: null, endedAt: null })),
      detail: {},
      percent: 0,
      outcome: 'running',
      isShown: false,
    });
    this.#clock = clock;
  }

  /** Takes a step; one that is already behind us changes nothing. */
  follow({ stage, detail, percent }: StartupStep): void {
    if (this.value.outcome === 'ready') return;
    const outcome = stage === 'ready' || stage === 'failed' ? stage : 'running';
    this.set({
      ...this.value,
      stages: this.#advance(stage),
      detail,
      percent,
      outcome,
    });
    this.#schedule();
  }

  /** A later connection never shows the overlay again. */
  reconnected(): void {
    this.#isFirstConnection = false;
    this.#show(false);
  }

  dismiss(): void {
    this.#isFirstConnection = false;
    this.#show(false);
  }

  #advance(stage: StartupStage): readonly StageView[] {
    const now = this.#clock.now();
    const at = stage === 'failed' ? -1 : STARTUP_STAGES.indexOf(stage);
    return this.value.stages.map((view, n) => {
      if (stage === 'failed') return view.state === 'running' ? { ...view, state: 'failed', endedAt: now } : view;
      if (n < at) return view.state === 'done' ? view : { ...view, state: 'done', endedAt: now };
      if (n > at) return { ...view, state: 'waiting', startedAt: null, endedAt: null };
      return view.state === 'running' ? view : { ...view, state: 'running', startedAt: now, endedAt: null };
    });
  }

  #schedule(): void {
    if (!this.#isFirstConnection) return;
    this.#cancelTimer();
    const { outcome, isShown } = this.value;
    if (outcome === 'ready' && !isShown) return;
    if (outcome === 'ready') this.#cancelTimer = this.#clock.after(HIDE_AFTER_MS, () => this.dismiss());
    else if (!isShown) this.#cancelTimer = this.#clock.after(SHOW_AFTER_MS, () => this.#show(true));
  }

  #show(isShown: boolean): void {
    this.#cancelTimer();
    this.set({ ...this.value, isShown });
  }
}
