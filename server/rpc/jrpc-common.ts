import { createRequire } from 'node:module';

/** What a method of ours gets from jrpc: the parameters, and the way to answer. */
export type JrpcHandler = (params: unknown, next: (error: unknown, result?: unknown) => void) => void;

/** One end of a connection as jrpc keeps it; the tables are looked up by names that the peer chose. */
export interface JrpcRemote {
  uuid: string;
  /** Calls of ours that wait for an answer. */
  inbox: Record<string, (error: unknown, result?: unknown) => void>;
  outTimers: Record<string, unknown>;
  /** Calls of the peer that wait for an answer. */
  localTimers: Record<string, unknown>;
  localComponents: Record<string, true>;
  remoteComponents: Record<string, unknown>;
  exposed: Record<string, JrpcHandler>;
  expose(handlers: Record<string, JrpcHandler>): this;
  setTransmitter(transmit: (text: string, next: (failed: boolean) => void) => void): this;
  receive(message: unknown): this;
  call(method: string, params: unknown, done: (error: unknown, result: unknown) => void): this;
  notify(method: string, params: unknown): this;
  shutdown(): this;
}

/** The part of jrpc-oo that both ends share. */
export interface JrpcCommon {
  /** Seconds that a call of ours waits for its answer. */
  remoteTimeout: number;
  remotes?: Record<string, JrpcRemote>;
  newRemote(): JrpcRemote;
  rmRemote(event: unknown, uuid: string): void;
  remoteIsUp(): void;
  remoteDisconnected(uuid: string): void;
}

/** jrpc-oo comes without types, and its `main` is for browsers: this is the file for Node, with types. */
export const JRPCCommon = createRequire(import.meta.url)('@flatmax/jrpc-oo/JRPCCommon.js') as new () => JrpcCommon;
