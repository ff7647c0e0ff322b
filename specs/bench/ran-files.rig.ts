import { fileURLToPath } from 'node:url';
import type { CDPSession, Page } from 'playwright-core';
import { WebSocket } from 'ws';
import { ROOT } from '../project-root.js';

/** What the inspector of V8 is asked, in a page and in Node alike. */
type Ask = (method: string, params?: Record<string, unknown>) => Promise<unknown>;

interface Coverage {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly { readonly ranges: readonly { readonly count: number }[] }[];
  }[];
}

/** Which of our files have run in a program, from a moment on: those of which a function was called. */
export class RanFiles {
  readonly #ask: Ask;
  #close = (): void => {};

  private constructor(ask: Ask) {
    this.#ask = ask;
  }

  static async inPage(page: Page): Promise<RanFiles> {
    const session: CDPSession = await page.context().newCDPSession(page);
    return RanFiles.#begin((method, params) => session.send(method as 'Profiler.enable', params as undefined));
  }

  /** Of a process whose inspector listens there. */
  static async inProcess(url: string): Promise<RanFiles> {
    const socket = new WebSocket(url);
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    const answers = new Map<number, (result: unknown) => void>();
    socket.on('message', (text) => {
      const { id, result } = JSON.parse(String(text)) as { id: number; result: unknown };
      answers.get(id)?.(result);
      answers.delete(id);
    });
    let last = 0;
    const ran = await RanFiles.#begin((method, params = {}) => {
      last += 1;
      socket.send(JSON.stringify({ id: last, method, params }));
      return new Promise((resolve) => answers.set(last, resolve));
    });
    ran.#close = () => socket.close();
    return ran;
  }

  static async #begin(ask: Ask): Promise<RanFiles> {
    await ask('Profiler.enable');
    await ask('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    return new RanFiles(ask);
  }

  /** A process that is told to end waits for whoever watches it. */
  close(): void {
    this.#close();
  }

  /** Paths of the files that ran since this was asked before. */
  async take(): Promise<Set<string>> {
    const { result } = (await this.#ask('Profiler.takePreciseCoverage')) as Coverage;
    const ran = result.filter(({ functions }) => functions.some(({ ranges }) => ranges.some(({ count }) => count > 0)));
    return new Set(ran.map(({ url }) => ownPath(url)).filter((path) => path !== null));
  }
}

/** A file of ours by the address that Node or the development server gives it; null for what is not ours. */
function ownPath(address: string): string | null {
  if (!/^(file|http):/.test(address)) return null;
  const { protocol, pathname, href } = new URL(address);
  const path = protocol === 'file:' ? fileURLToPath(href.replace(/\?.*$/, '')) : pathOf(decodeURI(pathname));
  if (!path.startsWith(ROOT)) return null;
  const own = path.slice(ROOT.length).replace(/^\//, '');
  return /^(server|webapp)\/.*\.ts$/.test(own) ? own : null;
}

function pathOf(pathname: string): string {
  return pathname.startsWith('/@fs/') ? pathname.slice('/@fs'.length) : `${ROOT.replace(/\/$/, '')}/webapp${pathname}`;
}
