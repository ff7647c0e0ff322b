import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import manifest from './package.json' with { type: 'json' };

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Builds `webapp/` into `dist/webapp/`; the development server of `server/http/dev-assets.ts` reads it too. */
export default defineConfig({
  root: here('./webapp'),
  base: '/',
  // jrpc-oo is written for Node; these three are all that it wants of it.
  resolve: {
    alias: {
      crypto: here('./webapp/rpc/node-crypto.ts'),
      timers: here('./webapp/rpc/node-timers.ts'),
    },
  },
  define: {
    global: 'globalThis',
    __APP_VERSION__: JSON.stringify(manifest.version),
  },
  build: {
    outDir: here('./dist/webapp'),
    emptyOutDir: true,
    target: ['chrome120', 'safari17.4', 'firefox121'],
    // The policy forbids inline scripts, and every browser that we support preloads modules by itself.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
  optimizeDeps: { include: ['@flatmax/jrpc-oo/JRPCCommon.js', 'jrpc'] },
});
