import { SERVER_METHODS, type ServerApi } from '../../server/protocol/rpc.js';

/** Makes a call by its names. */
export type Caller = (className: keyof ServerApi, method: string, args: unknown[]) => Promise<unknown>;

/** The server's classes with all their methods, each made from its name. */
export function buildApi(call: Caller): ServerApi {
  const classes = (Object.keys(SERVER_METHODS) as (keyof ServerApi)[]).map((className) => {
    const methods = SERVER_METHODS[className].map((method) => [
      method,
      (...args: unknown[]) => call(className, method, args),
    ]);
    return [className, Object.fromEntries(methods)];
  });
  return Object.fromEntries(classes) as ServerApi;
}
