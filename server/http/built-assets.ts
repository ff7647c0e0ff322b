import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, relative, sep } from 'node:path';
import { own } from '../protocol/own.js';
import type { Assets } from './assets.js';
import { answerText } from './messages/answers.js';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html;charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
};

/** Forms in which the build leaves a file besides its own, the smallest first; each ends with its own letters. */
const PACKED = { br: '.br', gzip: '.gz' } as const;
type Encoding = keyof typeof PACKED;
const ENCODINGS = Object.keys(PACKED) as Encoding[];

/**
 * The web app as it was built into a folder. Which files there are is found out once, at the start; nothing else is asked
 * of the disk before a browser wants it, so that many files do not make a start slow.
 */
export function builtAssets(folder: string): Assets {
  const files = filesIn(folder);
  if (!files.has('/index.html')) {
    throw new Error(`The web app is not built: there is no index.html in ${folder}. Run "npm run build" first.`);
  }
  const isPacked = (path: string) => ENCODINGS.some((name) => path.endsWith(PACKED[name]));
  const named = (path: string) => (path === '/' ? '/index.html' : path);
  return {
    has: (path) => files.has(named(path)) && !isPacked(path),
    policy: (path) => (named(path) === '/index.html' ? policyOf(join(folder, 'index.html')) : {}),
    serve: (request, response) => {
      const path = named(request.url!.split('?', 1)[0]!);
      const encoding = ENCODINGS.find((name) => files.has(path + PACKED[name]) && accepts(request, name)) ?? null;
      response.setHeader('Content-Type', own(TYPES, extname(path)) ?? 'application/octet-stream');
      if (ENCODINGS.some((name) => files.has(path + PACKED[name]))) response.setHeader('Vary', 'Accept-Encoding');
      if (encoding) response.setHeader('Content-Encoding', encoding);
      setCaching(response, path);
      send({ request, response }, join(folder, path + (encoding ? PACKED[encoding] : '')));
    },
  };
}

/**
 * Sends a file whole: ranges of files so small are of no use to anybody. They are read in one go, which is over before a
 * thread that does it aside has begun.
 */
function send({ request, response }: { request: IncomingMessage; response: ServerResponse }, file: string): void {
  try {
    const { size, mtimeMs } = statSync(file);
    const tag = `W/"${size}-${Math.round(mtimeMs)}"`;
    const isKnown = request.headers['if-none-match'] === tag;
    const bytes = isKnown || request.method === 'HEAD' ? null : readFileSync(file);
    response.setHeader('ETag', tag);
    if (isKnown) response.statusCode = 304;
    else response.setHeader('Content-Length', size);
    response.end(bytes);
  } catch {
    // An update has just removed it.
    response.removeHeader('Content-Encoding');
    response.setHeader('Cache-Control', 'no-store');
    answerText(response, 404, 'This file is gone: load the page again.');
  }
}

/** Names what lies inside the page by its hash. It is read each time: an update may have replaced the page. */
function policyOf(page: string): Record<string, string> {
  try {
    const text = readFileSync(page, 'utf8');
    const hashes = (tag: 'script' | 'style') =>
      [...text.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs'))].map(
        ([, inside]) => `'sha256-${createHash('sha256').update(inside!).digest('base64')}'`,
      );
    return {
      'script-src': ["'self'", ...hashes('script')].join(' '),
      'style-src': ["'self'", ...hashes('style')].join(' '),
    };
  } catch {
    // It is gone, and the answer says so.
    return {};
  }
}

/** Whether a browser takes a form; one that it refuses expressly has a weight of zero. */
function accepts({ headers }: IncomingMessage, encoding: Encoding): boolean {
  const offered = String(headers['accept-encoding'] ?? '').split(',');
  const found = offered.map((part) => part.trim().split(/\s*;\s*/)).find(([name]) => name === encoding);
  return found !== undefined && !/^q=0(\.0*)?$/.test(found[1] ?? '');
}

/** Names with a hash never change their content; the page that names them is always asked for. */
function setCaching(response: ServerResponse, path: string): void {
  const isHashed = /^\/assets\/.*-[\w-]{8,}\.\w+$/.test(path);
  if (isHashed) response.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
  else if (!path.endsWith('.html')) response.setHeader('Cache-Control', 'no-cache');
}

function filesIn(folder: string): Set<string> {
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
