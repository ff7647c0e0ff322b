import { debug, since } from '../diagnostics/debug.js';
import { RpcError } from '../protocol/rpc-error.js';
import type { CallId } from './frame-guard.js';
import type { JrpcHandler } from './jrpc-common.js';
import type { MethodLists } from './schemas.js';
import { wireError } from './wire-error.js';

/** The objects that serve one tab, by the class name that the wire uses. */
export type Facades = Readonly<Record<string, object>>;

/** The end of a call: its answer goes out, through jrpc. */
export interface Answerer {
  answer(id: CallId | null, send: () => void): void;
}

export interface ExposeOptions {
  tab: Answerer;
  /** Hears of failures that are not meant as answers. */
  onFault(error: unknown, method: string): void;
}

type Method = (...args: unknown[]) => unknown;

/** Handlers for jrpc of exactly the listed methods. Whatever a method does, the call is answered. */
export function exposeMethods(
  methods: MethodLists,
  facades: Facades,
  options: ExposeOptions,
): Record<string, JrpcHandler> {
  const handlers = Object.entries(methods).flatMap(([className, names]) =>
    names.map((name) => {
      const method = methodOf(facades, className, name);
      return [`${className}.${name}`, handlerOf(`${className}.${name}`, method, options)] as const;
    }),
  );
  const components = Object.fromEntries([...SYSTEM, ...handlers.map(([name]) => name)].map((name) => [name, true]));
  const system = [
    ['system.listComponents', handlerOf('system.listComponents', () => components, options)],
    ['system.extension.dual-batch', handlerOf('system.extension.dual-batch', () => true, options)],
  ] as const;
  return Object.fromEntries([...system, ...handlers]);
}

const SYSTEM = ['system.listComponents', 'system.extension.dual-batch'];

/** Throws if a class does not have a listed method itself: a getter or an inherited name is none. */
export function checkMethods(methods: MethodLists, classes: Readonly<Record<string, { prototype: object }>>): void {
  for (const [className, names] of Object.entries(methods)) {
    for (const name of names) ownMethod(classes[className]?.prototype, className, name);
  }
}

function methodOf(facades: Facades, className: string, name: string): Method {
  const facade = facades[className];
  const method = ownMethod(facade && Object.getPrototypeOf(facade), className, name);
  return (...args) => method.apply(facade, args);
}

function ownMethod(prototype: object | undefined, className: string, name: string): Method {
  const method: unknown = prototype && Object.getOwnPropertyDescriptor(prototype, name)?.value;
  if (typeof method !== 'function') throw new Error(`The class ${className} has no method ${name} of its own.`);
  return method as Method;
}

function handlerOf(name: string, method: Method, { tab, onFault }: ExposeOptions): JrpcHandler {
  return (params, next) => {
    const { args, id } = params as { args: unknown[]; id: CallId | null };
    const succeed = (result: unknown) =>
      tab.answer(id, () => {
        if (typeof result === 'function' || typeof result === 'symbol') throw new TypeError('it is not JSON.');
        next(null, result ?? null);
      });
    const fail = (error: unknown) => {
      if (!(error instanceof RpcError)) onFault(error, name);
      tab.answer(id, () => next(wireError(error)));
    };
    try {
      // An answer that is there at once goes out at once: no page of events may overtake it.
      const began = debug.timing ? performance.now() : 0;
      const result = method(...args);
      debug.timing?.(`${name} took ${since(began)}`);
      if (result instanceof Promise) result.then(succeed, fail);
      else succeed(result);
    } catch (error) {
      fail(error);
    }
  };
}
