import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { openPlainFile } from '../../paths/plain-file.js';
import { DOOR } from '../../protocol/api/door.js';
import { isPicture, type UploadTrouble } from '../../protocol/api/uploads.js';
import { answerText } from '../messages/answers.js';
import { UploadFault } from './upload-fault.js';
import type { UploadStore } from './upload-store.js';

/** Where uploads go, and which sessions may have some. */
export interface UploadTerms {
  readonly store: UploadStore;
  readonly isWritable: (sessionId: string) => boolean;
}

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

/** Whether a path is about uploads. */
export function isUploadPath(path: string): boolean {
  return path === DOOR.uploadPath || path.startsWith(`${DOOR.uploadPath}/`);
}

/** Takes, gives back and throws away uploads, for whom the gate has let in. */
export async function answerUpload(exchange: Exchange, path: string, terms: UploadTerms): Promise<void> {
  const { request, response } = exchange;
  const id = path.slice(DOOR.uploadPath.length + 1);
  try {
    if (id === '') await take(exchange, terms);
    else if (request.method === 'DELETE') discard(response, terms.store.discard(id));
    else await give(exchange, id, terms.store);
  } catch (error) {
    if (!(error instanceof UploadFault)) throw error;
    // What is left of the body is not worth reading.
    response.setHeader('Connection', 'close');
    refuse(response, error.status, error.trouble);
  }
}

async function take({ request, response }: Exchange, { store, isWritable }: UploadTerms): Promise<void> {
  if (request.method !== 'POST') return refuseMethod(response, 'POST');
  const fields = new URL(request.url ?? '', 'http://localhost').searchParams;
  const sessionId = fields.get('session') ?? '';
  if (!isWritable(sessionId)) throw new UploadFault(404, { code: 'no_session' });
  const size = Number(request.headers['content-length'] ?? Number.NaN);
  if (!Number.isSafeInteger(size) || size < 0) throw new UploadFault(411, { code: 'no_length' });
  if (size === 0) throw new UploadFault(400, { code: 'empty' });
  if (request.headers.expect) response.writeContinue();
  const claimedType = (request.headers['content-type'] ?? '').split(';', 1)[0]!.trim().toLowerCase();
  const body = readWhole(request);
  const facts = await store.add({ sessionId, name: fields.get('name') ?? '', claimedType, size, body });
  response.statusCode = 201;
  response.setHeader('Content-Type', 'application/json');
  response.end(JSON.stringify(facts));
}

/** A sender that goes away is a fault of the upload, not of the server. */
async function* readWhole(request: IncomingMessage): AsyncIterable<Buffer> {
  try {
    yield* request as AsyncIterable<Buffer>;
  } catch (error) {
    throw new UploadFault(400, { code: 'incomplete' }, { cause: error });
  }
}

function refuse(response: ServerResponse, status: number, trouble: UploadTrouble): void {
  response.statusCode = status;
  response.setHeader('Content-Type', 'application/json');
  response.end(JSON.stringify(trouble));
}

function discard(response: ServerResponse, isGone: boolean): void {
  response.statusCode = 204;
  if (isGone) response.end();
  else refuse(response, 409, { code: 'in_use' });
}

/** By POST too, because browsers tell the Origin of a read only then, and the gate wants it. */
async function give({ request, response }: Exchange, id: string, store: UploadStore): Promise<void> {
  if (request.method !== 'GET' && request.method !== 'POST') return refuseMethod(response, 'GET, POST, DELETE');
  const upload = store.find(id);
  const file = upload && (await openPlainFile(upload.path).catch(() => null));
  if (!upload || !file) throw new UploadFault(404, { code: 'gone' });
  try {
    const isShown = isPicture(upload.mimeType);
    response.setHeader('Content-Type', isShown ? upload.mimeType : 'application/octet-stream');
    response.setHeader('Content-Length', String(upload.size));
    response.setHeader('Content-Disposition', 'attachment');
    response.setHeader('Content-Security-Policy', "sandbox; default-src 'none'");
    await pipeline(file.createReadStream({ autoClose: false }), response).catch(() => response.destroy());
  } finally {
    await file.close();
  }
}

function refuseMethod(response: ServerResponse, allowed: string): void {
  response.setHeader('Allow', allowed);
  answerText(response, 405, `This path takes ${allowed} requests.`);
}
