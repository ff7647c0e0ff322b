import { z } from 'zod';
import { parseContent } from '../agents/parse/parse-content.js';
import { parseCommands, parseModes, parseOptions } from '../agents/parse/parse-options.js';
import { parseToolCall, parseToolContent } from '../agents/parse/parse-tool.js';
import { parseUpdate } from '../agents/parse/parse-update.js';
import { type Fields, fieldsOf, listOf } from '../agents/parse/read-fields.js';
import type { SessionEvent } from '../protocol/events.js';
import { isDiff, readDiffFacts, withFacts } from '../protocol/shown-diff.js';

const id = z.string().max(1_000);
const name = z.string().max(1_000);
const text = z.string();
const number = z.number();
const yes = z.literal(true).exactOptional();
const content = z
  .array(z.unknown())
  .max(1_000)
  .transform((blocks) => blocks.flatMap((block) => parseContent(block) ?? []));
const ended = { exitCode: number.nullable(), signal: name.nullable() };

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

const actor = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('device'), device: name }),
  z.object({ kind: z.literal('session'), sessionId: id, agent: name }),
  z.object({ kind: z.literal('rule'), rule: coded, ruleId: id.exactOptional() }),
  z.object({ kind: z.literal('allow_all'), device: name }),
  z.object({ kind: z.literal('server'), reason: coded.exactOptional() }),
]);
/** The last one is no longer offered: files that have it are read, and show it without a button. */
const action = z
  .enum(['resend', 'restart_agent', 'restart_running_agent', 'sign_in', 'update_from_agent', 'choose_agent'])
  .exactOptional();
const permissionOption = z.object({ optionId: id, name, kind: name });
const question = z.discriminatedUnion('mode', [
  z.object({ mode: z.literal('form'), message: text, schema: z.unknown(), toolCallId: id.exactOptional() }),
  z.object({ mode: z.literal('url'), message: text, url: text, elicitationId: id, toolCallId: id.exactOptional() }),
]);
const file = z.object({
  ...{
    path: text,
    named: text.exactOptional(),
    isNew: z.boolean(),
    oldText: text.nullable(),
    newText: text,
    bytes: number,
  },
  untold: z.enum(['large', 'unreadable']).exactOptional(),
});
const tokens = z.object({ input: number, output: number, total: number, cached: number }).partial();
const facts = z.object({
  agentSessionId: id,
  modes: readBy(parseModes).nullish(),
  options: z.unknown().transform(parseOptions).exactOptional(),
  commands: z.unknown().transform(parseCommands).exactOptional(),
});
const count = number.min(0).exactOptional();
const usage = z.object({
  ...{ replies: number.min(0), ms: number.min(0), calls: number.min(0), input: count, output: count, total: count },
  costs: z.record(z.string().max(20), number.min(0)).exactOptional(),
});
const delegation = z.object({ agentId: id, name, freedom: z.enum(['asks', 'asks_nothing', 'asks_less']) });
const replaced = z.object({ agentSessionId: id, trouble: coded, code: number.exactOptional() });

/** Each kind of event without its number and time. What ACP brings is read as if an agent had just sent it. */
const FIELDS: Record<SessionEvent['type'], z.ZodRawShape> = {
  prompt_sent: { promptId: id, content, by: actor, context: text.exactOptional() },
  prompt_queued: { promptId: id, content, by: actor },
  prompt_edited: { promptId: id, content },
  prompt_moved: { promptId: id, before: id.nullable() },
  prompt_removed: { promptId: id },
  queue_paused: { reason: coded },
  queue_resumed: {},
  budget_lifted: { by: actor },
  cancel_requested: { by: actor },
  turn_ended: {
    ...{ stopReason: name, isForced: yes, tokens: tokens.exactOptional() },
    tokensOf: z.literal('turn').exactOptional(),
    recounted: z
      .array(z.object({ was: tokens, is: tokens }))
      .max(100)
      .exactOptional(),
  },
  turn_failed: { trouble: coded, code: number.exactOptional(), details: text.exactOptional(), action },
  turn_interrupted: { reason: coded },
  agent_update: { update: readBy(readUpdate), late: yes },
  permission_requested: {
    permissionId: id,
    toolCall: readBy(readCall),
    options: z.array(permissionOption).max(100),
    delegation: delegation.exactOptional(),
    entry: number.exactOptional(),
    digest: name.exactOptional(),
  },
  permission_changed: { permissionId: id, digest: name },
  permissions_waiting: { count: number },
  permission_answered: { permissionId: id, optionId: id, by: actor, stored: coded.exactOptional() },
  permission_voided: { permissionId: id, reason: coded },
  call_flagged: { toolCallId: id, late: yes },
  terminal_flagged: { terminalId: id },
  file_written: { toolCallId: id, file, late: yes },
  question_asked: { questionId: id, question },
  question_answered: { questionId: id, action: z.enum(['accept', 'decline', 'cancel']), by: actor },
  question_voided: { questionId: id, reason: coded },
  terminal_opened: {
    ...{
      terminalId: id,
      command: text,
      cwd: text,
      by: actor.exactOptional(),
      isTold: yes,
      toolCallId: id.exactOptional(),
    },
  },
  terminal_output: { terminalId: id, text },
  terminal_closed: { terminalId: id, ...ended, reason: coded.exactOptional() },
  agent_session_opened: { facts, memory: z.enum(['new', 'kept', 'lost']), replaced: replaced.exactOptional() },
  old_session_changed: { state: z.enum(['waiting', 'trying', 'hidden']) },
  context_added: { context: text },
  agent_exited: { ...ended, stderr: text, duringTurn: yes, reason: z.literal('unread').exactOptional() },
  agent_restarted: {},
  history_imported: { from: name },
  delegation_started: {
    ...{ delegationId: id, sessionId: id, name, agentId: id, task: text, toolCallId: id.exactOptional() },
  },
  delegation_changed: { delegationId: id, toolCallId: id.exactOptional(), turn: number.exactOptional() },
  delegation_ended: {
    delegationId: id,
    outcome: z.enum(['completed', 'failed', 'stopped', 'interrupted', 'refused']),
    answer: text,
    trouble: coded.exactOptional(),
    usage: usage.exactOptional(),
  },
  mode_changed: { modeId: id },
  options_changed: { options: z.unknown().transform((value) => parseOptions(value) ?? []) },
  session_renamed: { title: name },
  notice_shown: {
    severity: z.enum(['info', 'warning', 'error']),
    notice: coded,
    action,
    forgotten: number.exactOptional(),
  },
};

/** An update that nothing acts on needs no more than its name. */
function readUpdate(value: Fields): unknown {
  const { sessionUpdate } = value;
  if (typeof sessionUpdate === 'string' && sessionUpdate.startsWith('_')) {
    return { sessionUpdate: sessionUpdate.slice(0, 100) };
  }
  const update = parseUpdate(value);
  return update && 'toolCallId' in update ? { ...update, ...knownContent(value) } : update;
}

function readCall(value: Fields): unknown {
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

/** What every event may say besides: when it happened, how long it took and what it used. */
const STAMP = {
  ...{ at: number, until: number.exactOptional(), ms: number.min(0).exactOptional() },
  used: z
    .object({
      calls: count,
      cost: z.object({ amount: number.min(0), currency: z.string().max(20) }).exactOptional(),
      isIdle: yes,
    })
    .exactOptional(),
};

const SCHEMAS = new Map(
  Object.entries(FIELDS).map(([type, fields]) => [type, z.object({ type: z.literal(type), ...STAMP, ...fields })]),
);

/** An event of a file; null if it is of no kind that we know, or not as it should be. */
export function readEvent(value: unknown): (SessionEvent & { at: number }) | null {
  const type = (value as { type?: unknown } | null)?.type;
  const schema = typeof type === 'string' ? SCHEMAS.get(type) : undefined;
  const read = schema?.safeParse(value);
  return read?.success ? (read.data as unknown as SessionEvent & { at: number }) : null;
}
