import {
  callId,
  type EventStream,
  imagesIn,
  inputText,
  type ModelReply,
  type ModelRequest,
  type OfferedTool,
  papersIn,
  type Said,
  textOf,
  tokensIn,
  type Wire,
} from './wire.js';

interface ResponsesBody {
  stream?: boolean;
  input?: string | Item[];
  tools?: ToolOffer[];
}

interface Item {
  type?: string;
  role?: string;
  content?: unknown;
  output?: unknown;
  /** What a search for tools has found. */
  tools?: ToolOffer[];
}

interface ToolOffer {
  type: string;
  name?: string;
  parameters?: object;
  tools?: ToolOffer[];
}

/** Codex shows most tools only to a model that looks for them, by a call of its own kind. */
const SEARCH = 'tool_search';

/** OpenAI's responses, which Codex speaks. */
export const responses: Wire = {
  name: 'responses',
  matches: (path) => path.endsWith('/responses'),
  read,
  whole,
  stream,
};

function read(body: unknown): ModelRequest {
  const { input = [], tools = [], stream: isStreamed = false } = body as ResponsesBody;
  const items = typeof input === 'string' ? [{ role: 'user', content: input }] : input;
  const found = items.flatMap((item) => ('tools' in item ? (item.tools ?? []) : []));
  const offered = [...tools, ...found].flatMap(toolsIn);
  return { isStreamed, images: imagesIn(body), papers: papersIn(body), said: items.flatMap(saidIn), tools: offered };
}

function saidIn(item: Item): Said[] {
  if (item.type?.endsWith('_output')) return [{ role: 'result', text: outputText(item.output) }];
  if (item.role === 'user') return [{ role: 'user', text: textOf(item.content) }];
  if (item.role === 'assistant') return [{ role: 'model', text: textOf(item.content) }];
  return [];
}

function outputText(output: unknown): string {
  return textOf(output) || JSON.stringify(output ?? '');
}

function toolsIn(tool: ToolOffer): OfferedTool[] {
  if (tool.type === SEARCH) return [{ name: SEARCH, schema: tool.parameters ?? {}, isFreeform: false }];
  if (tool.type === 'namespace') {
    return (tool.tools ?? []).flatMap(toolsIn).map((inner) => ({ ...inner, namespace: tool.name ?? '' }));
  }
  if (!tool.name || (tool.type !== 'function' && tool.type !== 'custom')) return [];
  return [{ name: tool.name, schema: tool.parameters ?? {}, isFreeform: tool.type === 'custom' }];
}

function whole(reply: ModelReply): unknown {
  return completed([itemOf(reply)], reply);
}

async function stream(reply: ModelReply, events: EventStream): Promise<void> {
  const send = (type: string, fields: object) => events.send({ type, ...fields }, type);
  const item = itemOf(reply);
  send('response.created', {
    response: { id: `resp-${reply.id}`, object: 'response', status: 'in_progress', output: [] },
  });
  if (reply.kind === 'text') {
    send('response.output_item.added', { output_index: 0, item: { ...item, content: [] } });
    const at = { item_id: `msg-${reply.id}`, output_index: 0, content_index: 0 };
    await events.sendText(reply, (delta) => send('response.output_text.delta', { ...at, delta }));
    send('response.output_text.done', { ...at, text: reply.chunks.join('') });
  }
  send('response.output_item.done', { output_index: 0, item });
  send('response.completed', { response: completed([item], reply) });
}

function itemOf(reply: ModelReply): object {
  if (reply.kind === 'text') {
    const content = [{ type: 'output_text', text: reply.chunks.join(''), annotations: [] }];
    return { type: 'message', id: `msg-${reply.id}`, role: 'assistant', status: 'completed', content };
  }
  const { name, namespace } = reply.tool;
  if (name === SEARCH) {
    const search = { call_id: callId(reply), execution: 'client', status: 'completed' };
    return { type: 'tool_search_call', id: `item-${reply.id}`, ...search, arguments: reply.input };
  }
  const call = {
    ...{ id: `item-${reply.id}`, call_id: callId(reply), name, status: 'completed' },
    ...(namespace === undefined ? {} : { namespace }),
  };
  return reply.tool.isFreeform
    ? { type: 'custom_tool_call', ...call, input: inputText(reply) }
    : { type: 'function_call', ...call, arguments: inputText(reply) };
}

function completed(output: object[], reply: ModelReply): object {
  return {
    id: `resp-${reply.id}`,
    object: 'response',
    created_at: 1,
    model: 'fake',
    status: 'completed',
    output,
    usage: usageOf(reply),
  };
}

function usageOf(reply: ModelReply): object {
  const { input, output, total } = tokensIn(reply);
  return {
    input_tokens: input,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: total,
  };
}
