import { posix } from 'node:path';
import type { SourceFile } from './spec-rules.js';

/** One import of a file: a path from the project's root if it is ours, else the name of a package. */
export interface SourceImport {
  target: string;
  isOurs: boolean;
  isTypeOnly: boolean;
  isReexport: boolean;
}

const STATEMENT = /^(import|export)\s+(type\s+)?([^'"`;]*?)\s*\bfrom\s*['"]([^'"]+)['"]/gm;
const BARE = /^import\s*['"]([^'"]+)['"]/gm;
const DYNAMIC = /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;

/** Everything a file imports, as far as its text tells; code that our formatter has seen holds no surprises. */
export function importsOf({ path, text }: SourceFile): SourceImport[] {
  const plain = (name: string) => ({ ...locate(path, name), isTypeOnly: false, isReexport: false });
  return [
    ...[...text.matchAll(STATEMENT)].map(([, keyword, type, names, name]) => ({
      ...locate(path, name!),
      isTypeOnly: type !== undefined || hasOnlyTypes(names!),
      isReexport: keyword === 'export',
    })),
    ...[...text.matchAll(BARE)].map((match) => plain(match[1]!)),
    ...[...text.matchAll(DYNAMIC)].map((match) => plain(match[1]!)),
  ];
}

function locate(from: string, name: string): Pick<SourceImport, 'target' | 'isOurs'> {
  if (!name.startsWith('.')) return { target: name, isOurs: false };
  const path = posix.join(posix.dirname(from), name.replace(/[?#].*$/, ''));
  return { target: path.replace(/\.js$/, '.ts'), isOurs: true };
}

/** Of `{ type A, type B }` nothing is left when the program runs. */
function hasOnlyTypes(names: string): boolean {
  const inBraces = /^\{([\s\S]*)\}$/.exec(names.trim())?.[1];
  if (inBraces === undefined) return false;
  const each = inBraces
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  return each.length > 0 && each.every((name) => name.startsWith('type '));
}
