/** The steps of a start, in order. `ready` and `failed` are its two ends. */
export const STARTUP_STAGES = ['server', 'agent', 'initialize', 'session', 'ready'] as const;

export type StartupStage = (typeof STARTUP_STAGES)[number] | 'failed';

/** Where a start stands; `percent` never goes down. */
export interface StartupStep {
  stage: StartupStage;
  message: string;
  percent: number;
}
