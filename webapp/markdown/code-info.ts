import { parsePath } from './find-paths.js';

/** What the words after an opening fence say. */
export interface CodeInfo {
  readonly language: string;
  readonly path: string | null;
  readonly line: number | null;
}

const NAMED = /(?:title|file|filename|path)\s*=\s*["']?([^"'\s}]+)/i;
const LINES = /^(\d{1,7}):\d{1,7}:(\S+)$/;

/** Reads `ts`, `ts src/a.ts`, `ts:src/a.ts`, `src/a.ts:3`, `12:40:src/a.ts` and `ts title="src/a.ts"`. */
export function readCodeInfo(info: string): CodeInfo {
  const words = info.trim().split(/\s+/);
  const first = words[0] ?? '';
  const range = LINES.exec(first);
  if (range) return { language: extensionOf(range[2]!), path: range[2]!, line: Number(range[1]) };
  const alone = parsePath(first, true);
  if (alone) return { language: extensionOf(alone.path), ...alone };
  const [language = '', joined] = first.replace(/[{,].*$/, '').split(/:(.*)/s);
  const named = NAMED.exec(info)?.[1] ?? joined ?? words[1];
  const found = named ? parsePath(named, true) : null;
  return { language, path: found?.path ?? null, line: found?.line ?? null };
}

function extensionOf(path: string): string {
  return /\.([^./]+)$/.exec(path)?.[1] ?? '';
}
