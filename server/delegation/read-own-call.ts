import type { AskedCall } from '../protocol/api/permission-rule.js';
import { own } from '../protocol/own.js';
import { canonicalJson, isBlank } from '../protocol/transcript/asked-call.js';

/** A call of a tool of ours, as an agent tells of it. */
export interface OwnCallReading {
  readonly tool: string;
  /** What the tool is given; nobody has checked it yet. */
  readonly input: unknown;
}

/**
 * How agents name a tool of an MCP server. Only names that no other server and tool can have: `acdeck_ask_person` might
 * as well be the tool `person` of a server `acdeck_ask`.
 */
const NAMES: readonly ((server: string, tool: string) => string)[] = [
  (server, tool) => `mcp__${server}__${tool}`,
  (server, tool) => `${tool} (${server} MCP Server)`,
  (server, tool) => `mcp.${server}.${tool}`,
  (server, tool) => `Tool: ${server}/${tool}`,
];
/** Where agents wrap what they give to a tool. */
const WRAPPERS = ['arguments', 'args', 'input', 'params', 'request', '_meta', 'tool_params'];

/**
 * The call of one of these tools, if all that was told of a call says that it is that and nothing else: no command, no
 * file, no second input, no other name. Null where anything is left to doubt.
 */
export function readOwnCall(call: AskedCall, server: string, tools: readonly string[]): OwnCallReading | null {
  const names = namesIn(call);
  const tool = tools.find((one) => names.some((name) => isNameOf(name, server, one)));
  if (tool === undefined || !isFromSession(call, server)) return null;
  const told = toldInputs(call, (text) => isApproval(text, server, tool));
  if (told === null) return null;
  const inputs = told.map((input) => unwrap(input, server, tool));
  const [input = {}] = inputs;
  const known = canonicalJson(input);
  if (inputs.some((other) => canonicalJson(other) !== known)) return null;
  const isSilent = (name: string) =>
    name === UNNAMED || isTextOf(name, known) || isTitleOf(name, { server, tool, input });
  if (!names.every((name) => isNameOf(name, server, tool) || isSilent(name))) return null;
  const isWrapped = told.some((other, n) => other !== inputs[n]);
  return isBare(call, isWrapped) ? { tool, input } : null;
}

/** What an agent calls a call of which it tells the tool only later. */
const UNNAMED = 'ToolCall';

/**
 * The same for a person to read, from any name that holds the tool's: what `read` makes of the input must be all there
 * is to read, or the heading would say less than the call.
 */
export function readNamedCall<T>(call: AskedCall, tool: string, read: (input: unknown) => T | null): T | null {
  const isNamed = new RegExp(`(^|[^a-z0-9])${tool}($|[^a-z0-9])`, 'i');
  if (!namesIn(call).some((name) => isNamed.test(name))) return null;
  const given = rawInputs(call).map((input) => readWithin(input, read));
  const texts = textsIn(call).flatMap((text) => readWithin(parsed(text), read) ?? []);
  const found = [...given, ...texts];
  const [first = null] = found;
  const isOne = found.every((other) => other !== null && canonicalJson(other) === canonicalJson(first));
  return isOne ? first : null;
}

function readWithin<T>(input: unknown, read: (input: unknown) => T | null, depth = 3): T | null {
  const found = read(input);
  if (found !== null || depth === 0 || typeof input !== 'object' || input === null) return found;
  for (const key of WRAPPERS) {
    const inner = readWithin(own(input as Record<string, unknown>, key), read, depth - 1);
    if (inner !== null) return inner;
  }
  return null;
}

function isNameOf(name: string, server: string, tool: string): boolean {
  return NAMES.some((form) => form(server, tool) === name);
}

/** Every word by which the agent has named the call or its tool. */
function namesIn({ toolCall, entry }: AskedCall): string[] {
  const meta = toolCall._meta ?? {};
  const told = [entry?.name, entry?.title, own(meta, 'toolName'), fieldIn(meta, 'toolName')];
  const named = [toolCall.name, toolCall.title, ...told];
  return [...new Set(named.filter((name): name is string => typeof name === 'string' && name !== ''))];
}

/** Some agents say where they know the server from: another one of that name is not ours. */
function isFromSession({ toolCall }: AskedCall, server: string): boolean {
  const told = fieldIn(toolCall._meta ?? {}, 'mcpServer');
  if (told === undefined) return true;
  const { name, source } = (told ?? {}) as { name?: unknown; source?: unknown };
  return name === server && source === 'dynamic';
}

/** A field of what an agent keeps under its own name. */
function fieldIn(meta: Readonly<Record<string, unknown>>, name: string): unknown {
  for (const inner of Object.values(meta)) {
    const found = own(inner as Readonly<Record<string, unknown>> | null, name);
    if (found !== undefined) return found;
  }
  return undefined;
}

function rawInputs({ toolCall, entry }: AskedCall): unknown[] {
  return [toolCall.rawInput, entry?.rawInput].filter((input) => !isBlank(input)).map(parsed);
}

function textsIn({ toolCall, entry }: AskedCall): string[] {
  return [...(toolCall.content ?? []), ...(entry?.content ?? [])].flatMap((item) =>
    item.type === 'content' && item.content.type === 'text' ? [item.content.text] : [],
  );
}

/** All inputs that were told, as such or as JSON in a text; null if the call brings anything else. */
function toldInputs(call: AskedCall, isKnownText: (text: string) => boolean): unknown[] | null {
  const { toolCall, entry } = call;
  const texts = textsIn(call);
  const items = (toolCall.content?.length ?? 0) + (entry?.content.length ?? 0);
  if (texts.length < items) return null;
  const inputs = texts.filter((text) => !isKnownText(text)).map(parsed);
  return inputs.some((input) => typeof input !== 'object' || input === null) ? null : [...rawInputs(call), ...inputs];
}

/** What an agent puts in front of the name of a tool for which it asks. */
function isApproval(text: string, server: string, tool: string): boolean {
  return NAMES.some((form) => text === `Requesting approval to Approve ${form(server, tool)}`);
}

/** `{server, tool, arguments}` says the same as the arguments, if nothing else is with them. */
function unwrap(input: unknown, server: string, tool: string): unknown {
  const fields = new Map(Object.entries(input ?? {}));
  const isWrapped = fields.size === 3 && fields.get('server') === server && fields.get('tool') === tool;
  return isWrapped ? fields.get('arguments') : input;
}

/** Whether a call names no file, has brought nothing yet, and isn't said to do more than such tools do. */
function isBare({ toolCall, entry }: AskedCall, isWrapped: boolean): boolean {
  const kinds = [toolCall.kind ?? 'other', entry?.toolKind ?? 'other'];
  const isKindKnown = kinds.every((kind) => kind === 'other' || kind === 'read' || (isWrapped && kind === 'execute'));
  return isKindKnown && !toolCall.locations?.length && !entry?.locations.length && isBlank(toolCall.rawOutput);
}

function isTextOf(text: string, canonical: string): boolean {
  const input = parsed(text);
  return typeof input === 'object' && canonicalJson(input) === canonical;
}

/** The same in other words, with some of the input's behind them: it says nothing else, and too little to count alone. */
function isTitleOf(text: string, { server, tool, input }: OwnCallReading & { server: string }): boolean {
  const title = `${server}: ${tool.replaceAll('_', ' ')}`;
  const words = Object.values(input ?? {}).filter((word) => typeof word === 'string');
  return text === title || words.some((word) => text === `${title} · ${word}`);
}

function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}
