import { RpcError, type WireError } from '../protocol/api/rpc-error.js';

/** What a tab is told of anything that was thrown: our own errors whole, of others the sentence. */
export function wireError(error: unknown): WireError {
  if (!(error instanceof RpcError)) return new RpcError('internal', sentenceOf(error)).toJSON();
  const { name, message, reason } = error;
  return isJson(reason) ? error.toJSON() : new RpcError(name, message).toJSON();
}

function sentenceOf(error: unknown): string {
  try {
    const message = error instanceof Error ? error.message : String(error);
    return typeof message === 'string' && message !== '' ? message : 'The server failed without saying why.';
  } catch {
    return 'The server failed without saying why.';
  }
}

function isJson(value: unknown): boolean {
  try {
    return JSON.stringify(value) !== undefined;
  } catch {
    return false;
  }
}
