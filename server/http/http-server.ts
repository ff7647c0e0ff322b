import { createServer, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { own } from '../protocol/own.js';
import { answerSocket } from './messages/answers.js';

/** What one client may cost before it has shown who it is. */
export const HTTP_LIMITS = {
  /** Cookies of every other port of this machine are among them. */
  headerBytes: 64 * 1024,
  headersMs: 5_000,
  requestMs: 10_000,
  keepAliveMs: 5_000,
  idleMs: 30_000,
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
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    const { status, sentence, extra } = own(CLIENT_ERRORS, error.code ?? '') ?? NOT_HTTP;
    answerSocket(socket, status, { sentence, headers: { ...headers(), ...extra } });
  });
  return server;
}

interface ClientError {
  status: number;
  sentence: string;
  extra?: Record<string, string>;
}

const NOT_HTTP: ClientError = { status: 400, sentence: 'This request could not be read as HTTP.' };

const CLIENT_ERRORS: Readonly<Record<string, ClientError>> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    // Browsers share cookies among all ports of a machine, so only the browser can mend this.
    sentence:
      'Pages on this computer have stored more cookies than a server can take. Your browser has been asked to clear them. ' +
      'Open AcDeck again from your terminal.',
    extra: { 'Clear-Site-Data': '"cookies"' },
  },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, sentence: 'The request took too long to arrive.' },
};
