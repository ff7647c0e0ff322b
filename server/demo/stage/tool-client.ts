import type { McpServer } from '@agentclientprotocol/sdk';

/** Where the tools are that AcDeck has given to a session. */
export interface ToolAddress {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** AcDeck's own server among those that a session was given, if it is one to be reached by HTTP. */
export function ownTools(servers: readonly McpServer[]): ToolAddress | null {
  const own = servers.find(({ name }) => name === 'acdeck');
  if (!own || !('type' in own) || own.type !== 'http') return null;
  return { url: own.url, headers: Object.fromEntries(own.headers.map(({ name, value }) => [name, value])) };
}

export interface ToolResult {
  readonly text: string;
  readonly isError: boolean;
}

let calls = 0;

/** Calls a tool as MCP has it, by one request. */
export async function callTool({ url, headers }: ToolAddress, name: string, input: object): Promise<ToolResult> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: ++calls, method: 'tools/call', params: { name, arguments: input } }),
  });
  const body = await response.text();
  if (!response.ok) return { text: `${response.status}: ${body.trim()}`, isError: true };
  const message = messagesIn(body).find(({ result, error }) => result || error);
  const text = message?.result?.content?.map((block) => block.text ?? '').join('\n') ?? message?.error?.message ?? '';
  return { text, isError: message?.result?.isError === true || message?.error !== undefined };
}

interface Message {
  readonly result?: { readonly content?: readonly { readonly text?: string }[]; readonly isError?: boolean };
  readonly error?: { readonly message: string };
}

/** The answer is one message, or a stream of events with a message each. */
function messagesIn(body: string): Message[] {
  if (body.trimStart().startsWith('{')) return [JSON.parse(body)];
  const lines = body.split('\n').filter((line) => line.startsWith('data:'));
  return lines.map((line) => line.slice('data:'.length).trim()).flatMap((data) => (data ? [JSON.parse(data)] : []));
}
