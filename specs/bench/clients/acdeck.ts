import { ServerProcess } from '../../rigs/server-process.rig.js';
import type { WebClient } from './client.js';

/** What this project builds. */
export const client: WebClient = {
  name: 'acdeck',
  page: { field: '.early-field, prompt-composer >>> textarea:not(:disabled)', log: 'session-view .stage' },
  async start({ folder, dataDir, agent, env }) {
    const place = { folder, dataDir, remove: async () => {} };
    const quoted = agent.map((word) => `'${word}'`).join(' ');
    const server = await ServerProcess.start(place, { agent: quoted, port: 0, env: () => ({ ...env }) });
    return {
      url: server.url,
      pid: server.pid,
      stop: async () => {
        await server.stop();
      },
    };
  },
};
