import { Server } from 'node:http';
import { join } from 'node:path';
import { createServer } from 'vite';
import { DOOR } from '../protocol/api/door.js';
import type { Assets } from './assets.js';

const OURS: readonly string[] = [DOOR.rpcPath, DOOR.authPath, DOOR.whoamiPath];

/** The web app as it is being written: Vite translates the files and tells open pages what has changed. */
export async function devAssets(root: string): Promise<Assets> {
  // Vite wants a server to take its socket from; ours passes on what belongs to it.
  const sockets = new Server();
  const vite = await createServer({
    configFile: join(root, 'vite.config.ts'),
    appType: 'spa',
    clearScreen: false,
    server: {
      middlewareMode: true,
      hmr: { server: sockets },
      fs: { allow: ['webapp', 'server/protocol', 'node_modules'].map((folder) => join(root, folder)) },
    },
  });
  return {
    has: (path) => !OURS.includes(path),
    serve: (request, response) => vite.middlewares(request, response),
    // Vite puts changed styles into the page as text.
    policy: () => ({ 'style-src': "'self' 'unsafe-inline'" }),
    upgrade({ request, socket, head }) {
      const isVites = request.headers['sec-websocket-protocol']?.startsWith('vite-') ?? false;
      if (isVites) sockets.emit('upgrade', request, socket, head);
      return isVites;
    },
  };
}
