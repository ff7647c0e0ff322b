import { readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

/** What each half of the build is made from, and the file that says when it was made. */
const HALVES = {
  server: { sources: ['server'], made: 'dist/server/main.js' },
  webapp: { sources: ['webapp', 'server/protocol'], made: 'dist/webapp/index.html' },
};
/** What both are made from. Not the lock file: every `npm install` writes it anew. */
const SETTINGS = ['package.json', 'vite.config.ts'];
const NOT_SHIPPED = /\.(test|browser-test|rig|d)\.ts$|^server\/testing\//;

/**
 * Says why a half of the build has to be made anew; null if it is newer than all that goes into it. `npm start` asks each
 * time, so this is plain JavaScript that needs no compiler.
 */
export function findStaleness(half, root) {
  const { sources, made } = HALVES[half];
  const madeAt = changedAt(join(root, made));
  if (madeAt === null) return 'there is no build yet';
  const files = [...sources, ...SETTINGS].flatMap((path) => filesAt(root, path));
  const newer = files.find((path) => !NOT_SHIPPED.test(path) && changedAt(join(root, path)) > madeAt);
  return newer ? `${newer} is newer than the build` : null;
}

function filesAt(root, path) {
  const found = statSync(join(root, path), { throwIfNoEntry: false });
  if (!found?.isDirectory()) return found ? [path] : [];
  const entries = readdirSync(join(root, path), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => relative(root, join(entry.parentPath, entry.name)));
}

function changedAt(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? null;
}
