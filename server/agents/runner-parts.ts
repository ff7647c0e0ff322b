import type { AgentSummary } from '../protocol/app-state.js';
import type { LaunchParts } from './launch-plan.js';
import type { Pty } from './load-pty.js';

/** How far the start of an agent has come. */
export interface AgentStep {
  stage: 'agent' | 'initialize';
  message: string;
}

/** What a runner needs to keep an agent running, and whom it tells. */
export interface RunnerParts extends LaunchParts {
  loadPty: () => Promise<Pty | null>;
  onChange(agent: AgentSummary): void;
  /** A person has signed in; an agent that does not learn of it by itself has to be restarted. */
  onSignedIn(agentId: string, needsRestart: boolean): void;
  onSignInOutput(agentId: string): void;
}
