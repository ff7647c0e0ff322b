import type { UploadFacts } from '../../server/protocol/uploads.js';

/** Where a file goes and how far it has come, as a share of 1. */
export interface UploadTicket {
  readonly sessionId: string;
  readonly name: string;
  readonly signal: AbortSignal;
  onProgress(share: number): void;
}

/** The way of files to the server and back; failures are errors with a sentence. */
export interface UploadPort {
  /** The file as it should be sent: a picture of a sensible size, anything else as it is. */
  prepare(file: File): Promise<Blob>;
  send(file: Blob, ticket: UploadTicket): Promise<UploadFacts>;
  load(id: string): Promise<Blob>;
  discard(id: string): Promise<void>;
}
