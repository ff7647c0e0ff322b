import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface, type Interface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { HistoryNews } from '../../protocol/api/app-state.js';
import { newsOf, startServer, textIn } from './honest-storage.rig.js';
import { nameActs } from './registry.rig.js';

/** What the other server is asked to do; each is answered with a line of JSON. */
type Order = { kind: 'stream'; times: number } | { kind: 'look' } | { kind: 'end' };

/** What it shows, and what its tabs were told. */
export interface Report {
  readonly text: string;
  readonly news: HistoryNews[];
}

/** The server of another folder, in a process of its own, with the same history file. */
export class FellowServer {
  readonly #child: ChildProcess;
  readonly #lines: Interface;

  constructor(dir: string) {
    const rig = fileURLToPath(import.meta.url);
    this.#child = spawn(process.execPath, ['--import', 'tsx', rig, dir], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.#lines = createInterface({ input: this.#child.stdout! });
  }

  async do(order: Order): Promise<Report> {
    this.#child.stdin!.write(`${JSON.stringify(order)}\n`);
    const gone = once(this.#child, 'exit').then(([code]) => {
      throw new Error(`The other server ended with ${code}.`);
    });
    const [line] = (await Promise.race([once(this.#lines, 'line'), gone])) as [string];
    gone.catch(() => {});
    return JSON.parse(line) as Report;
  }

  async kill(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    this.#child.kill('SIGKILL');
    await once(this.#child, 'exit');
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  nameActs('fellow');
  const server = await startServer(process.argv[2]!, '/work/b');
  server.registry.history.watch();
  let said = 0;
  server.prompt('Theirs');
  await server.tick();
  for await (const line of createInterface({ input: process.stdin })) {
    const order = JSON.parse(line) as Order;
    for (let i = 0; order.kind === 'stream' && i < order.times; i++) {
      server.host.last.say(`[said ${++said}] `);
      await server.tick();
    }
    if (order.kind === 'look') server.clock.pass(1000);
    const report: Report = { text: textIn(server, server.id), news: newsOf(server) };
    if (order.kind === 'end') {
      server.registry.close();
      server.store.close();
    }
    console.log(JSON.stringify(report));
    if (order.kind === 'end') process.exit(0);
  }
}
