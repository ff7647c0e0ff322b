import type { AgentFailure } from '../../ports/agent.js';
import type { AgentTrouble } from '../../protocol/agent-trouble.js';

/** What is wrong with an agent, of whatever was thrown. */
export function agentTroubleOf(error: unknown): AgentTrouble {
  const { trouble } = (typeof error === 'object' ? (error ?? {}) : {}) as Partial<AgentFailure>;
  return trouble ?? { code: 'failed', text: error instanceof Error ? error.message : String(error) };
}
