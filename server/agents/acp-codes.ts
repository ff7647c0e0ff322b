/** ACP's code for a request that asks for what it may not have. */
export const INVALID_PARAMS = -32602;
/** ACP's code for a file, terminal or session that is not there. */
export const NOT_FOUND = -32002;
