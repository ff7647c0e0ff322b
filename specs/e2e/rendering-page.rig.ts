import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import sirv from 'sirv';
import { build } from 'vite';
import { securityHeaders } from '../../server/http/security-headers.js';
import { launchBrowser } from '../browser.js';
import type { ProbeWish } from './rendering-probe.rig.js';

const COMPONENTS = ['markdown-view', 'code-block', 'diff-view', 'terminal-output'];
const root = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

const PAGE = `<!doctype html><html lang="en"><title>rendering</title>
<body><main id="stage"></main><div id="dock" data-dock>dock</div><script type="module" src="/entry.ts"></script></body></html>`;

/** The elements that draw an agent's text, built as shipped and served under the app's own policy, with nothing else. */
export class RenderingPage {
  readonly page: Page;
  /** Everything that the page asked of anyone but its own server. */
  readonly foreign: string[] = [];
  readonly #browser: Browser;
  readonly #server: Server;
  readonly #folder: string;

  private constructor(parts: { page: Page; browser: Browser; server: Server; folder: string }) {
    this.page = parts.page;
    this.#browser = parts.browser;
    this.#server = parts.server;
    this.#folder = parts.folder;
  }

  /** `probes` are modules that the page loads first. */
  static async open(...probes: string[]): Promise<RenderingPage> {
    const folder = await mkdtemp(join(tmpdir(), 'acdeck-rendering-'));
    await buildInto(folder, ['specs/e2e/rendering-probe.rig.ts', ...probes]);
    const server = await serve(join(folder, 'dist'));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const browser = await launchBrowser();
    const page = await browser.newPage({ viewport: { width: 1000, height: 700 } });
    const rendering = new RenderingPage({ page, browser, server, folder });
    await rendering.#watch(origin);
    await page.goto(origin);
    await page.waitForFunction((names) => names.every((name) => customElements.get(name)), COMPONENTS);
    return rendering;
  }

  /** What broke the policy, and what ran that should not: both stay empty. */
  async misdeeds(): Promise<string[]> {
    return this.page.evaluate(() => rendering.misdeeds);
  }

  /** What the elements made of these snippets that they should not have made. */
  async showAll(wish: ProbeWish): Promise<string[]> {
    return this.page.evaluate((asked) => rendering.showAll(asked), wish);
  }

  async close(): Promise<void> {
    await this.#browser.close();
    this.#server.closeAllConnections();
    this.#server.close();
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #watch(origin: string): Promise<void> {
    const isOwn = (url: string) => url.startsWith(origin) || /^(?:data|blob):/.test(url);
    this.page.on('request', (request) => {
      if (!isOwn(request.url())) this.foreign.push(request.url());
    });
    this.page.on('dialog', (dialog) => {
      this.foreign.push(`dialog ${dialog.message()}`);
      void dialog.dismiss();
    });
    await this.page.context().route(
      (url) => !isOwn(url.href),
      (route) => route.abort(),
    );
  }
}

async function buildInto(folder: string, probes: readonly string[]): Promise<void> {
  const modules = [...probes, ...COMPONENTS.map((name) => `webapp/components/content/${name}.ts`)];
  const imports = modules.map((path) => `import ${JSON.stringify(root(path))};`);
  const styles = `import ${JSON.stringify(root('webapp/styles/tokens.css'))}; import './page.css';`;
  await writeFile(join(folder, 'index.html'), PAGE);
  await writeFile(join(folder, 'entry.ts'), [...imports, styles].join('\n'));
  await writeFile(
    join(folder, 'page.css'),
    'body{margin:0}#dock{position:fixed;inset:auto 0 0 0;height:60px;z-index:10}',
  );
  await build({
    configFile: false,
    root: folder,
    logLevel: 'error',
    worker: { format: 'es' },
    build: {
      outDir: join(folder, 'dist'),
      target: 'chrome120',
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
    },
  });
}

async function serve(folder: string): Promise<Server> {
  const files = sirv(folder);
  const server = createServer((request, response) => {
    const { port } = server.address() as AddressInfo;
    for (const [name, value] of Object.entries(securityHeaders(port))) response.setHeader(name, value);
    files(request, response, () => {
      response.writeHead(404).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}
