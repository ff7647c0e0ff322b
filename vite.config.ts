import { chmodSync, createReadStream, readdirSync, readFileSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip as gzipCompress, constants as zlib } from 'node:zlib';
import { defineConfig, type Plugin, type UserConfig } from 'vite';
import { checkedOutCommit, versionText } from './server/command/version.js';

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
  getModuleInfo(id: string): {
    isEntry: boolean;
    importedIds: readonly string[];
    dynamicallyImportedIds: readonly string[];
  } | null;
}

/** What the first answer needs, besides the conversation itself. */
const WITH_CONVERSATION =
  /\/(conversation\/(transcript-view|turn-status|rehearse)|content\/code-block)\.ts$|\/node_modules\/remend\//;
/** Elements of ours; what is loaded for some answers only, like formulas, is a package. */
const ELEMENTS = /\/webapp\/components\//;
/** Places that a person goes to. They come when they are opened: a first visit can do without them. */
const PLACES = { work: /\/work-panel\/work-panel\.ts$/, settings: /\/[a-z]+-section\.ts$/ };
const isPlace = (id: string) => Object.values(PLACES).some((pattern) => pattern.test(id));

/**
 * Puts the page into a few files: what starts the app, the app, what draws a conversation, what it loads when it is idle, and the
 * places that a person goes to. Fifty small ones, shared with what comes later, are larger, and asking for each takes its time.
 */
function fewChunks() {
  let groups: Map<string, string> | null = null;
  return (id: string, graph: ModuleGraph) => {
    groups ??= groupModules(graph);
    return groups.get(id) ?? null;
  };
}

function groupModules(graph: ModuleGraph): Map<string, string> {
  const groups = new Map<string, string>();
  /** Takes in what these modules import at once and no group has; gives what they load later. */
  const collect = (name: string, ids: readonly string[]): string[] => {
    const fresh = ids.filter((id) => !groups.has(id) && graph.getModuleInfo(id));
    for (const id of fresh) groups.set(id, name);
    const about = fresh.map((id) => graph.getModuleInfo(id)!);
    const later = about.flatMap(({ dynamicallyImportedIds }) => dynamicallyImportedIds);
    return fresh.length === 0
      ? []
      : [
          ...later,
          ...collect(
            name,
            about.flatMap(({ importedIds }) => importedIds),
          ),
        ];
  };
  const later = collect('index', collect('start', [here('./webapp/start.ts')]));
  for (let found = later, next: string[]; found.length > 0; found = next) {
    next = collect(
      'conversation',
      found.filter((id) => WITH_CONVERSATION.test(id)),
    );
    later.push(...next);
  }
  const elements = later.filter((id) => ELEMENTS.test(id));
  collect(
    'late',
    elements.filter((id) => !isPlace(id)),
  );
  for (const [name, pattern] of Object.entries(PLACES)) {
    collect(
      name,
      elements.filter((id) => pattern.test(id)),
    );
  }
  return groups;
}

/** Names the files of the app in the page. `start.ts` has them fetched once the first paint is over, and runs them after that. */
function earlyApp(): Plugin {
  return {
    name: 'early-app',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) => {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const isStart = (name: string) =>
          chunks.some(({ fileName, moduleIds }) => fileName === name && moduleIds.includes(here('./webapp/start.ts')));
        const files = chunks
          .filter(({ moduleIds }) => moduleIds.includes(here('./webapp/main.ts')))
          .flatMap(({ fileName, imports }) => [fileName, ...imports.filter((name) => !isStart(name))]);
        return files.map((name) => ({
          tag: 'link',
          attrs: { rel: 'app-file', crossorigin: true, href: `/${name}` },
          injectTo: 'head' as const,
        }));
      },
    },
  };
}

/** Puts into the page the script that its first paint needs, so that it waits for no file. The server names it in the page's policy. */
function earlyScriptInside(): Plugin {
  const script = readFileSync(here('./webapp/early.js'), 'utf8').replace(/^ *\/\/.*\n/gm, '');
  return {
    name: 'early-script-inside',
    apply: 'build',
    transformIndexHtml: {
      // Before Vite reads the page: it bundles modules alone and would warn of a file that is none.
      order: 'pre',
      handler: (html) => html.replace(/<script src="\/early\.js"><\/script>/, () => `<script>${lean(script)}</script>`),
    },
  };
}

/** Does the same with the styles. */
function stylesInside(): Plugin {
  return {
    name: 'styles-inside',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) => {
        const styles = Object.values(bundle).filter((file) => file.type === 'asset' && /\.css$/.test(file.fileName));
        const [style] = styles;
        if (style?.type !== 'asset' || styles.length > 1) throw new Error('The page has one file of styles.');
        delete bundle[style.fileName];
        return html.replace(/<link rel="stylesheet"[^>]*>/, () => `<style>${lean(String(style.source))}</style>`);
      },
    },
  };
}

/** Puts the icon into the page: a browser asks for a file again at every change of the address. */
function ownIcon(): Plugin {
  const drawing = readFileSync(here('./webapp/public/favicon.svg'), 'utf8').replace(/\n\s*/g, '');
  return {
    name: 'own-icon',
    transformIndexHtml: (html) =>
      html.replace('href="/favicon.svg"', `href="data:image/svg+xml,${encodeURIComponent(drawing)}"`),
  };
}

/** Without its comments and indents. */
const lean = (text: string) => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\n\s*/g, '\n');

/** Styles in templates are text that no minifier looks into: here they lose their comments and indents. */
function leanStyles(): Plugin {
  return {
    name: 'lean-styles',
    apply: 'build',
    transform(code, id) {
      if (!id.startsWith(here('./webapp/')) || !code.includes('css`')) return null;
      return { code: code.replace(/(?<=\bcss)`[^`]*`/g, lean), map: null };
    },
  };
}

/** What text there is to pack; pictures are packed already. */
const PACKABLE = /\.(js|css|html|svg|json|webmanifest)$/;
/** Less than this fits into a packet anyway. */
const LEAST_BYTES = 1_000;

/** Leaves each file in packed forms too, so that nobody has to pack it when it is asked for. */
function packedForms(): Plugin {
  return {
    name: 'packed-forms',
    apply: 'build',
    async writeBundle({ dir }, bundle) {
      const files = readdirSync(dir!, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && PACKABLE.test(entry.name))
        .map((entry) => join(entry.parentPath, entry.name));
      // The last tenth of the size costs ten times the time: worth it for the app, not for a language or the script for diagrams.
      const isApp = (file: string) => file.endsWith('.html') || bundle[relative(dir!, file)]?.type === 'chunk';
      await Promise.all(files.map((file) => pack(file, isApp(file) ? zlib.BROTLI_MAX_QUALITY : 9)));
    },
  };
}

async function pack(file: string, quality: number): Promise<void> {
  const bytes = await readFile(file);
  if (bytes.length < LEAST_BYTES) return;
  const forms = {
    br: promisify(brotliCompress)(bytes, { params: { [zlib.BROTLI_PARAM_QUALITY]: quality } }),
    gz: promisify(gzipCompress)(bytes, { level: 9 }),
  };
  for (const [ending, packed] of Object.entries(forms)) {
    // Half of one would spoil the page, and a build can be interrupted.
    await writeFile(`${file}.${ending}.part`, await packed);
    await rename(`${file}.${ending}.part`, `${file}.${ending}`);
  }
}

/** Packages of the web app that come in files of their own: the script for diagrams, and the worker that colours code. */
const IN_OTHER_FILES = [
  ...['mermaid', '@shikijs/core', '@shikijs/primitive', '@shikijs/langs', '@shikijs/engine-javascript'],
  ...['@shikijs/vscode-textmate', 'oniguruma-to-es', 'oniguruma-parser', 'regex', 'regex-recursion', 'regex-utilities'],
];

/** Says whose code is in the files of a build, and under which licences, in a text beside them. */
function licenceTexts(copied: readonly string[] = []): Plugin {
  return {
    name: 'licence-texts',
    apply: 'build',
    generateBundle() {
      const folders = [...this.getModuleIds()].flatMap(
        (id) => /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1] ?? [],
      );
      const packages = [...new Set([...folders, ...copied.map((name) => here(`./node_modules/${name}`))])];
      const source = packages
        .map(licenceOf)
        .sort()
        .join(`\n${'-'.repeat(80)}\n\n`);
      this.emitFile({ type: 'asset', fileName: 'licences.txt', source });
    },
  };
}

function licenceOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const texts = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file));
  return [`${name} ${version} (${license})\n`, ...texts.map((file) => readFileSync(join(folder, file), 'utf8'))].join(
    '\n',
  );
}

/** Its report on slow plugins depends on how busy the machine is, and is a warning. */
const checks = { bundlerTimings: false };

/** Programs of the server: the command, and what it starts beside itself. */
const PROGRAMS = [
  ...['main', 'demo/demo-agent', 'demo/demo-sign-in'],
  ...['repo/index-worker', 'repo/search-worker', 'imports/import-process'],
];

/** Stay packages of their own: they are native, or bring programs with them, or want to be found by others. */
const OUTSIDE = /^(libsql|open|@lydell\/node-pty|@vscode\/ripgrep|@flatmax\/jrpc-oo|vite|tsx)(\/|$)/;

/**
 * Joined into few files, modules find what lies beside them as if they were still where they were: each name of a module
 * is written relative to the file that it has come into.
 */
function ownPlaces(): Plugin {
  return {
    name: 'own-places',
    transform(code, id) {
      const path = relative(here('./server'), id).replace(/\.ts$/, '.js');
      if (path.startsWith('..') || !code.includes('import.meta.url')) return null;
      // What looks for packages may do so from anywhere.
      return code.replace(/(?<!createRequire\()import\.meta\.url/g, `__placeOf(${JSON.stringify(path)})`);
    },
    renderChunk(code, { fileName }) {
      return code.replace(/__placeOf\("([^"]+)"\)/g, (_all, path: string) => {
        const near = relative(dirname(fileName), path);
        return `new URL(${JSON.stringify(near.startsWith('.') ? near : `./${near}`)}, import.meta.url).href`;
      });
    },
  };
}

/** Notes the commit that a build is made from, and makes the command a program. */
function buildStamp(): Plugin {
  return {
    name: 'build-stamp',
    generateBundle() {
      const source = JSON.stringify({ commit: checkedOutCommit() });
      this.emitFile({ type: 'asset', fileName: 'build.json', source });
    },
    writeBundle({ dir }) {
      chmodSync(join(dir!, 'main.js'), 0o755);
    },
  };
}

/**
 * Builds `server/` into `dist/server/`. Six hundred small files cost more to find and open than to run: a start would take
 * twice as long. Nothing is made smaller or renamed, so that a stack trace reads like the sources.
 */
const server: UserConfig = {
  root: here('./server'),
  publicDir: false,
  plugins: [ownPlaces(), licenceTexts(), buildStamp()],
  ssr: { noExternal: true, external: [], target: 'node' },
  build: {
    ssr: true,
    outDir: here('./dist/server'),
    emptyOutDir: true,
    target: 'node20.19',
    minify: false,
    rolldownOptions: {
      checks,
      input: Object.fromEntries(PROGRAMS.map((name) => [name, here(`./server/${name}.ts`)])),
      external: (id) => OUTSIDE.test(id) || id.startsWith('node:') || id.endsWith('/dev-assets.ts'),
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: 'parts/[name].js',
        // Beside the parser of settings, which a start can do without, they would bring it with them.
        codeSplitting: { groups: [{ name: 'schemas', test: /\/settings\/(agent|mcp)-schema\.ts$/ }] },
      },
    },
  },
};

/** Builds `webapp/` into `dist/webapp/`; the development server of `server/http/dev-assets.ts` reads it too. */
const webapp: UserConfig = {
  root: here('./webapp'),
  base: '/',
  plugins: [
    ...[diagramScript(), ownIcon(), leanStyles(), earlyApp(), earlyScriptInside(), stylesInside()],
    ...[licenceTexts(IN_OTHER_FILES), packedForms()],
  ],
  // jrpc-oo is written for Node; these three are all that it wants of it.
  resolve: {
    alias: {
      crypto: here('./webapp/rpc/node-crypto.ts'),
      timers: here('./webapp/rpc/node-timers.ts'),
      'node:timers': here('./webapp/rpc/node-timers.ts'),
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
    // The policy forbids inline scripts that it doesn't name, and every browser that we support preloads modules by itself.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      checks,
      output: { codeSplitting: { groups: [{ name: fewChunks() }], includeDependenciesRecursively: false } },
    },
  },
  // Languages of the code worker are chunks of their own, loaded when one is met.
  worker: { format: 'es', rolldownOptions: { checks } },
  optimizeDeps: { include: ['@flatmax/jrpc-oo/JRPCCommon.js', 'jrpc'] },
};

/** `vite build --mode server` is the server's. */
export default defineConfig(({ mode }) => (mode === 'server' ? server : webapp));
