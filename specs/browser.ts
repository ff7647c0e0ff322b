import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type LaunchOptions } from 'playwright-core';
import { findBrowser } from './find-browser.js';

/** So long a shared browser may take to come back. */
const RESTART_MS = 10_000;

/** What Playwright needs to start it. */
export async function launchOptions(): Promise<LaunchOptions> {
  const { executablePath, args, env } = await findBrowser();
  return { executablePath, args, env: { ...process.env, ...env }, chromiumSandbox: !args.includes('--no-sandbox') };
}

/**
 * A browser for end-to-end tests: the one that `TEST_BROWSER` names, of which the caller sees only the contexts that it
 * opens, and which outlives `close()`. A test that stops or measures the browser, or reads its clipboard, wants its own.
 */
export async function launchBrowser({ own = false } = {}): Promise<Browser> {
  const shared = process.env.TEST_BROWSER;
  return shared && !own ? await connect(shared) : await chromium.launch(await launchOptions());
}

/** A shared browser that died is started again: whoever asks meanwhile waits for it. */
async function connect(endpoint: string): Promise<Browser> {
  const deadline = Date.now() + RESTART_MS;
  for (;;) {
    try {
      return await chromium.connect(endpoint);
    } catch (error) {
      if (Date.now() > deadline) throw new Error(`The browser at TEST_BROWSER=${endpoint} is gone.`, { cause: error });
      await sleep(100);
    }
  }
}

/** A browser for all that have its endpoint in `TEST_BROWSER`, in a process that ends with this one. */
export async function serveBrowser(): Promise<{ endpoint: string; close(): Promise<void> }> {
  const script = fileURLToPath(new URL('test-run/browser-server.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', script], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const [line] = await Promise.race([once(createInterface(child.stdout), 'line'), ended.then(() => [null])]);
  if (line === null) throw new Error('The browser for end-to-end tests did not start.');
  const close = async () => {
    child.stdin.end();
    await ended;
  };
  return { endpoint: String(line), close };
}
