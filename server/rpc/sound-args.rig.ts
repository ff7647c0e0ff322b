import type { z } from 'zod';
import { OFFERED, type OfferedMethod } from './offered-methods.js';
import { rootId } from './schemas.js';

type Schema = z.core.$ZodType;

/** What schemas are made of, as far as it is looked at. */
interface Def {
  readonly type: string;
  readonly entries?: Readonly<Record<string, unknown>>;
  readonly values?: readonly unknown[];
  readonly element?: Schema;
  readonly items?: readonly Schema[];
  readonly shape?: Readonly<Record<string, Schema>>;
  readonly options?: readonly Schema[];
  readonly innerType?: Schema;
  readonly in?: Schema;
}

/** What stands for a root: the only argument of which a service may be told out of order. */
export const ROOT = 'the-root';

/** The schemas of all arguments, with those that the kind of the method brings. */
export function schemasOf({ args }: OfferedMethod): readonly z.ZodType[] {
  return (args as z.ZodTuple).def.items as readonly z.ZodType[];
}

/** Arguments with which a method can be called, made from its schemas. No text and no number is there twice. */
export function argsOf(name: string, cmdId = 'c'): unknown[] {
  const method = OFFERED.get(name)!;
  const maker = new ArgMaker();
  const args = schemasOf(method).map((schema) => (schema === rootId ? ROOT : maker.make(schema)));
  return method.kind === 'call' ? args : [cmdId, ...args.slice(1)];
}

/** Makes values that pass a schema, if the schema is of a kind that the methods use. */
class ArgMaker {
  #made = 0;

  make(schema: Schema): unknown {
    for (const candidate of this.#candidates(schema)) if (isTakenBy(schema, candidate)) return candidate;
    throw new Error(`Nothing passes a schema of the kind "${defOf(schema).type}".`);
  }

  *#candidates(schema: Schema): Generator<unknown> {
    const { type, entries, values, element, items, shape, options, innerType, in: inner } = defOf(schema);
    if (type === 'string') yield* this.#texts();
    else if (type === 'number') yield* [++this.#made + 20, 1];
    else if (type === 'boolean') yield true;
    else if (type === 'enum') yield* Object.values(entries!);
    else if (type === 'literal') yield* values!;
    else if (type === 'array') yield [this.make(element!)];
    else if (type === 'tuple') yield items!.map((item) => this.make(item));
    else if (type === 'record') yield {};
    else if (type === 'object') for (const isWhole of [false, true]) yield this.#object(shape!, isWhole);
    else if (type === 'union') for (const option of options!) yield* this.#candidates(option);
    else if (innerType) yield* this.#candidates(innerType);
    else if (inner) yield* this.#candidates(inner);
    else throw new Error(`Nothing is known of schemas of the kind "${type}".`);
  }

  #object(shape: Readonly<Record<string, Schema>>, isWhole: boolean): object {
    const entries = Object.entries(shape).filter(([, schema]) => isWhole || defOf(schema).type !== 'optional');
    return Object.fromEntries(entries.map(([key, schema]) => [key, this.make(schema)]));
  }

  /** A word, a path, an id of git and one of an upload. */
  #texts(): string[] {
    const n = String(++this.#made);
    return [`a${n}`, `/a${n}`, n.padStart(40, 'a'), n.padStart(32, 'a')];
  }
}

function defOf(schema: Schema): Def {
  return schema._zod.def as unknown as Def;
}

export function isTakenBy(schema: Schema, value: unknown): boolean {
  return (schema as z.ZodType).safeParse(value).success;
}

/** Each place in a value where there is a text, and the value with another text there. */
export function* textPlaces(value: unknown, at = ''): Generator<{ place: string; withText(text: string): unknown }> {
  if (typeof value === 'string') yield { place: at, withText: (text) => text };
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    for (const { place, withText } of textPlaces(inner, `${at}/${key}`)) {
      const put = (text: string) => ({ [key]: withText(text) });
      yield { place, withText: (text) => Object.assign(Array.isArray(value) ? [...value] : { ...value }, put(text)) };
    }
  }
}
