import { execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createTls } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { createGunzip } from 'node:zlib';

/** The name and password that the person's own helper gives, for the true host alone. */
export const PERSON = 'person:PERSONS-TOKEN';
/** The true host by a name that nothing resolves. */
export const TRUE_NAME = 'true.invalid';

const HOST_HEADERS = { 'Set-Cookie': 'visit=$(touch$IFS.cookie-ran)' };

/** The host that the person means, and one that belongs to the repository's author. Both are on this machine. */
export interface Hosts {
  readonly trueUrl: string;
  readonly attackerUrl: string;
  readonly attackerPort: number;
  readonly attackerTlsPort: number;
  /** Everything that must not happen, in order. */
  readonly breaches: string[];
  close(): void;
}

/** The attacker's certificate for the true host's name, which nobody has signed. */
export function makeCertificate(place: string): void {
  const names = ['-subj', `/CN=${TRUE_NAME}`, '-addext', `subjectAltName=DNS:${TRUE_NAME}`];
  const files = ['-keyout', join(place, 'key.pem'), '-out', join(place, 'cert.pem')];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  execFileSync('openssl', ['req', '-x509', ...kind, ...names, ...files], { stdio: 'pipe' });
}

/** Serves a bare repository to the person, and listens where nobody should come. */
export async function openHosts(bare: string, certificates: string): Promise<Hosts> {
  const breaches: string[] = [];
  const host = await listen(
    createServer((request, response) => {
      const { authorization, cookie, 'user-agent': agent, 'x-evil': evil } = request.headers;
      if (evil !== undefined) breaches.push('the true host got a header that the repository set');
      if (cookie?.includes('SECRET')) breaches.push('the true host got a cookie out of a file of the person');
      if (agent?.includes('evil')) breaches.push('the true host got a user agent that the repository set');
      const given = decode(authorization);
      if (given !== PERSON) {
        response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="git"', ...HOST_HEADERS }).end();
        return;
      }
      answer(bare, request, response);
    }),
  );
  const lure: RequestListener = (request, response) => {
    const given = decode(request.headers.authorization) ?? decode(request.headers['proxy-authorization']);
    breaches.push(`the attacker's host got ${request.method} ${request.url}${given ? ` with ${given}` : ''}`);
    if (given) response.writeHead(403).end();
    else response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="git"', ...HOST_HEADERS }).end();
  };
  const key = readFileSync(join(certificates, 'key.pem'));
  const cert = readFileSync(join(certificates, 'cert.pem'));
  const tls = await listen(createTls({ key, cert }, lure));
  const plain = createServer(lure);
  plain.on('connect', (request: IncomingMessage, socket: Socket) => {
    breaches.push(`the attacker's host was the proxy on the way to ${request.url}`);
    const inner = connect(tls.port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      inner.pipe(socket).pipe(inner);
    });
    for (const end of [inner, socket]) end.on('error', () => {});
  });
  const attacker = await listen(plain);
  return {
    trueUrl: `http://127.0.0.1:${host.port}/repo.git`,
    attackerUrl: `http://127.0.0.1:${attacker.port}`,
    attackerPort: attacker.port,
    attackerTlsPort: tls.port,
    breaches,
    close: () => {
      for (const { server } of [host, tls, attacker]) {
        server.closeAllConnections();
        server.close();
      }
    },
  };
}

async function listen(server: Server): Promise<{ server: Server; port: number }> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { server, port: (server.address() as AddressInfo).port };
}

function decode(header: string | undefined): string | null {
  const [, given] = /^Basic (.*)$/.exec(header ?? '') ?? [];
  return given ? Buffer.from(given, 'base64').toString('utf8') : null;
}

function answer(bare: string, request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? '', 'http://x');
  const isAd = url.pathname.endsWith('/info/refs');
  const service = isAd ? url.searchParams.get('service') : url.pathname.split('/').at(-1);
  if (!/^git-(upload|receive)-pack$/.test(service ?? '')) {
    response.writeHead(404).end();
    return;
  }
  const type = `application/x-${service}-${isAd ? 'advertisement' : 'result'}`;
  response.writeHead(200, { 'Content-Type': type, ...HOST_HEADERS });
  const flags = ['--stateless-rpc', ...(isAd ? ['--advertise-refs'] : [])];
  const env = { PATH: process.env.PATH, HOME: bare, GIT_CONFIG_NOSYSTEM: '1' };
  const git = spawn('git', [service!.slice(4), ...flags, bare], { env, stdio: ['pipe', 'pipe', 'ignore'] });
  const head = `# service=${service}\n`;
  if (isAd) response.write(`${(head.length + 4).toString(16).padStart(4, '0')}${head}0000`);
  const body = request.headers['content-encoding'] === 'gzip' ? request.pipe(createGunzip()) : request;
  body.pipe(git.stdin).on('error', () => {});
  git.stdout.pipe(response);
}
