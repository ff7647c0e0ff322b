import type { AgentTrouble } from '../agent-trouble.js';

/** The steps of a start, in order. `ready` and `failed` are its two ends. */
export const STARTUP_STAGES = ['server', 'agent', 'initialize', 'session', 'ready'] as const;

export type StartupStage = (typeof STARTUP_STAGES)[number] | 'failed';

/** Where a start stands; `percent` never goes down. */
export interface StartupStep {
  stage: StartupStage;
  detail: StartupDetail;
  percent: number;
}

/** Where the server listens, which agent is started, what npx may have to download for that, and what went wrong. */
export interface StartupDetail {
  port?: number;
  agent?: string;
  npx?: string;
  trouble?: AgentTrouble;
}
