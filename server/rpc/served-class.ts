import type { z } from 'zod';
import type { ClassName, Method, MethodName, ServerMethods } from '../protocol/api/rpc.js';
import type { CommandCall, MethodCall } from './services.js';

/** What a method is on the server: what its arguments must look like, and what it does with them. */
type Served<M> =
  M extends Method<infer Kind, infer Args, infer Result>
    ? {
        /** One schema for each argument, besides the id and the session that the kind brings. */
        readonly args: { readonly [I in keyof Args]-?: z.ZodType<Args[I]> };
        /** An answer that is there at once is given at once, before anything else is sent. */
        readonly run: (
          call: Kind extends 'call' ? MethodCall : CommandCall,
          ...args: Kind extends 'session_command' ? [sessionId: string, ...Args] : Args
        ) => Result | Promise<Result>;
      }
    : never;

/** The methods of a class: each that the protocol names, and no other, or it does not compile. */
export type ServedClass<C extends ClassName> = { readonly [M in MethodName<C>]: Served<ServerMethods[C][M]> };
