import { open } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { DOOR } from '../../protocol/door.js';
import { isPicture } from '../../protocol/uploads.js';
import { answerText } from '../answers.js';
import { UploadFault } from './upload-fault.js';
import type { UploadStore } from './upload-store.js';

/** Where uploads go, and which sessions may have some. */
export interface UploadDesk {
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
export async function answerUpload(exchange: Exchange, path: string, desk: UploadDesk): Promise<void> {
  const { request, response } = exchange;
  const id = path.slice(DOOR.uploadPath.length + 1);
  try {
    if (id === '') await take(exchange, desk);
    else if (request.method === 'DELETE') discard(response, desk.store.discard(id));
    else await give(exchange, id, desk.store);
  } catch (error) {
    if (!(error instanceof UploadFault)) throw error;
    // What is left of the body is not worth reading.
    response.setHeader('Connection', 'close');
    answerText(response, error.status, error.message);
  }
}

async function take({ request, response }: Exchange, { store, isWritable }: UploadDesk): Promise<void> {
  if (request.method !== 'POST') return refuseMethod(response, 'POST');
  const fields = new URL(request.url ?? '', 'http://localhost').searchParams;
  const sessionId = fields.get('session') ?? '';
  if (!isWritable(sessionId)) throw new UploadFault(404, 'There is no session here that this file could belong to.');
  const size = Number(request.headers['content-length'] ?? Number.NaN);
  if (!Number.isSafeInteger(size) || size < 0) throw new UploadFault(411, 'An upload says beforehand how long it is.');
  if (size === 0) throw new UploadFault(400, 'This file is empty.');
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
    throw new UploadFault(400, 'The file did not arrive as a whole: send it again.', { cause: error });
  }
}

function discard(response: ServerResponse, isGone: boolean): void {
  response.statusCode = 204;
  if (isGone) response.end();
  else answerText(response, 409, 'This file is not there, or a message uses it.');
}

/** By POST too, because browsers tell the Origin of a read only then, and the gate wants it. */
async function give({ request, response }: Exchange, id: string, store: UploadStore): Promise<void> {
  if (request.method !== 'GET' && request.method !== 'POST') return refuseMethod(response, 'GET, POST, DELETE');
  const upload = store.find(id);
  const file = upload && (await open(upload.path, 'r').catch(() => null));
  if (!upload || !file) throw new UploadFault(404, 'This file is no longer there.');
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
