import { extname, join, relative, sep } from 'node:path';
import type { InlineConfig, Plugin, Rolldown } from 'vite';
import { ROOT } from '../project-root.js';

/** What a page gets for an address. */
export interface BundledFile {
  body: string | Uint8Array;
  /** The ending of its name, which says what it is. */
  type: string;
}

/** Where pages find what was built. Nothing is written there. */
const PLACE = 'bundle';
const COUNTER = '/specs/test-run/count-browser-assertions.ts';
const CHOOSER = '/specs/test-run/choose-by-name.ts';

/**
 * How component tests are built: in memory, so that a page asks for a handful of files instead of hundreds of modules, and
 * no run can meet the build of an earlier one. With a pattern, only the tests run whose names match it.
 */
export function bundleSettings(testFiles: readonly string[], pattern?: string): InlineConfig {
  return {
    root: ROOT,
    base: `/${PLACE}/`,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    plugins: [importFirst(new Set(testFiles), pattern === undefined ? [COUNTER] : [CHOOSER, COUNTER])],
    define: pattern === undefined ? {} : { TEST_NAME_PATTERN: JSON.stringify(pattern) },
    worker: { format: 'es' },
    build: {
      write: false,
      outDir: join(ROOT, PLACE),
      target: 'esnext',
      minify: false,
      sourcemap: true,
      modulePreload: false,
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: Object.fromEntries(testFiles.map((file) => [addressOf(file).replace(/\.ts$/, ''), file])),
        // Addresses of the runner itself.
        external: /^\/__web-/,
        // What the app loads later, its own test imports at once.
        checks: { pluginTimings: false, ineffectiveDynamicImport: false },
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: '[name].js',
          assetFileNames: '[name][extname]',
          // A module runs when somebody imports it, as it would in a file of its own.
          strictExecutionOrder: true,
          codeSplitting: {
            groups: [
              { name: 'packages', test: /\/node_modules\//, tags: ['$initial'], minShareCount: 2 },
              { name: 'app', tags: ['$initial'], minShareCount: 2 },
            ],
            includeDependenciesRecursively: false,
          },
        },
      },
    },
  };
}

/** What was built, by the path of its address. The address of a test leads to what was built from it. */
export function bundledFiles({ output }: Rolldown.RolldownOutput): Map<string, BundledFile> {
  const files = new Map<string, BundledFile>();
  for (const file of output) {
    const address = `/${PLACE}/${file.fileName}`;
    files.set(address, { body: file.type === 'chunk' ? file.code : file.source, type: extname(file.fileName) });
    if (file.type !== 'chunk' || !file.isEntry || !file.facadeModuleId) continue;
    files.set(`/${addressOf(file.facadeModuleId)}`, { body: `import '${address}';`, type: '.js' });
  }
  return files;
}

/** Has these files import others. On the first line, so that the others keep their numbers. */
function importFirst(files: ReadonlySet<string>, others: readonly string[]): Plugin {
  const imports = others.map((other) => `import '${other}';`).join('');
  return {
    name: 'import-first',
    transform: (code, id) => (files.has(id) ? { code: imports + code, map: null } : null),
  };
}

/** Below the project's root, with `/`. */
function addressOf(file: string): string {
  return relative(ROOT, file).split(sep).join('/');
}
