import type {
  AnyCommandName,
  ClassName,
  ResultOf,
  ServerApi,
  ServerMethods,
  WireArgs,
} from '../../server/protocol/api/rpc.js';

/** The server with its commands, too, which the page gives to its outbox only. */
export type WholeApi = {
  readonly [C in ClassName]: ServerApi[C] & {
    [M in AnyCommandName<C>]: (...args: WireArgs<ServerMethods[C][M]>) => Promise<ResultOf<ServerMethods[C][M]>>;
  };
};
