import { parentPort, workerData } from 'node:worker_threads';
import { type FindRequest, LiveIndex } from './live-index.js';

/** A question to the worker; the answer carries its number. */
export interface IndexQuestion extends FindRequest {
  readonly id: number;
}

/** Asks the worker to end its git and then itself. */
export const CLOSE = 'close';

const index = new LiveIndex((workerData as { folder: string }).folder);

parentPort?.on('message', (message: IndexQuestion | typeof CLOSE) => {
  if (message === CLOSE) {
    void index.close().then(() => parentPort?.close());
    return;
  }
  const { id, ...request } = message;
  index.find(request).then(
    (found) => parentPort?.postMessage({ id, found }),
    (error) => parentPort?.postMessage({ id, problem: String(error) }),
  );
});
