import { connect } from 'node:net';

/** What came back, as it was on the wire. */
export interface RawAnswer {
  status: number;
  /** Names in lower case. */
  headers: Record<string, string>;
  body: string;
}

/** Sends a request as written, odd headers and all, and reads until the head of the answer and its body are there. */
export function sendRaw(port: number, head: readonly string[], body: string | Buffer = ''): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), Buffer.from(body)]));
    });
    let text = '';
    const finish = () => {
      socket.destroy();
      const answer = parseAnswer(text);
      if (answer) resolve(answer);
      else reject(new Error(`No answer to ${head[0]}: ${JSON.stringify(text)}`));
    };
    socket.setEncoding('latin1');
    socket.on('data', (part) => {
      text += part;
      if (isWhole(text, head[0]!.startsWith('HEAD '))) finish();
    });
    socket.on('end', finish);
    socket.on('error', finish);
  });
}

/** A request in HTTP/1.1; headers as pairs, so that they can be doubled. */
export function requestHead(line: string, headers: readonly (readonly [string, string])[]): string[] {
  return [`${line} HTTP/1.1`, ...headers.map(([name, value]) => `${name}: ${value}`)];
}

/** The headers that ask for a WebSocket. */
export const UPGRADE_HEADERS: readonly (readonly [string, string])[] = [
  ['Connection', 'Upgrade'],
  ['Upgrade', 'websocket'],
  ['Sec-WebSocket-Version', '13'],
  ['Sec-WebSocket-Key', 'dGhlIHNhbXBsZSBub25jZQ=='],
];

function parseAnswer(text: string): RawAnswer | null {
  const end = text.indexOf('\r\n\r\n');
  const status = /^HTTP\/1\.1 (\d{3})/.exec(text)?.[1];
  if (end < 0 || !status) return null;
  const lines = text.slice(0, end).split('\r\n').slice(1);
  const headers = Object.fromEntries(lines.map((line) => splitHeader(line)));
  return { status: Number(status), headers, body: text.slice(end + 4) };
}

function splitHeader(line: string): [string, string] {
  const colon = line.indexOf(':');
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
}

function isWhole(text: string, isHead: boolean): boolean {
  const answer = parseAnswer(text);
  if (!answer) return false;
  if (isHead || answer.status === 101 || answer.status === 204 || answer.status === 304) return true;
  const length = answer.headers['content-length'];
  if (length !== undefined) return answer.body.length >= Number(length);
  return answer.headers['transfer-encoding'] === 'chunked' ? answer.body.endsWith('0\r\n\r\n') : false;
}
