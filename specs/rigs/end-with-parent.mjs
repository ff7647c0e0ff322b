// Loaded into servers that tests start: a test process that is killed cannot stop them, so they stop when it is gone.
import { isMainThread } from 'node:worker_threads';

const EVERY_MS = 500;

if (isMainThread) {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, EVERY_MS);
  watch.unref();
}
