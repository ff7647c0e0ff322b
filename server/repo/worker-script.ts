import { extname } from 'node:path';

/** From source or built. */
const SOURCE = extname(import.meta.url);

/** The program of a thread of ours, next to this file. */
export function workerScript(name: 'index-worker' | 'search-worker'): URL {
  const script = new URL(`./${name}${SOURCE}`, import.meta.url);
  if (SOURCE !== '.ts') return script;
  // From source the worker is TypeScript, and a worker does not take over the loader that we run under.
  const names = JSON.stringify([script, import.meta.url]).slice(1, -1);
  const code = `import { tsImport } from ${JSON.stringify(import.meta.resolve('tsx/esm/api'))}; await tsImport(${names});`;
  return new URL(`data:text/javascript,${encodeURIComponent(code)}`);
}
