import { type Document, isMap, isNode, isScalar, LineCounter, parseDocument, visit } from 'yaml';
import type { z } from 'zod';
import { type Config, ConfigError, defaultConfig, type FolderConfig } from './config.js';
import { configSchema, folderConfigSchema } from './config-schema.js';
import { configuredAgents, givenPath, mcpServers } from './configured.js';

const MAX_ALIASES = 100;

/** A settings file as it was read: what it means, and the document that a change is made in. */
export interface ParsedConfig {
  readonly config: Config;
  readonly document: Document;
}

/** Reads the text of a settings file; `name` is what its errors call it. */
export function parseConfig(text: string, name: string): ParsedConfig {
  const { value, document } = parseWith(configSchema, text, name);
  return { config: withDefaults(value), document };
}

/** Reads the text of a folder's own file. */
export function parseFolderConfig(text: string, name: string): FolderConfig {
  const { value } = parseWith(folderConfigSchema, text, name);
  const { agent, agents, mcpServers: servers } = value;
  return { agent: agent ?? null, agents: configuredAgents(agents), mcpServers: mcpServers(servers) };
}

function parseWith<S extends z.ZodType>(schema: S, text: string, name: string) {
  if (isNestedTooDeeply(text)) throw new ConfigError(`${name} is nested too deeply.`);
  const lines = new LineCounter();
  const document = parseDocument(text, { schema: 'core', merge: false, lineCounter: lines, prettyErrors: false });
  // A tag that is not of the core schema is only a warning to the parser; here nothing else is allowed.
  const trouble = document.errors[0] ?? document.warnings[0];
  if (trouble) throw new ConfigError(`${name}, line ${lines.linePos(trouble.pos[0]).line}: ${syntaxTrouble(trouble)}`);
  const strange = strangeKey(document);
  if (strange)
    throw new ConfigError(`${name}, line ${lines.linePos(strange.at).line}: ${strange.text} cannot be a key.`);
  const result = schema.safeParse(plainValue(document, name) ?? {});
  if (result.success) return { value: result.data, document };
  const issue = result.error.issues[0]!;
  throw new ConfigError(`${name}, line ${lineOf(issue, document, lines)}: ${explain(issue)}`);
}

/** An indentation that no person writes, or lists in lists in lists on one line. */
const DEEP_BLOCKS = /^[ \t]{200}|(?:[-?:][ \t]+){64}/m;
const MAX_BRACKETS = 64;

/** Checked before the parser runs: it is recursive, and Node does not survive every overflow of its stack. */
function isNestedTooDeeply(text: string): boolean {
  let brackets = 0;
  for (const char of text) {
    if (char === '[' || char === '{') brackets += 1;
    if (char === ']' || char === '}') brackets = Math.max(0, brackets - 1);
    if (brackets > MAX_BRACKETS) return true;
  }
  return DEEP_BLOCKS.test(text);
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

function plainValue(document: Document, name: string): unknown {
  try {
    return document.toJS({ maxAliasCount: MAX_ALIASES });
  } catch (error) {
    throw new ConfigError(`${name} refers to itself too often: ${sentence((error as Error).message)}`);
  }
}

function withDefaults(given: z.infer<typeof configSchema>): Config {
  const { theme, density, contrast, hue, rejectAfterMinutes, stopUnasked } = defaultConfig.values;
  return {
    agent: given.agent ?? null,
    port: given.port ?? null,
    open: given.open ?? true,
    shell: given.shell ?? defaultConfig.shell,
    values: {
      theme: given.theme ?? theme,
      density: given.density ?? density,
      contrast: given.contrast ?? contrast,
      hue: given.hue ?? hue,
      rejectAfterMinutes: given.rejectAfterMinutes ?? rejectAfterMinutes,
      stopUnasked: given.stopUnasked ?? stopUnasked,
    },
    agents: configuredAgents(given.agents),
    mcpServers: mcpServers(given.mcpServers),
    additionalDirectories: (given.additionalDirectories ?? []).map(givenPath),
  };
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

function explain(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') return `There is no setting called "${issue.keys[0]}".`;
  const where = issue.path.length > 0 ? `"${issue.path.join('.')}"` : 'The file';
  if (issue.code === 'invalid_key') return `${where} ${issue.issues[0]?.message ?? 'is not a valid name'}.`;
  return `${where}: ${sentence(issue.message)}`;
}

function syntaxTrouble({ code, message }: { code: string; message: string }): string {
  if (code === 'MULTIPLE_DOCS') return 'The file holds several documents; only one is allowed.';
  return sentence(message);
}

/** The first line of a message, ended as a sentence. */
function sentence(message: string): string {
  const line = message.split('\n')[0]!.trim().replace(/[.:]$/, '');
  return `${line}.`;
}
