import type { UploadFacts } from '../../../server/protocol/api/uploads.js';
import type { UploadPort, UploadTicket } from './upload-store.js';

/** A way of files that ends in memory; a test can hold it up or let it fail. */
export class FakeUploads implements UploadPort {
  readonly sent: { name: string; sessionId: string; size: number }[] = [];
  readonly discarded: string[] = [];
  failure: string | null = null;
  gate: Promise<void> = Promise.resolve();

  async prepare(file: File): Promise<Blob> {
    return file;
  }

  async send(file: Blob, { sessionId, name, onProgress }: UploadTicket): Promise<UploadFacts> {
    onProgress(0.5);
    await this.gate;
    if (this.failure) throw new Error(this.failure);
    this.sent.push({ name, sessionId, size: file.size });
    const id = this.sent.length.toString(16).padStart(32, '0');
    return { id, name, mimeType: file.type || 'text/plain', size: file.size };
  }

  async load(): Promise<Blob> {
    return new Blob(['picture']);
  }

  async discard(id: string): Promise<void> {
    this.discarded.push(id);
  }
}
