import type { z } from 'zod';
import type { ClassName, Method, MethodKind, MethodName, Role, ServerMethods } from '../protocol/api/rpc.js';
import type { CommandCall, MethodCall } from './services.js';

type AnyMethod = Method<MethodKind, unknown[], unknown>;

/** What a method is given besides its arguments. */
type CallOf<M extends AnyMethod> = M['kind'] extends 'call' ? MethodCall : CommandCall;

/** One schema for each argument, besides the id and the session that the kind brings. */
type SchemasOf<Args extends unknown[]> = { readonly [I in keyof Args]-?: z.ZodType<Args[I]> };

/** An answer that is there at once is given at once, before anything else is sent. */
type RunOf<M extends AnyMethod> = (
  call: CallOf<M>,
  ...args: M['kind'] extends 'session_command' ? [sessionId: string, ...M['args']] : M['args']
) => M['result'] | Promise<M['result']>;

/** What a method is on the server: who may call it, what its arguments must look like, and what it does with them. */
export interface ServedMethod<M extends AnyMethod> {
  readonly kind: M['kind'];
  readonly role: Role;
  readonly args: SchemasOf<M['args']>;
  readonly run: RunOf<M>;
}

/** The methods of a class: each that the protocol names, and no other, or it does not compile. */
export type ServedClass<C extends ClassName> = {
  readonly [M in MethodName<C>]: ServerMethods[C][M] extends infer One extends AnyMethod ? ServedMethod<One> : never;
};

/** Asks something, or says what must not or need not be repeated. */
export function call<M extends Method<'call', unknown[], unknown>>(
  role: Role,
  args: SchemasOf<M['args']>,
  run: RunOf<M>,
): ServedMethod<M> {
  return { kind: 'call', role, args, run };
}

/** An act of a person, done once. */
export function command<M extends Method<'command', unknown[], unknown>>(
  role: Role,
  args: SchemasOf<M['args']>,
  run: RunOf<M>,
): ServedMethod<M> {
  return { kind: 'command', role, args, run };
}

/** An act of a person in a session. */
export function inSession<M extends Method<'session_command', unknown[], unknown>>(
  role: Role,
  args: SchemasOf<M['args']>,
  run: RunOf<M>,
): ServedMethod<M> {
  return { kind: 'session_command', role, args, run };
}
