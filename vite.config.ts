import { createReadStream, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { versionText } from './server/command/version.js';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** What draws diagrams is a classic script beside the frame's own: a frame without an origin cannot load modules. */
function diagramScript(): Plugin {
  const file = here('./node_modules/mermaid/dist/mermaid.min.js');
  return {
    name: 'diagram-script',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'frame/mermaid.js', source: readFileSync(file) });
    },
    configureServer({ middlewares }) {
      middlewares.use('/frame/mermaid.js', (_request, response) => {
        response.setHeader('Content-Type', 'text/javascript');
        createReadStream(file).pipe(response);
      });
    },
  };
}

interface ModuleGraph {
  getModuleInfo(id: string): { isEntry: boolean; importers: readonly string[] } | null;
}

/** Puts all that the page needs at once into one file: twenty small ones, shared with what comes later, are larger and slower. */
function firstChunk() {
  const known = new Map<string, boolean>();
  const isFirst = (id: string, graph: ModuleGraph): boolean => {
    const found = known.get(id);
    if (found !== undefined) return found;
    // A module that imports itself by a way round is decided by its other importers.
    known.set(id, false);
    const about = graph.getModuleInfo(id);
    const first = about !== null && (about.isEntry || about.importers.some((importer) => isFirst(importer, graph)));
    known.set(id, first);
    return first;
  };
  return (id: string, graph: ModuleGraph) => (isFirst(id, graph) ? 'first' : null);
}

/** Builds `webapp/` into `dist/webapp/`; the development server of `server/http/dev-assets.ts` reads it too. */
export default defineConfig({
  root: here('./webapp'),
  base: '/',
  plugins: [diagramScript()],
  // jrpc-oo is written for Node; these three are all that it wants of it.
  resolve: {
    alias: {
      crypto: here('./webapp/rpc/node-crypto.ts'),
      timers: here('./webapp/rpc/node-timers.ts'),
    },
  },
  define: {
    global: 'globalThis',
    __APP_VERSION__: JSON.stringify(versionText(!process.env.ACDECK_DEV)),
  },
  build: {
    outDir: here('./dist/webapp'),
    emptyOutDir: true,
    target: ['chrome120', 'safari17.4', 'firefox121'],
    // The policy forbids inline scripts, and every browser that we support preloads modules by itself.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: firstChunk() }] } } },
  },
  // Languages of the code worker are chunks of their own, loaded when one is met.
  worker: { format: 'es' },
  optimizeDeps: { include: ['@flatmax/jrpc-oo/JRPCCommon.js', 'jrpc'] },
});
