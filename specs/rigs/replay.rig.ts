import { connect } from 'node:net';
import { requestHead, sendRaw } from '../../server/http/raw-http.rig.js';
import type { Finding } from './stranger.rig.js';

/** A call that only somebody who is in gets an answer to, as a masked frame; the mask is zero. */
const CALL = maskedFrame('{"jsonrpc":"2.0","id":"mine","method":"Sessions.list","params":{"args":[]}}');

/**
 * Uses all that a stranger has recorded against a server: every request and socket again, as if it had been meant for this
 * port, and every value that looks like a secret in every place for one. Gives what was opened, which should be nothing.
 */
export async function replay(findings: readonly Finding[], from: number, port: number): Promise<string[]> {
  const here = JSON.parse(JSON.stringify(findings).replaceAll(String(from), String(port))) as Finding[];
  const opened: string[] = [];
  const frames = here.filter(({ kind }) => kind === 'bytes') as Extract<Finding, { kind: 'bytes' }>[];
  for (const finding of here) {
    if (finding.kind === 'upgrade') {
      const answer = await speak(port, headOf(finding), frames);
      if (answer.includes('"id":"mine"')) opened.push(`the socket ${finding.url}: ${answer.slice(-200)}`);
    } else if (finding.kind === 'request' && finding.url !== '/') {
      const { status } = await sendRaw(port, headOf(finding), finding.body);
      if (status < 400 && !(await isPublic(finding, port))) opened.push(`${finding.method} ${finding.url}: ${status}`);
    }
  }
  return [...opened, ...(await tryEverywhere(secretsIn(here), port))];
}

/** Whether anybody gets it, as the app's own files, which a tab goes on loading from whoever answers. */
async function isPublic({ method, url }: { method: string; url: string }, port: number): Promise<boolean> {
  const { status } = await sendRaw(port, requestHead(`${method} ${url}`, [['Host', `127.0.0.1:${port}`]]));
  return status < 400;
}

function headOf({ method, url, rawHeaders }: { method: string; url: string; rawHeaders: string[] }): string[] {
  const pairs = rawHeaders.flatMap((name, i) => (i % 2 === 0 ? [[name, rawHeaders[i + 1]!] as const] : []));
  return requestHead(`${method} ${url}`, pairs);
}

/** Opens a socket, says what was said before and then what a tab would; gives all that came back until an answer or the end. */
function speak(port: number, head: string[], frames: readonly { base64: string }[]): Promise<string> {
  return new Promise((resolve) => {
    let heard = '';
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(`${head.join('\r\n')}\r\n\r\n`);
      for (const { base64 } of frames) socket.write(Buffer.from(base64, 'base64'));
      socket.write(CALL);
    });
    socket.setEncoding('latin1').on('data', (part) => {
      heard += part;
      if (heard.includes('"id":"mine"')) socket.destroy();
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(heard));
  });
}

async function tryEverywhere(secrets: readonly string[], port: number): Promise<string[]> {
  const opened: string[] = [];
  const own = [
    ['Host', `127.0.0.1:${port}`],
    ['Origin', `http://127.0.0.1:${port}`],
  ] as const;
  for (const one of secrets) {
    for (const proof of [{ token: one }, { ticket: one }]) {
      const body = JSON.stringify({ ...proof, key: 'A'.repeat(87) });
      const json = [
        ['Content-Type', 'application/json'],
        ['Content-Length', String(body.length)],
      ] as const;
      const { status } = await sendRaw(port, requestHead('POST /auth', [...own, ...json]), body);
      if (status < 400) opened.push(`/auth with ${Object.keys(proof)}`);
    }
    for (const other of secrets) {
      const given = [
        ['Cookie', `acdeck_${port}=${one}`],
        ['X-AcDeck-Key', other],
        ['X-AcDeck-Pass', other],
      ] as const;
      const { status } = await sendRaw(port, requestHead('POST /whoami', [...own, ...given]));
      if (status < 400) opened.push('/whoami with a cookie and a key');
    }
  }
  return opened;
}

/** Everything long and random in what was recorded. */
function secretsIn(findings: readonly Finding[]): string[] {
  const words = JSON.stringify(findings).match(/[\w-]{40,}(?:\.[\w-]{20,})?/g) ?? [];
  return [...new Set(words.flatMap((word) => [word, word.replace(/^key\./, ''), ...word.split('.')]))];
}

export function maskedFrame(text: string): Buffer {
  const payload = Buffer.from(text);
  const length = payload.length < 126 ? [0x80 | payload.length] : [0xfe, payload.length >> 8, payload.length & 0xff];
  return Buffer.concat([Buffer.from([0x81, ...length]), Buffer.alloc(4), payload]);
}
