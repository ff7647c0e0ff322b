import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { WebClient } from './client.js';

const BRIDGE = fileURLToPath(new URL('./raw-bridge.mjs', import.meta.url));

/** The floor: the least that brings an agent's words into a page. */
export const client: WebClient = {
  name: 'raw',
  page: { field: '#field', log: '#log' },
  async start({ folder, agent, env }) {
    const child = spawn(process.execPath, [BRIDGE, ...agent], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, NODE_OPTIONS: '', ...env },
    });
    const [url] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
    return {
      url,
      pid: child.pid!,
      stop: async () => {
        if (child.exitCode !== null || child.signalCode !== null) return;
        const ended = once(child, 'exit');
        child.kill();
        await ended;
      },
    };
  },
};
