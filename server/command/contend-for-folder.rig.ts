import { FolderLock } from './folder-lock.js';

// Takes the folder or not, says which, and waits to be ended: what many starts at once do.
const [dataDir, folder] = process.argv.slice(2) as [string, string];
const outcome = FolderLock.acquire(dataDir, folder);
process.stdout.write(`${outcome.kind}\n`);
setInterval(() => {}, 60_000);
