import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { WireMessage } from './scripted-agent.rig.js';

type Schema = Record<string, unknown> & {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
};

interface Verdict {
  errors: string[];
  /** The fields that the schema knows at this level. */
  known: Set<string>;
}

const FILE = fileURLToPath(import.meta.resolve('@agentclientprotocol/sdk/schema/v1/schema.json'));
const DEFS = (JSON.parse(readFileSync(FILE, 'utf8')) as { $defs: Record<string, Schema> }).$defs;

/** Methods of older agents, and of newer ones, that the schema does not have. */
const OTHER_METHODS = ['session/set_model', 'session/set_title'];

/** What is wrong with a message of ours by ACP's own schema; `answered` is the method that a result answers. */
export function checkAgainstSchema(message: WireMessage, answered: string | undefined): string[] {
  if (message.jsonrpc !== '2.0') return ['no jsonrpc'];
  if (message.error) return Number.isInteger(message.error.code) && message.error.message ? [] : ['a bad error'];
  const method = message.method ?? answered;
  // Requests that a test wrote as raw bytes are not known here, so their answers cannot be checked.
  if (!method) return [];
  if (OTHER_METHODS.includes(method)) return [];
  const end = message.method ? /(Request|Notification)$/ : /Response$/;
  const name = Object.keys(DEFS).find((key) => end.test(key) && DEFS[key]?.['x-method'] === method);
  if (!name) return [`${method} is no method of the schema`];
  const value = message.method ? message.params : message.result;
  const { errors, known } = check(DEFS[name]!, value, name);
  const foreign = Object.keys((value as object) ?? {}).filter((key) => !known.has(key));
  return [...errors, ...foreign.map((key) => `${name} has a field of ours: ${key}`)];
}

function check(schema: Schema, value: unknown, at: string): Verdict {
  if (schema.$ref) return check(DEFS[schema.$ref.replace('#/$defs/', '')]!, value, at);
  const verdict: Verdict = {
    errors: checkPlain(schema, value, at),
    known: new Set(Object.keys(schema.properties ?? {})),
  };
  const add = (other: Verdict) => {
    verdict.errors.push(...other.errors);
    for (const name of other.known) verdict.known.add(name);
  };
  for (const part of (schema.allOf as Schema[] | undefined) ?? []) add(check(part, value, at));
  for (const choices of [schema.anyOf, schema.oneOf] as (Schema[] | undefined)[]) {
    if (!choices) continue;
    const fitting = choices.map((choice) => check(choice, value, at)).filter(({ errors }) => errors.length === 0);
    if (fitting.length === 0) verdict.errors.push(`${at} fits none of its forms`);
    for (const choice of fitting) add(choice);
  }
  for (const [name, part] of Object.entries(schema.properties ?? {})) {
    const field = (value as Record<string, unknown> | null)?.[name];
    if (field !== undefined) verdict.errors.push(...check(part, field, `${at}.${name}`).errors);
  }
  if (Array.isArray(value) && schema.items) {
    for (const [n, item] of value.entries())
      verdict.errors.push(...check(schema.items as Schema, item, `${at}[${n}]`).errors);
  }
  return verdict;
}

function checkPlain(schema: Schema, value: unknown, at: string): string[] {
  const errors: string[] = [];
  const types = schema.type === undefined ? [] : [schema.type].flat();
  if (types.length > 0 && !types.some((type) => isOf(type, value))) errors.push(`${at} is not ${types.join(' or ')}`);
  if (schema.const !== undefined && value !== schema.const) errors.push(`${at} is not ${String(schema.const)}`);
  if (Array.isArray(schema.enum) && !schema.enum.includes(value)) errors.push(`${at} is none of the known words`);
  if (typeof schema.minimum === 'number' && typeof value === 'number' && value < schema.minimum)
    errors.push(`${at} is too small`);
  for (const name of (schema.required as string[] | undefined) ?? []) {
    if ((value as Record<string, unknown> | null)?.[name] === undefined) errors.push(`${at} lacks ${name}`);
  }
  const { not } = schema as { not?: Schema };
  if (not && check(not, value, at).errors.length === 0) errors.push(`${at} is what it must not be`);
  return errors;
}

function isOf(type: string, value: unknown): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
  if (type === 'integer') return Number.isInteger(value);
  return typeof value === type;
}
