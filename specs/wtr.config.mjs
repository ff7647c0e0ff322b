import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { esbuildPlugin } from '@web/dev-server-esbuild';
import { defaultReporter } from '@web/test-runner';
import { chromeLauncher } from '@web/test-runner-chrome';
import { tsImport } from 'tsx/esm/api';

const { findBrowser } = await tsImport('./browser.ts', import.meta.url);
const { writeRecord } = await tsImport('./test-run/test-record.ts', import.meta.url);
const { summariseFailures } = await tsImport('./test-run/summarise-failures.ts', import.meta.url);
const { executablePath, args, env } = await findBrowser();
const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const ROOT = here('..');

/**
 * Has every test file count the assertions of its tests, and keeps what they tell: by file, then by the whole name. On
 * the file's first line, so that the others keep their numbers.
 */
function assertionCounter() {
  const counts = new Map();
  return {
    counts,
    plugin: {
      name: 'count-assertions',
      transform: ({ path, body }) =>
        /\.browser-test\.ts$/.test(path) ? `import '/specs/test-run/count-browser-assertions.ts';${body}` : undefined,
      executeCommand({ command, payload, session }) {
        if (command !== 'count-assertions') return undefined;
        counts.set(session.testFile, payload);
        return true;
      },
    },
  };
}

/**
 * Tells how the run ended, and leaves a record of it for `test:rules` if it was the whole suite. A run that found
 * nothing to run has shown nothing, so it fails.
 */
function recordingReporter({ counts, files, recordIn }) {
  let isWhole = false;
  return {
    start({ config }) {
      isWhole = config.files === files && !config.watch;
    },
    async onTestRunFinished({ sessions }) {
      const tests = sessions.flatMap((session) => outcomesOf(session, counts.get(session.testFile) ?? {}, recordIn));
      const count = (outcome) => tests.filter((test) => test.outcome === outcome).length;
      const passed = count('passed');
      const closing = `component tests: ${passed} passed, ${count('failed')} failed, ${count('skipped')} skipped`;
      console.log(closing);
      const failures = sessions.flatMap((session) => failuresOf(session, recordIn));
      if (failures.length > 0) console.log(summariseFailures(failures));
      if (isWhole) await writeRecord(recordIn, { suite: 'components', closing, tests });
      if (passed > 0) return;
      console.error('No component test passed: the run counts as failed.');
      process.once('exit', () => {
        process.exitCode = 1;
      });
    },
  };
}

function outcomesOf({ testFile, testResults }, counts, root) {
  const file = relative(root, testFile).split(sep).join('/');
  const inSuite = (suite, path) => [
    ...(suite.tests ?? []).map(({ name, skipped, passed }) => ({
      file,
      name,
      outcome: skipped ? 'skipped' : passed ? 'passed' : 'failed',
      assertions: counts[[...path, name].join(' > ')] ?? 0,
    })),
    ...(suite.suites ?? []).flatMap((inner) => inSuite(inner, [...path, inner.name])),
  ];
  return testResults ? inSuite(testResults, []) : [];
}

/** What failed in a file, and what went wrong with the file itself. */
function failuresOf({ testFile, testResults, errors = [] }, root) {
  const file = relative(root, testFile).split(sep).join('/');
  const inSuite = (suite) => [
    ...(suite.tests ?? [])
      .filter(({ skipped, passed }) => !skipped && !passed)
      .map(({ name, error }) => ({ file, name, why: error?.message ?? '' })),
    ...(suite.suites ?? []).flatMap(inSuite),
  ];
  const own = errors.map(({ message }) => ({ file, name: 'the file', why: message ?? '' }));
  return [...(testResults ? inSuite(testResults) : []), ...own];
}

/** Packages of the page that have no module form; the build turns them into one, and so do we. */
const commonJs = {
  name: 'common-js',
  transform: ({ path, body }) =>
    /\/node_modules\/anser\//.test(path)
      ? `const module = { exports: {} };\n${body}\nexport default module.exports;`
      : undefined,
};

/** A style sheet of a package as text, as the build gives it. */
const inlineStyles = {
  name: 'inline-styles',
  resolveMimeType: ({ path, query }) => (/\.css$/.test(path) && 'inline' in query ? 'js' : undefined),
  transform: ({ path, query, body }) =>
    /\.css$/.test(path) && 'inline' in query ? `export default ${JSON.stringify(body)};` : undefined,
};

/** Two files run at once in one browser, which gives the focus to one page at a time: each is told that it has it. */
async function createPage({ context }) {
  const page = await context.newPage();
  const session = await page.createCDPSession();
  await session.send('Emulation.setFocusEmulationEnabled', { enabled: true });
  return page;
}

/** The settings of the runner for these files of the project at `recordIn`, which gets the record of a run. */
export function settingsFor({ files, recordIn }) {
  const { counts, plugin } = assertionCounter();
  return {
    rootDir: ROOT,
    files,
    // As shipped; Lit's development build would fill the output with its notice.
    nodeResolve: { exportConditions: ['production'] },
    plugins: [
      plugin,
      commonJs,
      inlineStyles,
      esbuildPlugin({ ts: true, target: 'auto', tsconfig: here('../tsconfig.json') }),
    ],
    browsers: [
      chromeLauncher({ launchOptions: { executablePath, args, env: { ...process.env, ...env } }, createPage }),
    ],
    concurrency: 2,
    browserStartTimeout: 60_000,
    testsStartTimeout: 60_000,
    testsFinishTimeout: 300_000,
    testFramework: { config: { timeout: 60_000 } },
    reporters: [
      defaultReporter({ reportTestProgress: false, reportTestResults: true }),
      recordingReporter({ counts, files, recordIn }),
    ],
  };
}

// biome-ignore lint/style/noDefaultExport: the test runner takes its settings from the default export
export default settingsFor({ files: ['webapp/**/*.browser-test.ts'], recordIn: ROOT });
