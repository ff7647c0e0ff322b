import type { z } from 'zod';
import { isAtLeast, type Role } from '../protocol/api/rpc.js';
import { RpcError, type RpcErrorName } from '../protocol/api/rpc-error.js';
import { isFields } from '../protocol/fields.js';
import type { OfferedMethod } from './offered-methods.js';

const MAX_DEPTH = 64;
const MAX_BATCH = 100;

export type CallId = string | number;

/** One thing that a frame says, checked and made anew, so that nothing unchecked gets to jrpc. */
export type FrameItem =
  | { kind: 'call'; id: CallId | null; method: string; args: unknown[] }
  | { kind: 'answer'; id: number; error?: unknown; result?: unknown }
  /** `id` is null where none could be read. */
  | { kind: 'refusal'; id: CallId | null; error: RpcError };

/** What there is to call, and who wants to. */
export interface OfferedCalls {
  readonly methods: ReadonlyMap<string, OfferedMethod>;
  readonly role: Role;
}

/** Reads the text of a frame; what is wrong with it becomes a refusal, never an exception. */
export function readFrame(text: string, offer: OfferedCalls): FrameItem[] {
  if (isDeeperThan(text, MAX_DEPTH))
    return [refusal('invalid_request', `A frame may nest ${MAX_DEPTH} levels deep at most.`)];
  const parsed = parse(text);
  if (parsed === undefined) return [refusal('parse_error', 'A frame must be JSON text.')];
  const messages = messagesIn(parsed);
  if (messages.length === 0) return [refusal('invalid_request', 'This frame holds no message.')];
  if (messages.length > MAX_BATCH) return refuseBatch(messages);
  return messages.flatMap((message) => readMessage(message, offer));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A frame is one message, a batch, or jrpc's two batches in one; answers come first, as in jrpc. */
function messagesIn(parsed: unknown): unknown[] {
  if (Array.isArray(parsed)) return parsed;
  if (!isFields(parsed) || !Object.hasOwn(parsed, 'requests') || !Object.hasOwn(parsed, 'responses')) return [parsed];
  const { requests, responses } = parsed;
  return Array.isArray(requests) && Array.isArray(responses) ? [...responses, ...requests] : [null];
}

/** The ids that are told are limited like the batch is: an answer must not be larger than what it answers. */
function refuseBatch(messages: unknown[]): FrameItem[] {
  const error = new RpcError('too_large', `A batch may have ${MAX_BATCH} messages at most.`);
  const ids = messages.slice(0, MAX_BATCH).map(idOf);
  const known = ids.filter((id) => id !== null);
  return (known.length > 0 ? known : [null]).map((id) => ({ kind: 'refusal', id, error }));
}

function readMessage(message: unknown, offer: OfferedCalls): FrameItem[] {
  if (!isFields(message)) return [refusal('invalid_request', 'A message must be a JSON object.')];
  const isAnswer =
    !Object.hasOwn(message, 'method') && (Object.hasOwn(message, 'result') || Object.hasOwn(message, 'error'));
  return isAnswer ? readAnswer(message) : readCall(message, offer);
}

/** Whether it was asked for is seen later; an answer that makes no sense is of no use to anybody. */
function readAnswer(message: Record<string, unknown>): FrameItem[] {
  const { id } = message;
  if (typeof id !== 'number' || !Number.isSafeInteger(id)) return [];
  if (Object.hasOwn(message, 'error')) return [{ kind: 'answer', id, error: message.error ?? true }];
  return [{ kind: 'answer', id, result: message.result }];
}

function readCall(message: Record<string, unknown>, offer: OfferedCalls): FrameItem[] {
  const hasId = Object.hasOwn(message, 'id') && message.id !== null;
  const id = idOf(message);
  if (hasId && id === null)
    return [refusal('invalid_request', 'The id of a call must be a short string or a whole number.')];
  const checked = checkCall(message, offer);
  if (!(checked instanceof RpcError)) return [{ kind: 'call', id, ...checked }];
  // A call without an id wants no answer, not even this one.
  return id === null && !isOdd(message) ? [] : [{ kind: 'refusal', id, error: checked }];
}

/** Not even a call: then there is no knowing whether an answer is wanted. */
function isOdd(message: Record<string, unknown>): boolean {
  return message.jsonrpc !== '2.0' || typeof message.method !== 'string';
}

interface CheckedCall {
  method: string;
  args: unknown[];
}

function checkCall(message: Record<string, unknown>, offer: OfferedCalls): CheckedCall | RpcError {
  const { jsonrpc, method } = message;
  if (jsonrpc !== '2.0') return new RpcError('invalid_request', 'A call must say "jsonrpc": "2.0".');
  if (typeof method !== 'string') return new RpcError('invalid_request', 'The method of a call must be a string.');
  if (SYSTEM_METHODS.has(method)) return { method, args: [] };
  const offered = offer.methods.get(method);
  if (!offered) return new RpcError('unknown_method', `There is no method ${JSON.stringify(method.slice(0, 100))}.`);
  // Who may not call a method is not told what it takes.
  if (!isAtLeast(offer.role, offered.role)) return new RpcError('forbidden', `This device may not call ${method}.`);
  const args = argsIn(message.params);
  if (!args) return new RpcError('bad_request', `${method} takes its arguments as "params": {"args": […]}.`);
  return checkArgs(offered, args);
}

/** jrpc's handshake. What a tab says there about itself is not needed, so it is not looked at. */
export const SYSTEM_METHODS: ReadonlySet<string> = new Set(['system.listComponents', 'system.extension.dual-batch']);

function argsIn(params: unknown): unknown[] | null {
  return isFields(params) && Object.hasOwn(params, 'args') && Array.isArray(params.args) ? params.args : null;
}

function checkArgs({ name, args: schema }: OfferedMethod, args: unknown[]): CheckedCall | RpcError {
  const checked = schema.safeParse(args);
  if (checked.success) return { method: name, args: checked.data };
  const issue = checked.error.issues[0]!;
  const [index, ...rest] = issue.path.map(String);
  const place = index === undefined ? 'the arguments' : [`argument ${Number(index) + 1}`, ...rest].join('.');
  const failure = index !== undefined && isTooLarge(issue) ? 'too_large' : 'bad_request';
  return new RpcError(failure, `${name} was called with wrong arguments: ${place}: ${issue.message}.`);
}

function isTooLarge(issue: z.core.$ZodIssue): boolean {
  if (issue.code === 'custom') return issue.params?.tooLarge === true;
  return issue.code === 'too_big' && (issue.origin === 'string' || issue.origin === 'array');
}

function idOf(message: unknown): CallId | null {
  if (!isFields(message) || !Object.hasOwn(message, 'id')) return null;
  const { id } = message;
  if (typeof id === 'string') return id.length <= 200 ? id : null;
  return typeof id === 'number' && Number.isSafeInteger(id) ? id : null;
}

/** The refusal of something whose id cannot be read. */
function refusal(name: RpcErrorName, sentence: string): FrameItem {
  return { kind: 'refusal', id: null, error: new RpcError(name, sentence) };
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Whether JSON text nests deeper than allowed, found out before it is parsed. Text that is no JSON gets any answer. */
export function isDeeperThan(text: string, limit: number): boolean {
  let depth = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (inString) {
      if (code === BACKSLASH) i++;
      else if (code === QUOTE) inString = false;
    } else if (code === QUOTE) {
      inString = true;
    } else if (code === 0x5b || code === 0x7b) {
      if (++depth > limit) return true;
    } else if (code === 0x5d || code === 0x7d) {
      depth--;
    }
  }
  return false;
}
