import { DOOR } from '../../server/protocol/door.js';
import type { UploadFacts } from '../../server/protocol/uploads.js';
import { SignIn } from './sign-in.js';

/** Where a file goes, and who hears how far it has come. */
export interface SendOptions {
  readonly sessionId: string;
  readonly name: string;
  readonly signal: AbortSignal;
  onProgress(share: number): void;
}

const headers = () => ({ [DOOR.keyHeader]: localStorage.getItem(SignIn.storageKey) ?? '' });

/** Sends a file. Not by `fetch`, which cannot tell how much has been sent. */
export function sendFile(file: Blob, { sessionId, name, signal, onProgress }: SendOptions): Promise<UploadFacts> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const fields = new URLSearchParams({ session: sessionId, name });
    request.open('POST', `${DOOR.uploadPath}?${fields}`);
    for (const [header, value] of Object.entries(headers())) request.setRequestHeader(header, value);
    if (file.type) request.setRequestHeader('Content-Type', file.type);
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
    request.addEventListener('load', () => {
      if (request.status === 201) resolve(JSON.parse(request.responseText) as UploadFacts);
      else reject(new Error(request.responseText.trim() || `The server answered ${request.status}.`));
    });
    request.addEventListener('error', () => reject(new Error('The server could not be reached.')));
    request.addEventListener('abort', () => reject(new Error('It was called off.')));
    signal.addEventListener('abort', () => request.abort());
    request.send(file);
  });
}

/** Gets a file back. By POST, because browsers tell the Origin of a read only then, and the gate wants it. */
export async function loadFile(id: string): Promise<Blob> {
  const answer = await fetch(`${DOOR.uploadPath}/${id}`, { method: 'POST', headers: headers() });
  if (!answer.ok) throw new Error((await answer.text()).trim());
  return answer.blob();
}

/** Throws a file away that no prompt has used. */
export async function discardFile(id: string): Promise<void> {
  await fetch(`${DOOR.uploadPath}/${id}`, { method: 'DELETE', headers: headers() });
}
