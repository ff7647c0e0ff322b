/** ACP's code for "sign in first"; no matter what the text beside it says. */
export const AUTH_REQUIRED = -32000;
/** ACP's code for a file, terminal or session that is not there. */
export const NOT_FOUND = -32002;
/** JSON-RPC's code in ACP for a request that was cancelled. */
export const REQUEST_CANCELLED = -32800;
/** ACP's code for a method that somebody does not have. */
export const METHOD_NOT_FOUND = -32601;
/** ACP's code for a request that asks for what it may not have. */
export const INVALID_PARAMS = -32602;
/** ACP's code for a failure that is the other side's own. */
export const INTERNAL_ERROR = -32603;
