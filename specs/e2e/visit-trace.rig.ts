import { EventEmitter, once } from 'node:events';
import type { CDPSession, Page } from 'playwright-core';
import { WebSocket } from 'ws';
import type { ServerProcess } from '../rigs/server-process.rig.js';
import { eventually } from './eventually.rig.js';

/** The part of V8's inspector that we use, the same in Node and in Chromium. */
interface Inspector {
  send(method: string, params?: object): Promise<unknown>;
  onScript(listener: (script: Script) => void): void;
}

interface Script {
  scriptId: string;
  url: string;
}

/** A function of the project that a journey passes. */
export interface Station {
  path: string;
  called: string;
}

interface Location {
  scriptId: string;
  lineNumber: number;
  columnNumber?: number;
}

const RECORDER = `globalThis.__visits = [];
  globalThis.__visit = (station) => { if (!__visits.includes(station)) __visits.push(station); return false; };`;

/**
 * Records which functions of the project a running process enters, in the order of their first visits. It does so from
 * outside, by breakpoints that never stop: the condition of each notes the visit and is false.
 */
export class VisitTrace {
  readonly #inspector: Inspector;
  readonly #close: () => void;
  readonly #scripts = new Map<string, Script>();

  private constructor(inspector: Inspector, close: () => void) {
    this.#inspector = inspector;
    this.#close = close;
    inspector.onScript((script) => {
      const path = /\/((?:server|webapp)\/[\w/.-]+\.ts)(?:\?|$)/.exec(pathOf(script.url))?.[1];
      if (path) this.#scripts.set(path, script);
    });
  }

  static async ofServer(server: ServerProcess): Promise<VisitTrace> {
    // Node opens its inspector when it gets this signal, at the port that it was started with.
    process.kill(server.pid, 'SIGUSR1');
    const address = /Debugger listening on (ws:\S+)/;
    const said = await eventually(
      () => server.stderr,
      (text) => address.test(text),
      'The server should open its inspector',
    );
    const socket = new WebSocket(address.exec(said)![1]!);
    await once(socket, 'open');
    return VisitTrace.#start(new VisitTrace(overSocket(socket), () => socket.terminate()));
  }

  static async ofPage(page: Page): Promise<VisitTrace> {
    const session = await page.context().newCDPSession(page);
    return VisitTrace.#start(new VisitTrace(overSession(session), () => void session.detach().catch(() => {})));
  }

  static async #start(trace: VisitTrace): Promise<VisitTrace> {
    await trace.#inspector.send('Runtime.evaluate', { expression: RECORDER });
    await trace.#inspector.send('Debugger.enable');
    return trace;
  }

  /** Watches functions of files that have been loaded by now; gives those that it cannot find. */
  async watch(stations: Iterable<Station>): Promise<string[]> {
    const missing: string[] = [];
    for (const station of stations) if (!(await this.#watchOne(station))) missing.push(nameOf(station));
    return missing;
  }

  /** Forgets the visits so far. */
  async clear(): Promise<void> {
    await this.#inspector.send('Runtime.evaluate', { expression: '__visits.length = 0' });
  }

  /** The functions that were entered since, in the order of their first visits. */
  async visits(): Promise<string[]> {
    const answer = (await this.#inspector.send('Runtime.evaluate', {
      expression: '__visits',
      returnByValue: true,
    })) as { result: { value: string[] } };
    return answer.result.value;
  }

  close(): void {
    this.#close();
  }

  async #watchOne(station: Station): Promise<boolean> {
    const { scriptId } = this.#scripts.get(station.path) ?? {};
    if (!scriptId) return false;
    const { scriptSource } = (await this.#inspector.send('Debugger.getScriptSource', { scriptId })) as {
      scriptSource: string;
    };
    const start = placeIn(scriptSource, station.called);
    if (!start) return false;
    const { locations } = (await this.#inspector.send('Debugger.getPossibleBreakpoints', {
      start: { scriptId, ...start },
    })) as { locations: Location[] };
    const [first] = locations;
    if (!first) return false;
    const { lineNumber, columnNumber = 0 } = first;
    const condition = `__visit(${JSON.stringify(nameOf(station))})`;
    await this.#inspector.send('Debugger.setBreakpoint', {
      location: { scriptId, lineNumber, columnNumber },
      condition,
    });
    return true;
  }
}

/** Where the body of a function, a method or an entry of a table begins, however a translator has laid it out. */
function placeIn(source: string, called: string): Omit<Location, 'scriptId'> | null {
  const parameters = String.raw`\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)`;
  // A private name may follow its `async` at once.
  const start = called.startsWith('#') ? String.raw`(?<!\.)` : String.raw`(?<![\w.$#])`;
  const definition = new RegExp(String.raw`${start}${called}(?:\s*${parameters}\s*\{|\s*:\s*\{[^]*?=>)`);
  const found = definition.exec(source);
  if (!found) return null;
  const before = source.slice(0, found.index + found[0].length).split('\n');
  return { lineNumber: before.length - 1, columnNumber: before.at(-1)!.length };
}

export function nameOf({ path, called }: Station): string {
  return `${path} ${called}`;
}

/** Where a script comes from: its path on disk, or below the server's root, which is `webapp`. */
function pathOf(url: string): string {
  if (!url.startsWith('http')) return url;
  const { pathname } = new URL(url);
  return pathname.startsWith('/@fs/') ? pathname : `/webapp${pathname}`;
}

function overSocket(socket: WebSocket): Inspector {
  const events = new EventEmitter();
  const waiting = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>();
  let last = 0;
  socket.on('message', (data) => {
    const message = JSON.parse(String(data)) as { id?: number; method?: string; params?: unknown } & Record<
      'result' | 'error',
      unknown
    >;
    if (message.method) events.emit(message.method, message.params);
    const caller = waiting.get(message.id ?? -1);
    waiting.delete(message.id ?? -1);
    if (message.error) caller?.reject(new Error(JSON.stringify(message.error)));
    else caller?.resolve(message.result);
  });
  return {
    send: (method, params = {}) =>
      new Promise((resolve, reject) => {
        waiting.set(++last, { resolve, reject });
        socket.send(JSON.stringify({ id: last, method, params }));
      }),
    onScript: (listener) => void events.on('Debugger.scriptParsed', listener),
  };
}

function overSession(session: CDPSession): Inspector {
  return {
    send: (method, params) => session.send(method as 'Debugger.enable', params as undefined),
    onScript: (listener) => void session.on('Debugger.scriptParsed', listener),
  };
}
