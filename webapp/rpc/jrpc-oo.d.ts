declare module 'jrpc' {
  /** One end of a connection, as jrpc-oo uses it. */
  class JRPC {
    constructor(options: { remoteTimeout: number });
    uuid: string;
    call(method: string, params: { args: readonly unknown[] }, done: (error: unknown, result: unknown) => void): this;
    shutdown(): this;
  }
  export = JRPC;
}

declare module '@flatmax/jrpc-oo/JRPCCommon.js' {
  import type JRPC from 'jrpc';

  /** The part of jrpc-oo that both ends share. */
  class JRPCCommon {
    ws?: WebSocket;
    remoteTimeout?: number;
    remotes?: Record<string, JRPC>;
    newRemote(): JRPC;
    createRemote(ws: WebSocket): JRPC;
    remoteIsUp(): void;
    remoteDisconnected(uuid: string): void;
    setupDone(): void;
    addClass(facade: object, name: string): void;
  }
  export = JRPCCommon;
}
