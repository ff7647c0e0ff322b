import { parentPort, workerData } from 'node:worker_threads';
import { type FindRequest, LiveIndex } from './live-index.js';

/** A question to the worker; the answer carries its number. */
export interface IndexQuestion extends FindRequest {
  readonly id: number;
}

const index = new LiveIndex((workerData as { folder: string }).folder);

parentPort?.on('message', ({ id, ...request }: IndexQuestion) => {
  index.find(request).then(
    (found) => parentPort?.postMessage({ id, found }),
    (error) => parentPort?.postMessage({ id, problem: String(error) }),
  );
});
