import { DOOR } from '../../server/protocol/api/door.js';
import type { UploadFacts } from '../../server/protocol/api/uploads.js';
import { type UploadFailure, uploadText } from '../codes/upload-words.js';

/** Where a file goes, and who hears how far it has come. */
export interface SendOptions {
  readonly sessionId: string;
  readonly name: string;
  readonly signal: AbortSignal;
  onProgress(share: number): void;
}

const headers = (pass: string) => ({ [DOOR.passHeader]: pass });

/** Sends a file. Not by `fetch`, which cannot say how much has been sent. */
export function sendFile(file: Blob, options: SendOptions, pass: string): Promise<UploadFacts> {
  const { sessionId, name, signal, onProgress } = options;
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const fields = new URLSearchParams({ session: sessionId, name });
    request.open('POST', `${DOOR.uploadPath}?${fields}`);
    for (const [header, value] of Object.entries(headers(pass))) request.setRequestHeader(header, value);
    if (file.type) request.setRequestHeader('Content-Type', file.type);
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
    request.addEventListener('load', () => {
      if (request.status === 201) resolve(JSON.parse(request.responseText) as UploadFacts);
      else reject(refusalIn(request.responseText));
    });
    request.addEventListener('error', () => reject(refusal({ code: 'unreachable' })));
    request.addEventListener('abort', () => reject(refusal({ code: 'cancelled' })));
    signal.addEventListener('abort', () => request.abort());
    if (signal.aborted) reject(refusal({ code: 'cancelled' }));
    else request.send(file);
  });
}

/** Gets a file back. By POST, because browsers tell the Origin of a read only then, and the gate wants it. */
export async function loadFile(id: string, pass: string): Promise<Blob> {
  const answer = await fetch(`${DOOR.uploadPath}/${id}`, { method: 'POST', headers: headers(pass) });
  if (!answer.ok) throw refusalIn(await answer.text());
  return answer.blob();
}

/** Throws a file away that no prompt has used. */
export async function discardFile(id: string, pass: string): Promise<void> {
  await fetch(`${DOOR.uploadPath}/${id}`, { method: 'DELETE', headers: headers(pass) });
}

function refusal(trouble: UploadFailure): Error {
  return new Error(uploadText(trouble));
}

/** What the server answered, as far as it can be read. */
function refusalIn(body: string): Error {
  try {
    return refusal(JSON.parse(body) as UploadFailure);
  } catch {
    return refusal({ code: 'refused' });
  }
}
