import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { eventually } from '../e2e/eventually.rig.js';
import type { ActionSource, BrowserWire, TriedBrowser } from './browser-wire.js';
import { HelperProcess } from './helper-process.js';

/** WebKitGTK's own small browser, led by WebDriver; it needs a screen, which nobody has to look at. */
export const webkit: TriedBrowser = {
  id: 'webkit',
  title: 'WebKitGTK',
  programs: ['WebKitWebDriver', 'Xvfb'],
  install: 'apt-get install webkit2gtk-driver xvfb',
  start: ([driver, screen]) => WebKitWire.start(driver!, screen!),
};

/** For what never comes: the driver may wait for its browser for ever. */
const ANSWER_LIMIT_MS = 60_000;

interface Session {
  sessionId: string;
  capabilities: { browserVersion: string };
}

class WebKitWire implements BrowserWire {
  readonly name: string;
  readonly #processes: readonly HelperProcess[];
  readonly #address: string;
  /** The tab that a session begins with. */
  #unused: string | null = null;
  #current = '';

  private constructor(name: string, processes: readonly HelperProcess[], address: string) {
    this.name = name;
    this.#processes = processes;
    this.#address = address;
  }

  static async start(driver: string, screen: string): Promise<WebKitWire> {
    const display = new HelperProcess(screen, ['-displayfd', '3', '-screen', '0', '1440x900x24', '-nolisten', 'tcp']);
    const number = await display.says(/^(\d+)\n/m);
    const port = await freePort();
    const env = { DISPLAY: `:${number}`, GDK_BACKEND: 'x11', NO_AT_BRIDGE: '1' };
    const process = new HelperProcess(driver, ['--host=127.0.0.1', `--port=${port}`], env);
    const address = `http://127.0.0.1:${port}`;
    await listening(address);
    const { sessionId, capabilities } = await call<Session>(`${address}/session`, { capabilities: {} });
    const session = `${address}/session/${sessionId}`;
    const wire = new WebKitWire(`WebKitGTK ${capabilities.browserVersion}`, [process, display], session);
    wire.#unused = await call<string>(`${session}/window`, null, 'GET');
    wire.#current = wire.#unused;
    await call(`${session}/window/rect`, { x: 0, y: 0, width: 1440, height: 900 });
    return wire;
  }

  async newTab(): Promise<string> {
    const first = this.#unused;
    this.#unused = null;
    // A second tab would stay behind the first, where nothing is drawn and no key is heard.
    return first ?? (await this.#call<{ handle: string }>('window/new', { type: 'window' })).handle;
  }

  async go(tab: string, url: string): Promise<void> {
    await this.#in(tab);
    await this.#call('url', { url });
  }

  async reload(tab: string): Promise<void> {
    await this.#in(tab);
    await this.#call('refresh', {});
  }

  async run(tab: string, functionText: string): Promise<string> {
    await this.#in(tab);
    return await this.#call<string>('execute/sync', { script: `return (${functionText})()`, args: [] });
  }

  async act(tab: string, actions: readonly ActionSource[]): Promise<void> {
    await this.#in(tab);
    await this.#call('actions', { actions });
  }

  async close(): Promise<void> {
    await call(this.#address, null, 'DELETE').catch(() => {});
    for (const process of this.#processes) await process.end();
  }

  async #in(tab: string): Promise<void> {
    if (tab !== this.#current) await this.#call('window', { handle: tab });
    this.#current = tab;
  }

  #call<T>(path: string, body: object): Promise<T> {
    return call<T>(`${this.#address}/${path}`, body);
  }
}

async function call<T>(address: string, body: object | null, method = 'POST'): Promise<T> {
  const signal = AbortSignal.timeout(ANSWER_LIMIT_MS);
  const answer = await fetch(address, { method, signal, ...(body ? { body: JSON.stringify(body) } : {}) });
  const { value } = (await answer.json()) as { value: T & { message?: string; error?: string } };
  if (!answer.ok) throw new Error(value.message || value.error || `WebDriver answered ${answer.status}.`);
  return value;
}

/** The driver cannot say which port it has taken, so it is told one. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function listening(address: string): Promise<void> {
  await eventually(
    () =>
      fetch(`${address}/status`).then(
        ({ ok }) => ok,
        () => false,
      ),
    (isThere) => isThere,
    'WebKitWebDriver should listen',
  );
}
