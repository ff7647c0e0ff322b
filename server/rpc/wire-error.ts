import { RpcError, type WireError } from '../protocol/rpc-error.js';

/** What a tab is told of anything that was thrown: our own errors whole, of others the sentence. */
export function wireError(error: unknown): WireError {
  if (error instanceof RpcError) {
    const { code, message, data } = error;
    return { code, message, data: isJson(data) ? data : null };
  }
  return { code: 'internal', message: sentenceOf(error), data: null };
}

function sentenceOf(error: unknown): string {
  try {
    const message = error instanceof Error ? error.message : String(error);
    return typeof message === 'string' && message !== '' ? message : 'The server failed without saying why.';
  } catch {
    return 'The server failed without saying why.';
  }
}

function isJson(data: unknown): boolean {
  try {
    return JSON.stringify(data) !== undefined;
  } catch {
    return false;
  }
}
