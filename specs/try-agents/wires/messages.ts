import {
  callId,
  type EventStream,
  imagesIn,
  inputText,
  type ModelReply,
  type ModelRequest,
  papersIn,
  type Said,
  textOf,
  tokensIn,
  type Wire,
} from './wire.js';

interface Block {
  type: string;
  text?: string;
  content?: unknown;
}

interface MessagesBody {
  stream?: boolean;
  messages?: { role: string; content: string | Block[] }[];
  tools?: { name: string; input_schema?: object }[];
}

const ROLES: Record<string, 'user' | 'model'> = { user: 'user', assistant: 'model' };

/** Anthropic's messages, which Claude speaks. */
export const messages: Wire = {
  name: 'messages',
  matches: (path) => path.endsWith('/messages'),
  read,
  whole,
  stream,
};

function read(body: unknown): ModelRequest {
  const { messages: list = [], tools = [], stream: isStreamed = false } = body as MessagesBody;
  return {
    isStreamed,
    images: imagesIn(body),
    papers: papersIn(body),
    said: list.flatMap(({ role, content }) => {
      const known = ROLES[role];
      return known ? saidIn(known, content) : [];
    }),
    tools: tools.map((tool) => ({ name: tool.name, schema: tool.input_schema ?? {}, isFreeform: false })),
  };
}

/** Results of tools come as blocks of a user's message. */
function saidIn(role: 'user' | 'model', content: string | Block[]): Said[] {
  if (typeof content === 'string') return [{ role, text: content }];
  return content.map((block) =>
    block.type === 'tool_result' ? { role: 'result', text: textOf(block.content) } : { role, text: block.text ?? '' },
  );
}

function whole(reply: ModelReply): unknown {
  const block =
    reply.kind === 'text'
      ? { type: 'text', text: reply.chunks.join('') }
      : { type: 'tool_use', id: callId(reply), name: reply.tool.name, input: reply.input };
  return { ...start(reply), content: [block], stop_reason: stopReason(reply) };
}

async function stream(reply: ModelReply, events: EventStream): Promise<void> {
  const send = (type: string, fields: object = {}) => events.send({ type, ...fields }, type);
  send('message_start', { message: start(reply) });
  if (reply.kind === 'text') {
    send('content_block_start', { index: 0, content_block: { type: 'text', text: '' } });
    await events.sendText(reply, (text) =>
      send('content_block_delta', { index: 0, delta: { type: 'text_delta', text } }),
    );
  } else {
    const block = { type: 'tool_use', id: callId(reply), name: reply.tool.name, input: {} };
    send('content_block_start', { index: 0, content_block: block });
    const delta = { type: 'input_json_delta', partial_json: inputText(reply) };
    send('content_block_delta', { index: 0, delta });
  }
  send('content_block_stop', { index: 0 });
  send('message_delta', { delta: { stop_reason: stopReason(reply), stop_sequence: null }, usage: usageOf(reply) });
  send('message_stop');
}

function start(reply: ModelReply): object {
  const head = { id: `msg_${reply.id}`, type: 'message', role: 'assistant', model: 'fake', content: [] };
  return { ...head, stop_reason: null, stop_sequence: null, usage: usageOf(reply) };
}

function usageOf(reply: ModelReply): object {
  const { input, output } = tokensIn(reply);
  return { input_tokens: input, output_tokens: output };
}

function stopReason(reply: ModelReply): string {
  return reply.kind === 'text' ? 'end_turn' : 'tool_use';
}
