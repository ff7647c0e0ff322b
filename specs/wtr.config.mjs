import { fileURLToPath } from 'node:url';
import { esbuildPlugin } from '@web/dev-server-esbuild';
import { defaultReporter } from '@web/test-runner';
import { chromeLauncher } from '@web/test-runner-chrome';
import { tsImport } from 'tsx/esm/api';

const { findBrowser } = await tsImport('./browser.ts', import.meta.url);
const { executablePath, args, env } = await findBrowser();
const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** A run that found nothing to run has shown nothing, so it fails. */
function countingReporter() {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const count = (suite) => {
    for (const test of suite?.tests ?? []) counts[test.skipped ? 'skipped' : test.passed ? 'passed' : 'failed'] += 1;
    for (const inner of suite?.suites ?? []) count(inner);
  };
  return {
    onTestRunFinished({ sessions }) {
      for (const session of sessions) count(session.testResults);
      console.log(`component tests: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
      if (counts.passed > 0) return;
      console.error('No component test passed: the run counts as failed.');
      process.once('exit', () => {
        process.exitCode = 1;
      });
    },
  };
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

// biome-ignore lint/style/noDefaultExport: the test runner takes its settings from the default export
export default {
  rootDir: here('..'),
  files: ['webapp/**/*.browser-test.ts'],
  // As shipped; Lit's development build would fill the output with its notice.
  nodeResolve: { exportConditions: ['production'] },
  plugins: [commonJs, inlineStyles, esbuildPlugin({ ts: true, target: 'auto', tsconfig: here('../tsconfig.json') })],
  browsers: [chromeLauncher({ launchOptions: { executablePath, args, env: { ...process.env, ...env } } })],
  concurrency: 2,
  browserStartTimeout: 60_000,
  testsStartTimeout: 60_000,
  testsFinishTimeout: 180_000,
  testFramework: { config: { timeout: 20_000 } },
  reporters: [defaultReporter({ reportTestProgress: false, reportTestResults: true }), countingReporter()],
};
