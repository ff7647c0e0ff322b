import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

type Schema = {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  items?: Schema;
  additionalProperties?: Schema | boolean;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
};

/** What the next free string is filled with, and the types that are being filled just now: some hold themselves. */
interface Filling {
  readonly next: () => string;
  readonly within: readonly string[];
}

const FILE = fileURLToPath(import.meta.resolve('@agentclientprotocol/sdk/schema/v1/schema.json'));
const DEFS = (JSON.parse(readFileSync(FILE, 'utf8')) as { $defs: Record<string, Schema> }).$defs;

/**
 * Values of a type of ACP's schema that together have every form that each part can take, with words in every string
 * that is free and in every place where anything goes: all the places in which an agent can put words.
 */
export function everyFieldOf(name: string, next: () => string): unknown[] {
  return samplesOf({ $ref: `#/$defs/${name}` }, { next, within: [] });
}

function samplesOf(schema: Schema, filling: Filling): unknown[] {
  if (schema.$ref) return followed(schema.$ref, filling);
  if ('const' in schema) return [schema.const];
  if (schema.enum) return schema.enum;
  const parts = partsOf(schema, filling);
  if (parts.length > 0) return joined(parts);
  return plainOf(schema, filling);
}

function followed(ref: string, { next, within }: Filling): unknown[] {
  const isRound = within.filter((other) => other === ref).length > 1;
  return isRound ? [] : samplesOf(DEFS[ref.replace('#/$defs/', '')]!, { next, within: [...within, ref] });
}

/** What a schema is put together from: what is common, one of its forms, and its own fields. */
function partsOf(schema: Schema, filling: Filling): unknown[][] {
  const forms = schema.oneOf ?? schema.anyOf;
  return [
    ...(schema.properties ? [fieldsOf(schema.properties, filling)] : []),
    ...(schema.allOf ?? []).map((part) => samplesOf(part, filling)),
    ...(forms ? [forms.flatMap((form) => samplesOf(form, filling)).filter((value) => value !== null)] : []),
  ];
}

function fieldsOf(properties: Record<string, Schema>, filling: Filling): object[] {
  const fields = Object.entries(properties)
    .map(([name, part]) => [name, samplesOf(part, filling)] as const)
    .filter(([, values]) => values.length > 0);
  return inStep(fields.map(([, values]) => values)).map((values) =>
    Object.fromEntries(fields.map(([name], place) => [name, values[place]])),
  );
}

function joined(parts: readonly unknown[][]): unknown[] {
  return inStep(parts).map((values) => {
    const single = values.find((value) => typeof value !== 'object' || Array.isArray(value));
    return single === undefined ? Object.assign({}, ...values) : single;
  });
}

/** Lists of values side by side, as long as the longest of them. */
function inStep(lists: readonly unknown[][]): unknown[][] {
  const length = Math.max(1, ...lists.map((list) => list.length));
  return Array.from({ length }, (_, n) => lists.map((list) => list[n % list.length]));
}

function plainOf(schema: Schema, filling: Filling): unknown[] {
  const { next } = filling;
  switch ([schema.type].flat().find((type) => type !== 'null')) {
    case 'string':
      return [next()];
    case 'integer':
    case 'number':
      return [1];
    case 'boolean':
      return [true];
    case 'array':
      return [samplesOf(schema.items ?? {}, filling)];
    case 'object': {
      const { additionalProperties: inner } = schema;
      if (typeof inner !== 'object') return [{ [next()]: next(), command: next() }];
      return samplesOf(inner, filling).map((value) => ({ [next()]: value }));
    }
    default:
      return schema.type === 'null'
        ? [null]
        : [{ command: next(), diff: next(), output: next(), [next()]: next() }, next()];
  }
}
