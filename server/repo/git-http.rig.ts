import { spawn } from 'node:child_process';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createSilent, type Socket } from 'node:net';
import type { TestContext } from 'node:test';
import { createGunzip } from 'node:zlib';

export interface GitHttp {
  readonly url: string;
  /** The name and password that came last. */
  lastAuth(): string | null;
  /** The headers of all requests. */
  readonly headers: IncomingHttpHeaders[];
}

/** A bare repository over HTTP on this machine, for whoever has this name and password; null lets everybody in. */
export async function serveGit(t: TestContext, bare: string, auth: string | null = null): Promise<GitHttp> {
  let last: string | null = null;
  const headers: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    headers.push(request.headers);
    response.setHeader('Set-Cookie', 'x=$(id)');
    const [, given] = /^Basic (.*)$/.exec(request.headers.authorization ?? '') ?? [];
    last = given ? Buffer.from(given, 'base64').toString('utf8') : last;
    if (auth !== null && (!given || Buffer.from(given, 'base64').toString('utf8') !== auth)) {
      response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="git"' }).end();
      return;
    }
    answer(bare, request, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/repo.git`, lastAuth: () => last, headers };
}

function answer(bare: string, request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? '', 'http://x');
  const isAd = url.pathname.endsWith('/info/refs');
  const service = isAd ? url.searchParams.get('service') : url.pathname.split('/').at(-1);
  if (!url.pathname.startsWith('/repo.git/') || !/^git-(upload|receive)-pack$/.test(service ?? '')) {
    response.writeHead(404).end();
    return;
  }
  response.setHeader('Content-Type', `application/x-${service}-${isAd ? 'advertisement' : 'result'}`);
  const flags = ['--stateless-rpc', ...(isAd ? ['--advertise-refs'] : [])];
  const git = spawn('git', [service!.slice(4), ...flags, bare], { stdio: ['pipe', 'pipe', 'ignore'] });
  if (isAd) response.write(`${packet(`# service=${service}\n`)}0000`);
  const body = request.headers['content-encoding'] === 'gzip' ? request.pipe(createGunzip()) : request;
  body.pipe(git.stdin).on('error', () => {});
  git.stdout.pipe(response);
}

function packet(text: string): string {
  return (text.length + 4).toString(16).padStart(4, '0') + text;
}

/** Takes connections and never says a word; `asked` settles with the first one. */
export async function serveSilence(t: TestContext): Promise<{ url: string; asked: Promise<void> }> {
  const open = new Set<Socket>();
  let onAsked = () => {};
  const asked = new Promise<void>((done) => {
    onAsked = done;
  });
  const server = createSilent((socket) => {
    open.add(socket);
    socket.on('error', () => {});
    onAsked();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  t.after(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/repo.git`, asked };
}
