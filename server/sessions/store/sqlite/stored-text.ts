import { crc32 } from 'node:zlib';

/** An event as it is kept: its number, and the whole of it as JSON. */
export interface StoredEvent {
  readonly seq: number;
  readonly body: string;
}

/** What was stored as JSON, or `otherwise` if it is no JSON any more. */
export function parseText<T>(text: string, otherwise: T): T {
  try {
    return JSON.parse(text) as T;
  } catch {
    return otherwise;
  }
}

/** Text as SQLite can keep it: it would be cut at NUL, and halves of characters have no UTF-8. */
export function storableWords(text: string): string {
  return text.replaceAll('\0', ' ').replace(/\p{Surrogate}/gu, '\ufffd');
}

/** By this a text is known not to have changed in the file. */
export function sumOf(text: string): number {
  return crc32(text);
}

/** Whether a text is as it was written; earlier versions kept no sum. */
export function isUnchanged(text: string, sum: unknown): boolean {
  return sum === null || sum === undefined || sum === sumOf(text);
}
