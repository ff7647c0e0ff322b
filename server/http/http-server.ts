import { createServer, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { answerSocket } from './answers.js';

/** What one client may cost before it has shown who it is. */
export const HTTP_LIMITS = {
  headerBytes: 16 * 1024,
  headersMs: 5_000,
  requestMs: 10_000,
  keepAliveMs: 5_000,
  idleMs: 30_000,
  connections: 256,
} as const;

/** An HTTP server with limits on what a request may take; `headers` are for the answers that Node gives by itself. */
export function createHttpServer(headers: () => Record<string, string>): Server {
  const server = createServer({
    maxHeaderSize: HTTP_LIMITS.headerBytes,
    headersTimeout: HTTP_LIMITS.headersMs,
    requestTimeout: HTTP_LIMITS.requestMs,
    keepAliveTimeout: HTTP_LIMITS.keepAliveMs,
    connectionsCheckingInterval: 1_000,
    // A missing Host is the gate's to refuse.
    requireHostHeader: false,
  });
  // A client that neither sends nor reads; sockets of tabs have limits of their own.
  server.timeout = HTTP_LIMITS.idleMs;
  server.maxConnections = HTTP_LIMITS.connections;
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    const [status, sentence] = CLIENT_ERRORS[error.code ?? ''] ?? NOT_HTTP;
    answerSocket(socket, status, { sentence, headers: headers() });
  });
  return server;
}

const NOT_HTTP: readonly [number, string] = [400, 'This request could not be read as HTTP.'];

const CLIENT_ERRORS: Readonly<Record<string, readonly [number, string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'The headers of this request are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive.'],
};
