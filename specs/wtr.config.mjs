import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { defaultReporter } from '@web/test-runner';
import { chromeLauncher, puppeteerCore } from '@web/test-runner-chrome';
import { tsImport } from 'tsx/esm/api';
import { build } from 'vite';

const { findBrowser } = await tsImport('./find-browser.ts', import.meta.url);
const { bundledFiles, bundleSettings } = await tsImport('./test-run/component-bundle.ts', import.meta.url);
const { componentReport } = await tsImport('./test-run/component-report.ts', import.meta.url);
const { crowdingPlugin } = await tsImport('./test-run/crowding-plugin.ts', import.meta.url);
const { executablePath, args, env } = await findBrowser();
const PATTERN = process.env.TEST_NAME_PATTERN;
const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Keeps what test files tell of the assertions of their tests: by file, then by the whole name. */
function assertionCounter() {
  const counts = new Map();
  const executeCommand = ({ command, payload, session }) => {
    if (command !== 'count-assertions') return undefined;
    counts.set(session.testFile, payload);
    return true;
  };
  return { counts, plugin: { name: 'count-assertions', executeCommand } };
}

/** Two files run at once in one browser, which gives the focus to one page at a time: each is told that it has it. */
async function createPage({ context }) {
  const page = await context.newPage();
  const session = await page.createCDPSession();
  await session.send('Emulation.setFocusEmulationEnabled', { enabled: true });
  return page;
}

/** Fails with what the builder says, without its colours and its own calls. */
function plainly({ message }) {
  const error = new Error();
  error.stack = stripVTControlCharacters(message);
  throw error;
}

/** What is built of the tests, for pages. */
class TestBundle {
  #files = Promise.resolve(new Map());

  /** A page that asks meanwhile waits. */
  async make(testFiles) {
    this.#files = build(bundleSettings(testFiles, PATTERN)).then(bundledFiles, plainly);
    await this.#files;
  }

  async serve(context, next) {
    const file = (await this.#files).get(context.path);
    if (!file) return await next();
    context.type = file.type;
    context.body = file.body;
  }
}

/** A browser that runs the tests from a build, which is made as soon as it is known which ones run. */
function bundlingBrowser(root) {
  const bundle = new TestBundle();
  let sources = null;
  let launched = null;
  // The runner would go on without its browser, so it is not for the browser's driver to act on signals.
  const signals = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false };
  const launchOptions = { executablePath, args, env: { ...process.env, ...env }, ...signals };
  const puppeteer = {
    launch(options) {
      launched = puppeteerCore.launch(options);
      return launched;
    },
  };
  const launcher = chromeLauncher({ launchOptions, createPage, puppeteer });
  const initialize = launcher.initialize.bind(launcher);
  launcher.initialize = async (config, testFiles) => {
    await initialize(config, testFiles);
    await bundle.make(testFiles);
    if (!config.watch) return;
    // A build that fails is told by the pages that ask for it.
    sources.on('change', () => bundle.make(testFiles).catch(() => {}));
    sources.add(['server', 'webapp'].map((folder) => join(root, folder)));
  };
  const plugin = {
    name: 'test-bundle',
    serverStart({ fileWatcher }) {
      sources = fileWatcher;
    },
    async serverStop() {
      await (await launched)?.close();
    },
  };
  return { launcher, plugin, serve: (context, next) => bundle.serve(context, next) };
}

/** The runner knows one way to be stopped, and not from the first moment. */
for (const signal of ['SIGTERM', 'SIGHUP']) process.once(signal, () => process.emit('SIGINT') || process.exit(1));

/** The settings of the runner for these files of the project at `root`. */
export function settingsFor({ files, root }) {
  const { counts, plugin } = assertionCounter();
  const browser = bundlingBrowser(root);
  return {
    rootDir: ROOT,
    files,
    plugins: [plugin, crowdingPlugin, browser.plugin],
    middleware: [browser.serve],
    browsers: [browser.launcher],
    concurrency: 2,
    browserStartTimeout: 60_000,
    testsStartTimeout: 60_000,
    testsFinishTimeout: 300_000,
    // Longer than the longest wait, so that a wait in vain is what is told.
    testFramework: { config: { timeout: 90_000 } },
    reporters: [
      defaultReporter({ reportTestProgress: false, reportTestResults: true }),
      componentReport(root, counts, PATTERN),
    ],
  };
}

// biome-ignore lint/style/noDefaultExport: the test runner takes its settings from the default export
export default settingsFor({ files: ['webapp/**/*.browser-test.ts'], root: ROOT });
