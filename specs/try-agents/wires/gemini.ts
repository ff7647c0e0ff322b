import {
  callId,
  type EventStream,
  imagesIn,
  type ModelReply,
  type ModelRequest,
  papersIn,
  type Said,
  type ToolSchema,
  tokensIn,
  type Wire,
} from './wire.js';

interface Part {
  text?: string;
  functionResponse?: { response?: unknown };
}

interface GeminiBody {
  contents?: { role?: string; parts?: Part[] }[];
  tools?: { functionDeclarations?: Declaration[] }[];
}

interface Declaration {
  name: string;
  parametersJsonSchema?: ToolSchema;
  parameters?: ToolSchema;
}

/** Google's generateContent, which Gemini speaks. */
export const gemini: Wire = {
  name: 'gemini',
  matches: (path) => /:(streamG|g)enerateContent$/.test(path),
  read,
  whole: (reply) => candidate(reply, partOf(reply), 'STOP'),
  stream,
};

function read(body: unknown, path: string): ModelRequest {
  const { contents = [], tools = [] } = body as GeminiBody;
  return {
    isStreamed: path.endsWith(':streamGenerateContent'),
    images: imagesIn(body),
    papers: papersIn(body),
    said: contents.flatMap(({ role, parts = [] }) =>
      parts.map((part) => saidIn(role === 'model' ? 'model' : 'user', part)),
    ),
    tools: tools
      .flatMap((tool) => tool.functionDeclarations ?? [])
      .map((tool) => ({
        name: tool.name,
        schema: tool.parametersJsonSchema ?? tool.parameters ?? {},
        isFreeform: false,
      })),
  };
}

function saidIn(role: 'user' | 'model', part: Part): Said {
  if (part.functionResponse) return { role: 'result', text: JSON.stringify(part.functionResponse.response) };
  return { role, text: part.text ?? '' };
}

async function stream(reply: ModelReply, events: EventStream): Promise<void> {
  if (reply.kind === 'text') await events.sendText(reply, (text) => events.send(candidate(reply, { text })));
  else events.send(candidate(reply, partOf(reply)));
  events.send(candidate(reply, { text: '' }, 'STOP'));
}

function partOf(reply: ModelReply): object {
  if (reply.kind === 'text') return { text: reply.chunks.join('') };
  return { functionCall: { id: callId(reply), name: reply.tool.name, args: reply.input } };
}

function candidate(reply: ModelReply, part: object, finishReason?: string): object {
  const { input, output, total } = tokensIn(reply);
  const content = { role: 'model', parts: [part] };
  return {
    candidates: [{ index: 0, content, ...(finishReason ? { finishReason } : {}) }],
    usageMetadata: { promptTokenCount: input, candidatesTokenCount: output, totalTokenCount: total },
    modelVersion: 'fake',
  };
}
