import type {
  AvailableCommand,
  ContentBlock,
  PermissionOption,
  SessionConfigOption,
  SessionModeState,
  ToolCallUpdate,
} from '@agentclientprotocol/sdk';
import type { z } from 'zod';
import type { AgentUpdate } from './events.js';

/**
 * What the shapes of events are made of. A shape is a function of this kit, and zod comes with the kit: only a program
 * that checks events runs shapes and loads zod, while everyone shares the types that are inferred from them.
 */
export interface ShapeKit {
  /** These parts of zod, so that a bundle has no others. */
  readonly z: Pick<typeof z, ZodPart>;
  readonly id: z.ZodString;
  readonly name: z.ZodString;
  readonly text: z.ZodString;
  readonly number: z.ZodNumber;
  /** A number that isn't negative, if it is there. */
  readonly count: z.ZodExactOptional<z.ZodNumber>;
  /** A flag that is there or not. */
  readonly yes: z.ZodExactOptional<z.ZodLiteral<true>>;
  /** A code with its data. Fields of one name have one type in all codes; others are dropped. */
  code<T>(): z.ZodType<T>;
  // What ACP brings is read as if an agent had just sent it.
  readonly content: z.ZodType<ContentBlock[]>;
  readonly update: z.ZodType<AgentUpdate>;
  readonly call: z.ZodType<ToolCallUpdate>;
  readonly permissionOptions: z.ZodType<PermissionOption[]>;
  readonly modes: z.ZodType<SessionModeState>;
  readonly options: z.ZodType<SessionConfigOption[] | null>;
  readonly commands: z.ZodType<AvailableCommand[] | null>;
}

type ZodPart =
  | 'array'
  | 'boolean'
  | 'discriminatedUnion'
  | 'enum'
  | 'literal'
  | 'object'
  | 'record'
  | 'string'
  | 'union'
  | 'unknown';

/** The fields of some kinds of events, by the type of the event. */
export type Shapes = (kit: ShapeKit) => Readonly<Record<string, z.ZodRawShape>>;

/** The types that shapes describe, by the type of the event. */
export type EventsByType<S extends Shapes> = {
  readonly [T in keyof ReturnType<S> & string]: z.infer<z.ZodObject<{ type: z.ZodLiteral<T> } & ReturnType<S>[T]>>;
};

/** A value's type, inferred from its shape. */
export type Shaped<S extends (kit: ShapeKit) => z.ZodType> = z.infer<ReturnType<S>>;
