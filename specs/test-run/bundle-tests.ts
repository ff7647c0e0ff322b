import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin } from 'rolldown';

const here = (name: string) => fileURLToPath(new URL(`./${name}.ts`, import.meta.url));

/** Test files of Node, each as a script that runs without a loader, and what their processes need. */
export interface TestBundle {
  scriptOf(file: string): string;
  /** Counts what the tests of a process assert. */
  counter: string;
  /** Tells the run what became of each test. */
  reporter: string;
  /** Runs the files that its arguments name. */
  runner: string;
}

const OWN_PLACE = '__placeOfSource';
const TOOLS = { counter: 'count-assertions', reporter: 'tell-run', runner: 'run-files' };

/**
 * Compiles test files once, with all that they import from this project: a loader would do it again in each process. Who
 * asks where a module is gets the place of its source.
 */
export async function bundleTests(root: string, files: readonly string[], outDir: string): Promise<TestBundle> {
  const script = (file: string) => file.replace(/\.ts$/, '');
  const tools = Object.entries(TOOLS).map(([name, source]) => [`tools/${name}`, here(source)]);
  await build({
    cwd: root,
    input: Object.fromEntries([...tools, ...files.map((file) => [script(file), join(root, file)])]),
    platform: 'node',
    // What the compiler brings along is no package of ours.
    external: (id) => !/^([./\0]|@oxc-project\/runtime\/)/.test(id),
    plugins: [ownPlaces(), copies()],
    transform: { target: 'node20.19', define: { 'import.meta.url': OWN_PLACE } },
    output: { dir: outDir, entryFileNames: '[name].js', chunkFileNames: 'parts/[name]-[hash].js', sourcemap: true },
  });
  const url = (name: string) => pathToFileURL(join(outDir, `${name}.js`)).href;
  return {
    scriptOf: (file) => url(script(file)),
    counter: url('tools/counter'),
    reporter: url('tools/reporter'),
    runner: join(outDir, 'tools/runner.js'),
  };
}

/** Gives each module the place of its source under a name, on its first line: the others keep their numbers. */
function ownPlaces(): Plugin {
  return {
    name: 'own-places',
    transform(code, id) {
      if (id.includes('/node_modules/') || !code.includes('import.meta.url')) return null;
      return { code: `const ${OWN_PLACE} = ${JSON.stringify(pathToFileURL(id).href)};${code}`, map: null };
    },
  };
}

/** `a.ts?b` is another copy of `a.ts`, as it is to Node. */
function copies(): Plugin {
  return {
    name: 'copies',
    async load(id) {
      const [path, query] = id.split('?');
      return query === undefined ? null : { code: await readFile(path!, 'utf8'), moduleType: 'ts' };
    },
  };
}
