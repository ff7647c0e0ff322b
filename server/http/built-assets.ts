import { readdirSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join, relative, sep } from 'node:path';
import sirv from 'sirv';
import type { Assets } from './assets.js';

/** The web app as it was built into a folder. Which files there are is found out once, at the start. */
export function builtAssets(folder: string): Assets {
  const paths = pathsIn(folder);
  if (!paths.has('/index.html')) {
    throw new Error(`The web app is not built: there is no index.html in ${folder}. Run "npm run build" first.`);
  }
  paths.add('/');
  const files = sirv(folder, { etag: true, setHeaders: setCaching });
  return {
    has: (path) => paths.has(path),
    serve: (request, response) => {
      // sirv throws on ranges that make no sense; the files are small enough to be sent whole.
      delete request.headers.range;
      endOnReadError(response);
      files(request, response);
    },
  };
}

/** sirv does not listen for errors of the file that it reads, e.g. one that an update has just removed. */
function endOnReadError(response: ServerResponse): void {
  response.once('pipe', (source) => source.once('error', () => response.destroy()));
}

/** Names with a hash never change their content; the page that names them is always asked for. */
function setCaching(response: ServerResponse<IncomingMessage>, path: string): void {
  const isHashed = /^\/assets\/.*-[\w-]{8,}\.\w+$/.test(path);
  if (isHashed) response.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
  else if (path !== '/' && !path.endsWith('.html')) response.setHeader('Cache-Control', 'no-cache');
}

function pathsIn(folder: string): Set<string> {
  const entries = readFolder(folder).filter((entry) => entry.isFile());
  const names = entries.map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));
  return new Set(names.filter((name) => !/(^|\/)\./.test(name)).map((name) => `/${name}`));
}

function readFolder(folder: string) {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true });
  } catch {
    return [];
  }
}
