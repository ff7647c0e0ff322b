import { isFields } from '../fields.js';
import { type ErrorReason, readReason } from './error-reason.js';

/**
 * Why a call failed: a closed set of names that both sides know, and the number of each on the wire. The first five are
 * JSON-RPC's own; the others are from the range that it leaves to servers.
 */
export const ERROR_CODES = {
  /** The frame is not JSON. */
  parse_error: -32700,
  /** The frame is JSON, but holds no call. */
  invalid_request: -32600,
  unknown_method: -32601,
  /** The arguments are wrong, or make no sense now. */
  bad_request: -32602,
  internal: -32603,
  /** The role of the tab does not allow it. */
  forbidden: -32001,
  not_found: -32002,
  conflict: -32003,
  too_large: -32004,
  unavailable: -32005,
  storage: -32006,
  disconnected: -32007,
  timeout: -32008,
} as const;

export type RpcErrorName = keyof typeof ERROR_CODES;

/** An error as it crosses the wire, in the form of JSON-RPC 2.0; jrpc-oo would lose the message of anything else. */
export interface WireError {
  code: number;
  message: string;
  data: { name: RpcErrorName; reason: ErrorReason | null };
}

/**
 * The only error that crosses the wire. Its name says what failed and its reason why, for which the page has the
 * sentence; its message is plain English for logs and for clients other than the page.
 */
export class RpcError extends Error {
  override readonly name: RpcErrorName;
  readonly reason: ErrorReason | null;

  constructor(name: RpcErrorName, message: string, reason: ErrorReason | null = null) {
    super(message);
    this.name = name;
    this.reason = reason;
  }

  toJSON(): WireError {
    const { name, message, reason } = this;
    return { code: ERROR_CODES[name], message, data: { name, reason } };
  }

  /** Makes an RpcError of anything that was thrown or that came over the wire. */
  static from(error: unknown): RpcError {
    if (error instanceof RpcError) return error;
    if (isNumbered(error)) {
      const { name, reason } = isFields(error.data) ? error.data : {};
      return new RpcError(isName(name) ? name : nameOf(error.code), error.message, readReason(reason));
    }
    return new RpcError('internal', error instanceof Error ? error.message : String(error));
  }
}

/** jrpc's own number for an answer that does not come. */
const JRPC_TIMEOUT = -1000;

function nameOf(code: number): RpcErrorName {
  if (code === JRPC_TIMEOUT) return 'timeout';
  return (Object.keys(ERROR_CODES) as RpcErrorName[]).find((name) => ERROR_CODES[name] === code) ?? 'internal';
}

function isName(name: unknown): name is RpcErrorName {
  return typeof name === 'string' && Object.hasOwn(ERROR_CODES, name);
}

function isNumbered(error: unknown): error is { code: number; message: string; data?: unknown } {
  return isFields(error) && typeof error.code === 'number' && typeof error.message === 'string';
}
