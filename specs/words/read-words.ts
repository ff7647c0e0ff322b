import { tsImport } from 'tsx/esm/api';
import { readSources } from '../read-sources.js';
import type { SourceFile } from '../spec-rules.js';

/** A sentence that people read, and where it comes from. */
export interface Said {
  readonly at: string;
  readonly text: string;
}

/** Every sentence of every catalogue of the page; those that are made of data, made of 1 and of 2. */
export async function catalogueSentences(): Promise<Said[]> {
  const files = await readSources(['webapp'], (path) => path.endsWith('.ts') && !/test\.ts$|\.rig\.ts$/.test(path));
  const said: Said[] = [];
  for (const { path } of files.filter(({ path, text }) => /= catalogue\(/.test(text) && !path.endsWith('/format.ts'))) {
    // By its path, which no bundler can foresee.
    const module: Record<string, unknown> = await tsImport(`../../${path}`, import.meta.url);
    for (const [name, value] of Object.entries(module))
      if (typeof value === 'object') said.push(...sentencesIn(value, name));
  }
  return said;
}

function sentencesIn(value: unknown, at: string): Said[] {
  if (typeof value === 'string') return [{ at, text: value }];
  if (typeof value === 'function') return [1, 2].map((n) => ({ at, text: String(value(n, n, n, n)) }));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => sentencesIn(inner, `${at}.${name}`));
}

/** Sentences in the code of the server: texts that begin as one does and have words. Comments are not for people who use it. */
export function sentencesInCode(file: SourceFile): Said[] {
  return textsInCode(file).filter(({ text }) => /^(?:[A-Z“]|X )/.test(text) && /[a-z]+ [a-z]+ [a-z]+/.test(text));
}

function textsInCode({ path, text }: SourceFile): Said[] {
  const code = text.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '');
  return [...code.matchAll(/'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`/g)].map((match) => {
    const found = (match[1] ?? match[2]!).replace(/\$\{[^}]*\}/g, 'X').replace(/\\(.)/g, '$1');
    return { at: path, text: found };
  });
}

/** Texts in code that have at least two words, however they begin: labels, help and parts of errors. */
export function phrasesInCode(file: SourceFile): Said[] {
  return textsInCode(file).filter(({ text }) => /[a-z]{2,} [a-z]{2,}/i.test(text));
}

/** The sentences of a page in Markdown, without its code. */
export function sentencesInPage({ path, text }: SourceFile): Said[] {
  const prose = text.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, 'X');
  return prose
    .split(/\n\s*\n|\n(?=[-|#>])|(?<=[.?]) (?=[A-Z“])/)
    .map((part) => part.replace(/\s+/g, ' ').trim())
    .filter((part) => part !== '')
    .map((part) => ({ at: path, text: part }));
}
