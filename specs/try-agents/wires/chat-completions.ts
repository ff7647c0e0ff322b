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

interface ChatBody {
  stream?: boolean;
  messages?: { role: string; content?: unknown }[];
  tools?: { function?: { name: string; parameters?: object } }[];
}

const ROLES: Record<string, Said['role']> = { user: 'user', assistant: 'model', tool: 'result' };

/** OpenAI's chat completions, which most agents speak. */
export const chatCompletions: Wire = {
  name: 'chat completions',
  matches: (path) => path.endsWith('/chat/completions'),
  read,
  whole,
  stream,
};

function read(body: unknown): ModelRequest {
  const { messages = [], tools = [], stream: isStreamed = false } = body as ChatBody;
  return {
    isStreamed,
    images: imagesIn(body),
    papers: papersIn(body),
    said: messages.flatMap(({ role, content }) => {
      const known = ROLES[role];
      return known ? [{ role: known, text: textOf(content) }] : [];
    }),
    tools: tools.flatMap((tool) =>
      tool.function ? [{ name: tool.function.name, schema: tool.function.parameters ?? {}, isFreeform: false }] : [],
    ),
  };
}

function whole(reply: ModelReply): unknown {
  const message =
    reply.kind === 'text'
      ? { role: 'assistant', content: reply.chunks.join('') }
      : { role: 'assistant', content: null, tool_calls: [toolCall(reply)] };
  const choices = [{ index: 0, message, finish_reason: finishReason(reply) }];
  return {
    id: `chat-${reply.id}`,
    object: 'chat.completion',
    created: 1,
    model: 'fake',
    choices,
    usage: usageOf(reply),
  };
}

async function stream(reply: ModelReply, events: EventStream): Promise<void> {
  const send = (delta: object, finish: string | null, usage?: object) =>
    events.send({
      id: `chat-${reply.id}`,
      object: 'chat.completion.chunk',
      created: 1,
      model: 'fake',
      choices: [{ index: 0, delta, finish_reason: finish }],
      ...(usage ? { usage } : {}),
    });
  if (reply.kind === 'text') {
    await events.sendText(reply, (content) => send({ role: 'assistant', content }, null));
  } else {
    send({ role: 'assistant', content: null, tool_calls: [{ index: 0, ...toolCall(reply) }] }, null);
  }
  send({}, finishReason(reply), usageOf(reply));
  events.send('[DONE]');
}

function usageOf(reply: ModelReply): object {
  const { input, output, total } = tokensIn(reply);
  return { prompt_tokens: input, completion_tokens: output, total_tokens: total };
}

function toolCall(reply: ModelReply & { kind: 'call' }): object {
  return { id: callId(reply), type: 'function', function: { name: reply.tool.name, arguments: inputText(reply) } };
}

function finishReason(reply: ModelReply): string {
  return reply.kind === 'text' ? 'stop' : 'tool_calls';
}
