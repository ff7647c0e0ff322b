import type { SourceFile } from '../spec-rules.js';

const ATTRIBUTE =
  /\b(?:aria-label|aria-description|aria-valuetext|title|placeholder|alt)="[^"]*$|\b(?:aria-label|aria-description|aria-valuetext|title|placeholder|alt)="[^"]*[a-z][^"]*/gi;

/** Words that stand in `html` templates themselves: between tags, or in an attribute that people read or hear. */
export function wordsInTemplates({ path, text }: SourceFile): string[] {
  return templatesIn(text).flatMap((template) => wordsIn(template).map((words) => `${path}: ${words}`));
}

/** What an `html` template says by itself, with a mark where something is filled in; inner templates come as their own. */
function templatesIn(text: string): string[] {
  const found: string[] = [];
  const read = (from: number): number => {
    let template = '';
    for (let at = from; at < text.length; at += 1) {
      if (text[at] === '\\') at += 1;
      else if (text[at] === '`') {
        found.push(template);
        return at;
      } else if (text.startsWith('${', at)) {
        template += '\0';
        at = readCode(at + 2);
      } else template += text[at];
    }
    return text.length;
  };
  /** Code up to the brace that closes it, or the end. */
  const readCode = (from: number): number => {
    let depth = 0;
    for (let at = from; at < text.length; at += 1) {
      const sign = text[at];
      if (sign === '{') depth += 1;
      else if (sign === '}' && depth-- === 0) return at;
      else if (sign === "'" || sign === '"') at = skipString(text, at);
      else if (sign === '/' && text[at + 1] === '/')
        at = text.indexOf('\n', at) < 0 ? text.length : text.indexOf('\n', at);
      else if (sign === '/' && text[at + 1] === '*') at = text.indexOf('*/', at) + 1;
      else if (sign === '/' && isRegex(text, at)) at = skipRegex(text, at);
      else if (sign === '`') {
        const isHtml = /\bhtml$/.test(text.slice(Math.max(0, at - 8), at));
        at = read(at + 1);
        // A template that is not `html` is a text; those inside it have been found before it.
        if (!isHtml) found.pop();
      }
    }
    return text.length;
  };
  readCode(0);
  return found;
}

function skipString(text: string, from: number): number {
  const quote = text[from];
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === quote || text[at] === '\n') return at;
  }
  return text.length;
}

/** A slash after a value divides; after anything else it begins a pattern. */
function isRegex(text: string, at: number): boolean {
  return /(?:[(,=:[!&|?{};]|\breturn|=>)\s*$/.test(text.slice(Math.max(0, at - 12), at));
}

function skipRegex(text: string, from: number): number {
  let inSet = false;
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '[') inSet = true;
    else if (text[at] === ']') inSet = false;
    else if (text[at] === '\n' || (text[at] === '/' && !inSet)) return at;
  }
  return text.length;
}

function wordsIn(template: string): string[] {
  const between = template.replace(/<kbd>[^<]*<\/kbd>/g, '').split(/<[^>]*>/);
  const words = between
    .flatMap((part) => part.split('\0'))
    .map((part) => part.trim())
    .filter((part) => /[a-z]{2}/i.test(part));
  const attributes = [...template.matchAll(ATTRIBUTE)].flatMap(([found]) => {
    const value = found.split('"')[1]!.replaceAll('\0', '');
    return /[a-z]{2}/i.test(value) ? [found.replaceAll('\0', '').split(' \0')[0]!] : [];
  });
  return [...words, ...attributes];
}
