import type { McpServer } from '@agentclientprotocol/sdk';
import type { AgentDraft, AgentSettings, McpDraft, McpSettings, SettingsUpdate } from '../protocol/api/config.js';
import { RpcError } from '../protocol/api/rpc-error.js';
import { own } from '../protocol/own.js';
import type { Config } from './config.js';
import type { Edit, SettingPath } from './edit-config.js';

/** What a change of single values means for the file; null takes a value out. */
export function valueEdits(change: SettingsUpdate): Edit[] {
  const { commitMessages, ...values } = change;
  const own: Edit[] = Object.entries(values).flatMap(([key, value]) =>
    value === undefined ? [] : [{ path: [key] as const, value: isLeftOut(value) ? undefined : value }],
  );
  const messages = Object.entries(commitMessages ?? {}).map(
    ([key, value]): Edit => ({ path: ['commitMessages', key], value: value ?? undefined }),
  );
  return [...own, ...messages];
}

function isLeftOut(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}

/** What a person's draft of an agent changes; what is as it was stays as they wrote it. */
export function agentEdits({ agents }: Config, id: string, draft: AgentDraft): Edit[] {
  const before = agents.get(id);
  const at = (key: string): SettingPath => ['agents', id, key];
  const edits: Edit[] = [];
  if (draft.name !== (before?.name ?? null)) edits.push({ path: at('name'), value: draft.name ?? undefined });
  if (!isSame(draft.command, before?.command ?? null)) {
    edits.push({ path: at('command'), value: draft.command ?? undefined });
    // The draft has the program and its arguments as one list.
    if (before?.command) edits.push({ path: at('args'), value: undefined });
  }
  edits.push(...recordEdits(at('env'), before?.env ?? {}, draft.env));
  if (draft.home !== (before?.home ?? null)) edits.push({ path: at('home'), value: draft.home ?? undefined });
  return edits;
}

export function mcpEdits({ mcpServers }: Config, name: string, draft: McpDraft): Edit[] {
  const before = mcpServers.find((server) => server.name === name);
  const at = (key: string): SettingPath => ['mcpServers', name, key];
  const isOtherKind = before !== undefined && kindOf(before) !== draft.kind;
  const clear: Edit[] = isOtherKind ? [{ path: ['mcpServers', name], value: undefined }] : [];
  const kept = isOtherKind ? undefined : before;
  const type: Edit[] = draft.kind === 'sse' && kindOf(kept) !== 'sse' ? [{ path: at('type'), value: 'sse' }] : [];
  if (draft.kind === 'stdio') {
    const { command, args, env } = kept && 'command' in kept ? kept : { command: null, args: [], env: [] };
    return [
      ...clear,
      ...(draft.command === command ? [] : [{ path: at('command'), value: draft.command }]),
      ...(isSame(draft.args, args)
        ? []
        : [{ path: at('args'), value: isLeftOut(draft.args) ? undefined : draft.args }]),
      ...recordEdits(at('env'), record(env), draft.env),
    ];
  }
  const { url, headers } = kept && 'url' in kept ? kept : { url: null, headers: [] };
  return [
    ...clear,
    ...type,
    ...(draft.url === url ? [] : [{ path: at('url'), value: draft.url }]),
    ...recordEdits(at('headers'), record(headers), draft.headers),
  ];
}

/** What the page may know of a person's agents. */
export function agentSetups({ agents }: Config): AgentSettings[] {
  return [...agents].map(([id, { env, ...rest }]) => ({ id, ...rest, env: Object.keys(env) }));
}

/** What the page may know of a person's MCP servers. */
export function mcpSetups({ mcpServers }: Config): McpSettings[] {
  return mcpServers.map((server): McpSettings => {
    const { name } = server;
    if ('command' in server) {
      const { command, args, env } = server;
      return { name, kind: 'stdio', command, args, env: env.map((variable) => variable.name) };
    }
    const { type, url, headers } = server as Extract<McpServer, { url: string }>;
    return { name, kind: type === 'sse' ? 'sse' : 'http', url, headers: headers.map((header) => header.name) };
  });
}

function recordEdits(
  path: SettingPath,
  before: Readonly<Record<string, string>>,
  wanted: Readonly<Record<string, string | null>>,
): Edit[] {
  const gone = Object.keys(before).filter((name) => !Object.hasOwn(wanted, name));
  const set = Object.entries(wanted).flatMap(([name, value]): Edit[] => {
    if (value === null && !Object.hasOwn(before, name)) {
      throw new RpcError('bad_request', `"${name}" has no value to keep.`, { code: 'no_kept_value', name });
    }
    return value === null || value === own(before, name) ? [] : [{ path: [...path, name], value }];
  });
  return [...set, ...gone.map((name): Edit => ({ path: [...path, name], value: undefined }))];
}

function kindOf(server: McpServer | undefined): McpSettings['kind'] | null {
  if (!server) return null;
  if ('command' in server) return 'stdio';
  return 'type' in server && server.type === 'sse' ? 'sse' : 'http';
}

function record(pairs: readonly { name: string; value: string }[]): Record<string, string> {
  return Object.fromEntries(pairs.map(({ name, value }) => [name, value]));
}

function isSame(a: readonly string[] | null, b: readonly string[] | null): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
