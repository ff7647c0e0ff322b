import type { PermissionOption, ToolCallUpdate } from '@agentclientprotocol/sdk';
import { z } from 'zod';
import { parseContent } from '../agents/parse/parse-content.js';
import { parseCommands, parseModes, parseOptions } from '../agents/parse/parse-options.js';
import { parseToolCall, parseToolContent } from '../agents/parse/parse-tool.js';
import { parseUpdate } from '../agents/parse/parse-update.js';
import { listOf } from '../agents/parse/read-fields.js';
import type { ShapeKit } from '../protocol/event-shape.js';
import { type AgentUpdate, type EventStamp, eventStamp } from '../protocol/events.js';
import { type Fields, fieldsOf } from '../protocol/fields.js';
import { type SessionEvent, sessionShapes } from '../protocol/session/session-event.js';
import { isDiff, readDiffFacts, withFacts } from '../protocol/shown-diff.js';

const name = z.string().max(1_000);
const text = z.string();
const number = z.number();

/** A value that one of our readers takes, as that reader understands it. */
const readBy = <T>(read: (value: never) => T | null) =>
  z.unknown().transform((value, context): T => {
    const found = typeof value === 'object' && value !== null ? read(value as never) : null;
    if (found !== null) return found;
    context.addIssue({ code: 'custom', message: 'Invalid input' });
    return z.NEVER;
  });

/** Codes and their data: fields of one name are of one type in all of them, and others are dropped. */
const coded: z.ZodType = z.lazy(() =>
  z.object({
    ...{ code: name.exactOptional(), kind: name.exactOptional(), effect: z.enum(['allow', 'reject']).exactOptional() },
    ...Object.fromEntries(CODED_TEXTS.map((field) => [field, text.nullable().exactOptional()])),
    ...Object.fromEntries(CODED_NUMBERS.map((field) => [field, number.exactOptional()])),
    ...Object.fromEntries(CODED_FLAGS.map((field) => [field, z.boolean().exactOptional()])),
    ...Object.fromEntries(CODED_PARTS.map((field) => [field, coded.exactOptional()])),
    commands: z.array(text).exactOptional(),
    paths: z.array(text).exactOptional(),
    reason: z.union([z.literal('unread'), coded]).exactOptional(),
    value: z.union([text, z.boolean()]).exactOptional(),
    exitCode: number.nullable().exactOptional(),
  }),
);
const CODED_TEXTS = [
  ...['text', 'agent', 'agentId', 'command', 'folder', 'version', 'method', 'said', 'title', 'description', 'device'],
  ...[
    'server',
    'path',
    'what',
    'url',
    'node',
    'variable',
    'typing',
    'line',
    'npmCode',
    'signal',
    'obstacle',
    'summary',
  ],
  ...['option', 'name', 'transport', 'toolKind', 'span', 'measure', 'unit'],
];
const CODED_NUMBERS = [
  ...[
    'seconds',
    'mebibytes',
    'most',
    'missed',
    'remembered',
    'messages',
    'bytes',
    'minutes',
    'events',
    'limit',
    'used',
  ],
];
const CODED_FLAGS = ['isNpx', 'isOn', 'isOff', 'isPrefix', 'isCut'];
const CODED_PARTS = ['end', 'output', 'install', 'help', 'choice', 'cause', 'trouble', 'about', 'budget'];

/** An update that nothing acts on needs no more than its name. */
function readUpdate(value: Fields): AgentUpdate | null {
  const { sessionUpdate } = value;
  if (typeof sessionUpdate === 'string' && sessionUpdate.startsWith('_')) {
    return { sessionUpdate: sessionUpdate.slice(0, 100) as `_${string}` };
  }
  const update = parseUpdate(value);
  return update && 'toolCallId' in update ? { ...update, ...knownContent(value) } : update;
}

function readCall(value: Fields): ToolCallUpdate | null {
  const call = parseToolCall(value);
  return call && { ...call, ...knownContent(value) };
}

/** What a call brings, with where its changes are: the log knows, though no agent may say so. */
function knownContent({ content: told }: Fields): object {
  const content = listOf(told, (item) => {
    const parsed = parseToolContent(item);
    return parsed && isDiff(parsed) ? withFacts(parsed, readDiffFacts(fieldsOf(item)._meta)) : parsed;
  });
  return content ? { content } : {};
}

/** What shapes are made of here. What ACP brings is read as if an agent had just sent it. */
const KIT: ShapeKit = {
  z: {
    array: z.array,
    boolean: z.boolean,
    discriminatedUnion: z.discriminatedUnion,
    enum: z.enum,
    literal: z.literal,
    object: z.object,
    record: z.record,
    string: z.string,
    union: z.union,
    unknown: z.unknown,
  },
  id: name,
  name,
  text,
  number,
  count: number.min(0).exactOptional(),
  yes: z.literal(true).exactOptional(),
  code: <T>() => coded as z.ZodType<T>,
  content: z
    .array(z.unknown())
    .max(1_000)
    .transform((blocks) => blocks.flatMap((block) => parseContent(block) ?? [])),
  update: readBy(readUpdate),
  call: readBy(readCall),
  permissionOptions: z.array(z.object({ optionId: name, name, kind: name })).max(100) as unknown as z.ZodType<
    PermissionOption[]
  >,
  modes: readBy(parseModes),
  options: z.unknown().transform(parseOptions),
  commands: z.unknown().transform(parseCommands),
};

const STAMP = eventStamp(KIT).shape;
const SCHEMAS = new Map(
  Object.entries(sessionShapes(KIT)).map(([type, fields]) => [
    type,
    z.object({ type: z.literal(type), ...STAMP, ...fields }),
  ]),
);

/** An event as a file has it, without its number. */
type FiledEvent = SessionEvent & Omit<EventStamp, 'seq'>;

/** An event of a file; null if it is of no kind that we know, or not as it should be. */
export function readEvent(value: unknown): FiledEvent | null {
  const type = (value as { type?: unknown } | null)?.type;
  const schema = typeof type === 'string' ? SCHEMAS.get(type) : undefined;
  const read = schema?.safeParse(value);
  return read?.success ? (read.data as unknown as FiledEvent) : null;
}
