import type { StartupDetail } from '../../../server/protocol/api/startup.js';
import type { WorkStage } from '../../state/server/startup-store.js';
import { catalogue } from '../../ui/catalogue.js';

const STEPS = catalogue({
  server: 'Starting the server',
  listening: (port: number) => `Listening on port ${port}`,
  agent: (agent: string) => `Starting ${agent}`,
  someAgent: 'Starting the agent',
  agentByNpx: (agent: string, packages: string) =>
    `Starting ${agent} with npx. The first time, this downloads ${packages}.`,
  initialize: (agent: string) => `Waiting for ${agent} to answer`,
  anyAnswer: 'Waiting for the agent to answer',
  session: 'Opening the session',
});

/** What is being done at a step of the start. */
export function startupStepText(stage: WorkStage, { agent, npx, port }: StartupDetail): string {
  switch (stage) {
    case 'server':
      return port === undefined ? STEPS.server : STEPS.listening(port);
    case 'agent':
      if (agent === undefined) return STEPS.someAgent;
      return npx === undefined ? STEPS.agent(agent) : STEPS.agentByNpx(agent, npx);
    case 'initialize':
      return agent === undefined ? STEPS.anyAnswer : STEPS.initialize(agent);
    case 'session':
      return STEPS.session;
    default:
      // A newer server may know of more.
      stage satisfies never;
      return '';
  }
}
