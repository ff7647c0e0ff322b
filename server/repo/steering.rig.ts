import { createServer as createHttp, type IncomingMessage, type Server } from 'node:http';
import { createServer as createTls } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { TestContext } from 'node:test';

/** A certificate that nobody has signed, for `git.invalid` and 127.0.0.1. It guards nothing. */
export const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBoTCCAUegAwIBAgIUMwdC+G9ljOB8vXpELOMKJKaDITQwCgYIKoZIzj0EAwIw
FjEUMBIGA1UEAwwLZ2l0LmludmFsaWQwIBcNMjYxMTE4MDIxOTI4WhgPMjEyNjEw
MjUwMjE5MjhaMBYxFDASBgNVBAMMC2dpdC5pbnZhbGlkMFkwEwYHKoZIzj0CAQYI
KoZIzj0DAQcDQgAE78SW/4YgP6i5FKfBJXOOReYZyLmBrkPWmzOF/KBReo10Omkx
0MrEWpngFtlbq4uw2p227gFyPxohJNvH49MRuaNxMG8wHQYDVR0OBBYEFP2J8zoa
BhKuzIEUiDkmoBtfX5HiMB8GA1UdIwQYMBaAFP2J8zoaBhKuzIEUiDkmoBtfX5Hi
MA8GA1UdEwEB/wQFMAMBAf8wHAYDVR0RBBUwE4ILZ2l0LmludmFsaWSHBH8AAAEw
CgYIKoZIzj0EAwIDSAAwRQIgX3q4YP5z0Eu/pDtB1IUrOVhdH+H2A6YW2FmPLztm
IgoCIQCe0QvVcGcL3pJm11VfRjdRovGdq8doTDDHW5+96mM5fg==
-----END CERTIFICATE-----`;
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgH/+ZlrU9I4MqBejE
qcp0RMqgmlV+895B/5DkFt36ruShRANCAATvxJb/hiA/qLkUp8Elc45F5hnIuYGu
Q9abM4X8oFF6jXQ6aTHQysRameAW2Vuri7DanbbuAXI/GiEk28fj0xG5
-----END PRIVATE KEY-----`;

/** Somebody on this machine whom git should never reach, or whom it should tell nothing. */
export interface Stranger {
  readonly port: number;
  /** What came, one line each: a method, a path or a host, and the name and password that were given. */
  readonly told: string[];
}

/** Takes any request by TLS, asks for a password, and sets a cookie. */
export function serveTls(t: TestContext): Promise<Stranger> {
  const told: string[] = [];
  const server = createTls({ key: KEY, cert: CERTIFICATE }, (request, response) => {
    told.push(lineOf(request));
    response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="git"', 'Set-Cookie': 'x=y' }).end();
  });
  return listen(t, server, told);
}

/** A proxy: it notes every request, and leads every tunnel to one port, whatever was asked for. */
export function serveProxy(t: TestContext, leadsTo: number | null = null): Promise<Stranger> {
  const told: string[] = [];
  const server = createHttp((request, response) => {
    told.push(lineOf(request));
    response.writeHead(502).end();
  });
  server.on('connect', (request: IncomingMessage, socket: Socket) => {
    told.push(lineOf(request));
    socket.on('error', () => {});
    if (leadsTo === null) return socket.end('HTTP/1.1 502 No\r\n\r\n');
    const other = connect(leadsTo, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      socket.pipe(other).pipe(socket);
    });
    other.on('error', () => socket.destroy());
    t.after(() => other.destroy());
    return socket;
  });
  return listen(t, server, told);
}

async function listen(t: TestContext, server: Server, told: string[]): Promise<Stranger> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, told };
}

function lineOf({ method, url, headers }: IncomingMessage): string {
  const [, given = ''] = /^Basic (.*)$/.exec(headers.authorization ?? '') ?? [];
  return `${method} ${url} ${Buffer.from(given, 'base64').toString('utf8')}`.trim();
}
