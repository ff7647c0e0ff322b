import type { PermissionOption, ToolCallUpdate } from '@agentclientprotocol/sdk';
import type { AskedCall } from '../protocol/api/permission-rule.js';
import type { ToolEntry } from '../protocol/transcript/entries.js';
import { entriesAfter, toolUpdate } from '../protocol/transcript/transcript.rig.js';

type Fields = Omit<ToolCallUpdate, 'toolCallId'>;

/** What was told about a call before it was asked for, and the request. */
export interface OwnRequest {
  readonly told: readonly Fields[];
  readonly asked: Fields;
}

/** Tools that we don't call read-only; one agent makes a kind of that. */
const WORK = ['delegate', 'send_message', 'stop'];

const text = (words: string) => ({ type: 'content' as const, content: { type: 'text' as const, text: words } });

/**
 * How shipped agents ask for a tool of ours, as it came over the wire in `npm run try:agents -- --tasks` for
 * `delegate`, with the tool and what it is given left open. The title of goose also has what `name` is.
 */
export const OWN_REQUESTS: Readonly<Record<string, (tool: string, input: object) => OwnRequest>> = {
  claude: (tool, input) => {
    const name = `mcp__acdeck__${tool}`;
    const told = { claudeCode: { toolName: name } };
    const asked = { claudeCode: { toolName: name, mcpServer: { name: 'acdeck', source: 'dynamic' } } };
    return {
      told: [
        { name, rawInput: {}, title: name, kind: 'other', content: [], _meta: told },
        { rawInput: input, _meta: told },
      ],
      asked: { name, status: 'pending', rawInput: input, title: name, kind: 'other', content: [], _meta: asked },
    };
  },
  gemini: (tool, input) => ({
    told: [],
    asked: {
      title: `${tool} (acdeck MCP Server)`,
      content: [text(JSON.stringify(input))],
      locations: [],
      kind: 'other',
    },
  }),
  kimi: (tool, input) => ({
    told: [{ title: `mcp__acdeck__${tool}`, kind: 'other', content: [text(JSON.stringify(input))] }],
    asked: {
      title: `mcp__acdeck__${tool}`,
      content: [text(`Requesting approval to Approve mcp__acdeck__${tool}`)],
    },
  }),
  codex: (tool, input) => ({
    told: [
      {
        kind: 'execute',
        title: `mcp.acdeck.${tool}`,
        rawInput: { server: 'acdeck', tool, arguments: input },
        _meta: { is_mcp_tool_call: true },
      },
    ],
    asked: { kind: 'execute', status: 'pending' },
  }),
  qwen: (tool, input) => ({
    told: [
      {
        title: 'ToolCall',
        content: [],
        locations: [],
        kind: 'other',
        rawInput: {},
        _meta: { toolName: 'tool_call', provenance: 'builtin', phase: 'preparing' },
      },
    ],
    asked: {
      title: JSON.stringify(input),
      content: [],
      locations: [],
      kind: WORK.includes(tool) ? 'other' : 'read',
      rawInput: input,
      _meta: { toolName: `mcp__acdeck__${tool}` },
    },
  }),
  copilot: (tool, input) => ({
    told: [{ title: `acdeck-${tool}`, kind: 'other', rawInput: input }],
    asked: { title: tool, kind: 'other', status: 'pending', rawInput: input },
  }),
  goose: (tool, input) => {
    const words = 'name' in input ? ` · ${String(input.name)}` : '';
    const title = `acdeck: ${tool.replaceAll('_', ' ')}${words}`;
    // The name as it is read from the parts that it is told in.
    return {
      told: [{ title, name: `mcp__acdeck__${tool}`, rawInput: input }],
      asked: { kind: 'other', status: 'pending', title, rawInput: input },
    };
  },
  'codex-zed': (tool, input) => ({
    told: [{ title: `Tool: acdeck/${tool}`, rawInput: { server: 'acdeck', tool, arguments: input } }],
    asked: {
      title: 'Approve MCP tool call',
      content: [text(`Allow the acdeck MCP server to run tool "${tool}"?\n\nServer: acdeck`)],
      rawInput: {
        turn_id: '01a1efc8',
        server_name: 'acdeck',
        id: 'mcp_tool_call_approval_call_1',
        request: { mode: 'form', _meta: { codex_approval_kind: 'mcp_tool_call', tool_params: input } },
      },
    },
  }),
};

/** Agents that name the tool and its server so that nothing else can be meant. */
export const CERTAIN = ['claude', 'gemini', 'kimi', 'codex', 'qwen', 'goose'];

/** What a session knows of a request when it is made. */
export function callOf({ told, asked }: OwnRequest): AskedCall {
  const entry = entriesAfter(...told.map((fields) => toolUpdate('t', fields))).at(-1) as ToolEntry | undefined;
  return { agentId: 'a', cwd: '/work/a', toolCall: { ...asked, toolCallId: 't' }, entry: entry ?? null };
}

export const OPTIONS: PermissionOption[] = [
  { optionId: 'always', name: 'Always', kind: 'allow_always' },
  { optionId: 'once', name: 'Allow', kind: 'allow_once' },
  { optionId: 'no', name: 'Deny', kind: 'reject_once' },
];
