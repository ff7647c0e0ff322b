import type { CopyEnd, CopyPiece } from '../sessions/list/copy-writer.js';
import { RefusedFile, readConversation } from './read-conversation.js';

/** A part of the file, or the wish for the next piece of what is in it. */
export type ImportQuestion = { readonly part: string } | { readonly next: true };

/** What each question is answered. */
export type ImportAnswer =
  | { readonly taken: true }
  | { readonly piece: CopyPiece }
  | { readonly end: CopyEnd }
  | { readonly refused: RefusedFile['code'] };

let parts: string[] = [];
let reading: Generator<CopyPiece, CopyEnd> | null = null;

process.on('message', (question: ImportQuestion) => process.send?.(answer(question)));

function answer(question: ImportQuestion): ImportAnswer {
  if ('part' in question) {
    parts.push(question.part);
    return { taken: true };
  }
  try {
    reading ??= readConversation(parts.join(''));
    parts = [];
    const { value, done } = reading.next();
    return done ? { end: value } : { piece: value };
  } catch (error) {
    if (error instanceof RefusedFile) return { refused: error.code };
    throw error;
  }
}
