import type { AgentReport } from '../protocol/agent-report.js';
import type { Done } from '../protocol/rpc.js';
import type { Act } from '../sessions/session-service.js';

/** What a person may know and decide of the agents as such. */
export interface AgentService {
  reports(): AgentReport[];
  /** Says yes or no to what the folder brings, as it was when the person looked. */
  trustFolder(act: Act, fingerprint: string, isTrusted: boolean): Done;
  /** From now on this agent is run, and downloaded where need be, by npx. */
  runWithNpx(act: Act, agentId: string): Done;
  /** New sessions are begun with this agent. */
  setDefault(act: Act, agentId: string): Done;
  /** The person has read a notice of the whole app. */
  dismissBanner(act: Act, bannerId: string): Done;
}
