import { z } from 'zod';
import type { ShapeKit } from '../event-shape.js';
import { type SessionEvent, sessionShapes } from './session-event.js';

/** Types whose values are samples by themselves. */
const SAMPLES = new WeakMap<z.core.$ZodType, unknown>();

function sampled<T>(sample: T): z.ZodType<T> {
  const type = z.custom<T>();
  SAMPLES.set(type, sample);
  return type;
}

const KIT: ShapeKit = {
  z,
  id: z.string(),
  name: z.string(),
  text: z.string(),
  number: z.number(),
  count: z.number().exactOptional(),
  yes: z.literal(true).exactOptional(),
  code: <T>() => sampled({ code: 'sentence', text: 'x' }) as unknown as z.ZodType<T>,
  content: sampled([{ type: 'text', text: 'Go' }]),
  update: sampled({ sessionUpdate: '_sample' }),
  call: sampled({ toolCallId: 't' }),
  permissionOptions: sampled([]),
  modes: sampled({ currentModeId: 'm', availableModes: [] }),
  options: sampled([]),
  commands: sampled([]),
};

type Stream = (i: number) => SessionEvent;

/** One event of every kind, made from its shape: strings are new each time, and what may be left out is. */
export const SAMPLE_EVENTS = Object.fromEntries(
  Object.entries(sessionShapes(KIT)).map(([type, fields]) => [
    type,
    (i: number) => ({ type, ...(sampleOf(z.object(fields), `${i}`) as object) }),
  ]),
) as { readonly [T in SessionEvent['type']]: Stream };

function sampleOf(type: z.core.$ZodType, word: string): unknown {
  if (SAMPLES.has(type)) return SAMPLES.get(type);
  const { def } = (type as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object': {
      const fields = Object.entries(def.shape).filter(([, field]) => field._zod.optin !== 'optional');
      return Object.fromEntries(fields.map(([name, field]) => [name, sampleOf(field, word)]));
    }
    case 'string':
      return word;
    case 'number':
      return Number(word);
    case 'boolean':
      return false;
    case 'literal':
      return def.values[0];
    case 'enum':
      return Object.values(def.entries)[0];
    case 'array':
      return [];
    case 'record':
    case 'unknown':
      return {};
    case 'nullable':
      return null;
    case 'union':
      return sampleOf(def.options[0]!, word);
    case 'pipe':
      return sampleOf(def.in, word);
    default:
      throw new Error(`There is no sample of a ${def.type} yet.`);
  }
}
