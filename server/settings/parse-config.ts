import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { EnvVariable, McpServer } from '@agentclientprotocol/sdk';
import { type Document, isMap, isNode, isScalar, LineCounter, parseDocument, visit } from 'yaml';
import { z } from 'zod';
import type { SettingsCause } from '../protocol/api/settings-problem.js';
import { own } from '../protocol/own.js';
import { agentsSchema, type GivenAgent } from './agent-schema.js';
import { type Config, ConfigError, type ConfiguredAgent, defaultConfig, type FolderConfig } from './config.js';
import { type GivenMcpServers, mcpServersSchema } from './mcp-schema.js';
import { hostFileShape, settingShape } from './setting-shape.js';

const MAX_ALIASES = 100;

/** A settings file as it was read: what it means, and the document that a change is made in. */
export interface ParsedConfig {
  readonly config: Config;
  readonly document: Document;
}

/** Whether there is an agent of that name without anybody's settings; such an agent needs no command in a file. */
export type IsBuiltIn = (agentId: string) => boolean;

/** Reads the text of a settings file; `name` is what its errors call it. */
export function parseConfig(text: string, name: string, isBuiltIn: IsBuiltIn = () => true): ParsedConfig {
  const { value, document, lines } = parseWith(configSchema, text, name);
  const config = withDefaults(value);
  for (const [id, { command }] of config.agents) {
    if (command || isBuiltIn(id)) continue;
    const node = document.getIn(['agents', id], true);
    const line = lines.linePos((isNode(node) && node.range?.[0]) || 0).line;
    throw new ConfigError(
      name,
      { code: 'bad_value', key: `agents.${id}.command`, said: 'must name the program' },
      line,
    );
  }
  return { config, document };
}

/** Reads the text of a folder's own file. */
export function parseFolderConfig(text: string, name: string): FolderConfig {
  const { value } = parseFolder(text, name);
  const { agent, agents, mcpServers: servers } = value;
  return { agent: agent ?? null, agents: configuredAgents(agents), mcpServers: readMcpServers(servers) };
}

/** A setting that a person's own file may have is refused by its name, so that nobody takes it for a slip of the pen. */
function parseFolder(text: string, name: string) {
  try {
    return parseWith(folderConfigSchema, text, name);
  } catch (error) {
    if (!(error instanceof ConfigError) || error.problem.cause.code !== 'unknown_key') throw error;
    const { key } = error.problem.cause;
    if (!Object.hasOwn(configSchema.shape, key) || error.problem.line === undefined) throw error;
    throw new ConfigError(name, { code: 'not_for_folders', key }, error.problem.line);
  }
}

function parseWith<S extends z.ZodType>(schema: S, text: string, name: string) {
  const deep = tooDeepAt(text);
  if (deep !== null) {
    const lineAt = text.slice(0, deep).split('\n').length;
    throw new ConfigError(name, { code: 'nested_too_deeply', key: keyBefore(text, deep) }, lineAt);
  }
  const lines = new LineCounter();
  const document = parseDocument(text, { schema: 'core', merge: false, lineCounter: lines, prettyErrors: false });
  // A tag that is not of the core schema is only a warning to the parser; here nothing else is allowed.
  const trouble = document.errors[0] ?? document.warnings[0];
  if (trouble) throw new ConfigError(name, syntaxCause(trouble), lines.linePos(trouble.pos[0]).line);
  const strange = strangeKey(document);
  if (strange) throw new ConfigError(name, { code: 'bad_key', key: strange.text }, lines.linePos(strange.at).line);
  const result = schema.safeParse(plainValue(document, name, { text, lines }) ?? {});
  if (result.success) return { value: result.data, document, lines };
  const issue = result.error.issues[0]!;
  throw new ConfigError(name, causeOf(issue), lineOf(issue, document, lines));
}

/** An indentation that no person writes, or lists in lists in lists on one line. */
const DEEP_BLOCKS = /^[ \t]{200}|(?:[-?:][ \t]+){64}/m;
const TOP_KEY = /^([A-Za-z_][\w-]*)[ \t]*:/gm;
const MAX_BRACKETS = 64;

/** Where it gets too deep. Checked before the parser runs: it is recursive, and Node does not survive every overflow of its stack. */
function tooDeepAt(text: string): number | null {
  let brackets = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === '[' || char === '{') brackets += 1;
    if (char === ']' || char === '}') brackets = Math.max(0, brackets - 1);
    if (brackets > MAX_BRACKETS) return at;
  }
  const found = text.search(DEEP_BLOCKS);
  return found < 0 ? null : found;
}

/** The setting in which a place is, as far as that can be seen without reading the text as YAML. */
function keyBefore(text: string, at: number): string {
  return [...text.slice(0, at).matchAll(TOP_KEY)].at(-1)?.[1] ?? '?';
}

/** Keys that JavaScript would take for something else than a name; the schema would not even see some of them. */
function strangeKey(document: Document): { text: string; at: number } | null {
  let found: { text: string; at: number } | null = null;
  visit(document, {
    Pair(_, { key }) {
      const isName = isScalar(key) && typeof key.value === 'string' && key.value !== '__proto__';
      if (isName) return undefined;
      found = { text: String(key), at: (isNode(key) && key.range?.[0]) || 0 };
      return visit.BREAK;
    },
  });
  return found;
}

function plainValue(document: Document, name: string, { text, lines }: { text: string; lines: LineCounter }): unknown {
  try {
    return document.toJS({ maxAliasCount: MAX_ALIASES });
  } catch (error) {
    let at = 0;
    visit(document, {
      Alias(_, alias) {
        at = alias.range?.[0] ?? 0;
        return visit.BREAK;
      },
    });
    const said = firstLine((error as Error).message);
    throw new ConfigError(name, { code: 'too_many_aliases', said, key: keyBefore(text, at) }, lines.linePos(at).line);
  }
}

function withDefaults(given: z.infer<typeof configSchema>): Config {
  const { agent, commitMessages, agents, mcpServers, additionalDirectories } = given;
  return {
    agent: agent ?? null,
    host: filledIn(defaultConfig.host, given),
    values: filledIn(defaultConfig.values, given),
    commitMessages: { ...defaultConfig.commitMessages, ...commitMessages },
    agents: configuredAgents(agents),
    mcpServers: readMcpServers(mcpServers),
    additionalDirectories: (additionalDirectories ?? []).map(givenPath),
  };
}

/** The defaults, with what was given for each of them. */
function filledIn<T extends object>(defaults: T, given: Partial<T>): T {
  const values = Object.entries(defaults).map(([key, value]) => [key, own(given, key) ?? value]);
  return Object.fromEntries(values) as T;
}

/** The line of the offending key or value, found through the path that the schema complains about. */
function lineOf(issue: z.core.$ZodIssue, document: Document, lines: LineCounter): number {
  const path = [...issue.path];
  const isAboutKey = issue.code === 'unrecognized_keys' || issue.code === 'invalid_key';
  const key = issue.code === 'unrecognized_keys' ? issue.keys[0] : isAboutKey ? path.pop() : undefined;
  // What is missing has no line; what it is missing from has.
  while (path.length > 0 && document.getIn(path, true) === undefined) path.pop();
  const owner = path.length > 0 ? document.getIn(path, true) : document.contents;
  const pair = isMap(owner) ? owner.items.find((item) => isScalar(item.key) && item.key.value === key) : undefined;
  const node = isNode(pair?.key) ? pair.key : owner;
  return lines.linePos((isNode(node) && node.range?.[0]) || 0).line;
}

function causeOf(issue: z.core.$ZodIssue): SettingsCause {
  if (issue.code === 'unrecognized_keys') return { code: 'unknown_key', key: issue.keys[0] ?? '' };
  const key = issue.path.join('.');
  if (issue.code === 'invalid_key') {
    return { code: 'bad_name', key, said: firstLine(issue.issues[0]?.message ?? 'is not a valid name') };
  }
  return { code: 'bad_value', key, said: firstLine(issue.message) };
}

function syntaxCause({ code, message }: { code: string; message: string }): SettingsCause {
  return code === 'MULTIPLE_DOCS' ? { code: 'several_documents' } : { code: 'bad_syntax', said: firstLine(message) };
}

/** The first line of what the parser or the schema said, without the point at its end. */
function firstLine(message: string): string {
  return message.split('\n')[0]!.trim().replace(/[.:]$/, '');
}

const word = z.string().trim().min(1).max(200);
const folder = z.string().regex(/^(\/|~\/|~$)/, 'must be an absolute path, or begin with ~/');

/** Everything a settings file may hold; all of it may be left out. */
const configSchema = z.strictObject({
  agent: z.string().trim().min(1).optional(),
  ...hostFileShape,
  ...settingShape,
  commitMessages: z.strictObject({ agent: word.exactOptional(), model: word.exactOptional() }).optional(),
  agents: agentsSchema.optional(),
  mcpServers: mcpServersSchema.optional(),
  additionalDirectories: z.array(folder).max(50).optional(),
});

/** Every key that a settings file may have. */
export const CONFIG_KEYS: readonly string[] = Object.keys(configSchema.shape);

/** What a folder may bring in its own file; nothing of it acts before a person has trusted the folder. */
const folderConfigSchema = configSchema.pick({ agent: true, agents: true, mcpServers: true });

/** A path of a settings file, with the person's home folder put in. */
function givenPath(path: string): string {
  return resolve(path.startsWith('~') ? join(homedir(), path.slice(1)) : path);
}

/** The agents of a settings file. */
function configuredAgents(given: Record<string, GivenAgent> = {}): Map<string, ConfiguredAgent> {
  return new Map(Object.entries(given).map(([id, agent]) => [id, configuredAgent(agent)]));
}

function configuredAgent({ name, command, args = [], env, home }: GivenAgent): ConfiguredAgent {
  const argv = typeof command === 'string' ? [command] : (command ?? null);
  return {
    name: name ?? null,
    command: argv && [...argv, ...args],
    env: { ...env },
    home: home === undefined ? null : givenPath(home),
  };
}

/** The MCP servers of a settings file, in the form in which agents are told of them. */
function readMcpServers(given: GivenMcpServers = {}): McpServer[] {
  return Object.entries(given).map(([name, server]): McpServer => {
    if ('command' in server) {
      const { command, args = [], env } = server;
      return { name, command: command.startsWith('~/') ? givenPath(command) : command, args, env: pairs(env) };
    }
    return { type: server.type ?? 'http', name, url: server.url, headers: pairs(server.headers) };
  });
}

function pairs(record: Record<string, string> = {}): EnvVariable[] {
  return Object.entries(record).map(([name, value]) => ({ name, value }));
}
