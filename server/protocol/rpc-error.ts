const CODES = [
  'bad_request',
  'unknown_method',
  'not_found',
  'conflict',
  'too_large',
  'unavailable',
  'storage',
  'disconnected',
  'timeout',
  'internal',
] as const;

/** Why a call failed, as a closed set that both sides know. */
export type RpcErrorCode = (typeof CODES)[number];

/** The form in which an error crosses the wire; jrpc-oo would lose the message of anything else. */
export interface WireError {
  code: RpcErrorCode;
  message: string;
  data: unknown;
}

/** The only error that crosses the wire. Its message is a sentence that a person may read. */
export class RpcError extends Error {
  readonly code: RpcErrorCode;
  readonly data: unknown;

  constructor(code: RpcErrorCode, message: string, data: unknown = null) {
    super(message);
    this.name = 'RpcError';
    this.code = code;
    this.data = data;
  }

  toJSON(): WireError {
    return { code: this.code, message: this.message, data: this.data };
  }

  /** Makes an RpcError of anything that was thrown or that came over the wire. */
  static from(error: unknown): RpcError {
    if (error instanceof RpcError) return error;
    if (isWireError(error)) return new RpcError(error.code, error.message, error.data);
    if (isJrpcError(error)) return new RpcError(JRPC_CODES[error.code] ?? 'internal', error.message);
    return new RpcError('internal', error instanceof Error ? error.message : String(error));
  }
}

/** The numbers jrpc itself answers with. */
const JRPC_CODES: Record<number, RpcErrorCode> = {
  [-32600]: 'bad_request',
  [-32601]: 'unknown_method',
  [-32602]: 'bad_request',
  [-1000]: 'timeout',
};

function isWireError(error: unknown): error is WireError {
  return hasMessage(error) && CODES.some((code) => code === error.code);
}

function isJrpcError(error: unknown): error is { code: number; message: string } {
  return hasMessage(error) && typeof error.code === 'number';
}

function hasMessage(error: unknown): error is { code: unknown; message: string } {
  return (
    typeof error === 'object' && error !== null && 'code' in error && typeof Reflect.get(error, 'message') === 'string'
  );
}
