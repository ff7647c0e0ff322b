import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import type { ActionSource, BrowserWire, TriedBrowser } from './browser-wire.js';
import { HelperProcess } from './helper-process.js';

/** Firefox, led by WebDriver BiDi. */
export const firefox: TriedBrowser = {
  id: 'firefox',
  title: 'Firefox',
  programs: ['firefox-esr|firefox'],
  install: 'apt-get install firefox-esr',
  start: ([program]) => FirefoxWire.start(program!),
};

type Answer = { id: number; result?: unknown; error?: string; message?: string };

class FirefoxWire implements BrowserWire {
  name = 'Firefox';
  readonly #process: HelperProcess;
  readonly #socket: WebSocket;
  readonly #profile: string;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #last = 0;

  private constructor(process: HelperProcess, socket: WebSocket, profile: string) {
    this.#process = process;
    this.#socket = socket;
    this.#profile = profile;
    socket.on('message', (data) => this.#take(JSON.parse(String(data)) as Answer));
    socket.on('close', () => {
      for (const [id, resolve] of this.#waiting) resolve({ id, error: 'closed', message: 'Firefox has gone.' });
    });
  }

  static async start(program: string): Promise<FirefoxWire> {
    const profile = await mkdtemp(join(tmpdir(), 'try-firefox-'));
    const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'];
    const process = new HelperProcess(program, [...args, '--width', '1440', '--height', '900'], { HOME: profile });
    const address = await process.says(/WebDriver BiDi listening on (ws:\S+)/);
    const socket = new WebSocket(`${address}/session`);
    await once(socket, 'open');
    const wire = new FirefoxWire(process, socket, profile);
    const { capabilities } = await wire.#call<{ capabilities: { browserVersion: string } }>('session.new', {
      capabilities: {},
    });
    wire.name = `Firefox ${capabilities.browserVersion}`;
    return wire;
  }

  async newTab(): Promise<string> {
    const { context } = await this.#call<{ context: string }>('browsingContext.create', { type: 'tab' });
    return context;
  }

  async go(tab: string, url: string): Promise<void> {
    await this.#call('browsingContext.navigate', { context: tab, url, wait: 'interactive' });
  }

  async reload(tab: string): Promise<void> {
    await this.#call('browsingContext.reload', { context: tab, wait: 'interactive' });
  }

  async run(tab: string, functionText: string): Promise<string> {
    type Evaluated = { type: string; result?: { value: string }; exceptionDetails?: { text: string } };
    const { result, exceptionDetails } = await this.#call<Evaluated>('script.callFunction', {
      functionDeclaration: functionText,
      awaitPromise: true,
      target: { context: tab },
    });
    if (!result) throw new Error(exceptionDetails?.text ?? 'The script failed.');
    return result.value;
  }

  async act(tab: string, actions: readonly ActionSource[]): Promise<void> {
    // Only the tab in front hears keys.
    await this.#call('browsingContext.activate', { context: tab });
    await this.#call('input.performActions', { context: tab, actions });
  }

  async close(): Promise<void> {
    this.#socket.terminate();
    await this.#process.end();
    await rm(this.#profile, { recursive: true, force: true, maxRetries: 5 });
  }

  async #call<T>(method: string, params: object): Promise<T> {
    const id = ++this.#last;
    const answered = new Promise<Answer>((resolve) => this.#waiting.set(id, resolve));
    this.#socket.send(JSON.stringify({ id, method, params }));
    const { result, error, message } = await answered;
    if (error) throw new Error(`${method}: ${message ?? error}`);
    return result as T;
  }

  #take(answer: Answer): void {
    this.#waiting.get(answer.id)?.(answer);
    this.#waiting.delete(answer.id);
  }
}
