import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { DOOR } from '../protocol/door.js';
import { openableAddress, printedAddress } from './address.js';
import type { Address } from './reporter.js';
import type { RunRecord } from './run-file.js';

/** How long another start may take to listen, or to end; a machine under load needs its time. */
const PATIENCE_MS = 20_000;
const LOOK_AGAIN_MS = 50;
const ANSWER_MS = 5_000;

/** What became of the server that has the folder. */
export type Reached =
  | { kind: 'answers'; address: Address; openable: string }
  | { kind: 'gone' }
  | { kind: 'silent'; pid: number };

/** Waits for the server that owns a folder to answer; `owner` looks up who that is now. */
export async function reachRunningServer(owner: () => RunRecord | null, patienceMs = PATIENCE_MS): Promise<Reached> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const record = owner();
    if (!record) return { kind: 'gone' };
    const ticket = record.door && (await askForTicket(record.door));
    if (record.door && ticket) {
      const { port, token } = record.door;
      const address = { url: printedAddress(port, token), port, pid: record.pid };
      return { kind: 'answers', address, openable: openableAddress(port, ticket) };
    }
    if (performance.now() > deadline) return { kind: 'silent', pid: record.pid };
    await sleep(LOOK_AGAIN_MS);
  }
}

/** Also shows that it is our server that answers there: nobody else knows the token. */
function askForTicket({ port, token }: { port: number; token: string }): Promise<string | null> {
  return new Promise((resolve) => {
    const headers = { Origin: `http://127.0.0.1:${port}`, 'Content-Type': 'application/json' };
    const options = { host: '127.0.0.1', port, path: DOOR.authPath, method: 'POST', headers, timeout: ANSWER_MS };
    const asked = request(options, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text: string) => {
        body += text;
      });
      response.once('end', () => resolve(response.statusCode === 200 ? ticketIn(body) : null));
      response.once('error', () => resolve(null));
    });
    asked.once('timeout', () => asked.destroy());
    asked.once('error', () => resolve(null));
    asked.end(JSON.stringify({ token, want: 'ticket' }));
  });
}

function ticketIn(body: string): string | null {
  try {
    const { ticket } = JSON.parse(body) as { ticket?: unknown };
    return typeof ticket === 'string' ? ticket : null;
  } catch {
    return null;
  }
}
