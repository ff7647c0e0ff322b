import type { StartupStep } from '../protocol/api/startup.js';
import { unreachable } from '../protocol/unreachable.js';

/** How far a start has come, for the terminal. */
export function startupWords({ stage, detail: { agent = 'the agent', npx, port } }: StartupStep): string {
  switch (stage) {
    case 'server':
      return port === undefined ? 'Starting the server' : `Listening on port ${port}`;
    case 'agent':
      return npx ? `Starting ${agent} with npx (downloads ${npx} the first time)` : `Starting ${agent}`;
    case 'initialize':
      return `Waiting for ${agent} to answer`;
    case 'session':
      return 'Opening the session';
    case 'ready':
      return `${agent} is ready`;
    case 'failed':
      return `${agent} couldn't start`;
    default:
      return unreachable(stage);
  }
}
