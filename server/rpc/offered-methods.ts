import { z } from 'zod';
import type { ClassName, MethodKind, Role } from '../protocol/api/rpc.js';
import { own } from '../protocol/own.js';
import type { Act } from '../sessions/log/act.js';
import type { EffectPlace } from '../sessions/log/command-ledger.js';
import { AcpBridge } from './acp-bridge.js';
import { Repo } from './repo.js';
import { id } from './schemas.js';
import type { ServedClass } from './served-class.js';
import type { CallingTab, CommandCall, MethodCall } from './services.js';
import { Sessions } from './sessions.js';
import { Settings } from './settings.js';

const CLASSES: { readonly [C in ClassName]: ServedClass<C> } = { AcpBridge, Sessions, Settings, Repo };

/** Where the commands of a class have their effect. */
const EFFECTS: { readonly [C in ClassName]: EffectPlace } = {
  AcpBridge: 'store',
  Sessions: 'store',
  Settings: 'files',
  Repo: 'files',
};

/** A method as the hub offers it: anyone who may call it, with arguments that fit. */
export interface OfferedMethod {
  /** As on the wire: `Sessions.rename`. */
  readonly name: string;
  readonly kind: MethodKind;
  readonly role: Role;
  readonly args: z.ZodType<unknown[]>;
  /** `args` have passed the schema. */
  run(call: MethodCall, args: readonly unknown[]): unknown;
}

/** All methods by their names on the wire. */
export const OFFERED: ReadonlyMap<string, OfferedMethod> = new Map(
  Object.entries(CLASSES as AnyClasses).flatMap(([className, methods]) =>
    Object.entries(methods).map(([method, served]) => {
      const name = `${className}.${method}`;
      return [name, offer(name, served, own(EFFECTS, className)!)];
    }),
  ),
);

type AnyClasses = Readonly<Record<string, Readonly<Record<string, AnyServed>>>>;
/** The entries are checked where they are written; from here on the schemas see to the types. */
interface AnyServed extends Pick<OfferedMethod, 'kind' | 'role'> {
  readonly args: readonly z.ZodType[];
  readonly run: (call: never, ...args: never[]) => unknown;
}

function offer(name: string, { kind, role, args, run }: AnyServed, place: EffectPlace): OfferedMethod {
  const before = { call: [], command: [id], session_command: [id, id] }[kind];
  const perform = run as (call: MethodCall | CommandCall, ...args: unknown[]) => unknown;
  return {
    name,
    kind,
    role,
    args: z.tuple([...before, ...args] as []) as z.ZodType<unknown[]>,
    run(call, given) {
      if (kind === 'call') return perform(call, ...given);
      const [cmdId, ...rest] = given;
      const act = actOf(call.tab, cmdId as string);
      return call.commands.once(act.cmdId, place, () => perform({ ...call, act }, ...rest));
    },
  };
}

function actOf({ device, isRemote }: CallingTab, cmdId: string): Act {
  return { cmdId, by: { kind: 'device', device }, ...(isRemote ? { isRemote } : {}) };
}
