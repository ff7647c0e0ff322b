import type { ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';

/** One thing said in a conversation with the model, whatever the wire calls it. */
export interface Said {
  role: 'user' | 'model' | 'result';
  text: string;
}

/** A tool that the agent offers; `isFreeform` when its input is plain text instead of JSON. */
export interface OfferedTool {
  name: string;
  schema: ToolSchema;
  isFreeform: boolean;
  /** Codex keeps the tools of an MCP server in a namespace of its name. */
  namespace?: string;
}

/** The part of JSON Schema that tools use. */
export interface ToolSchema {
  type?: string | string[];
  properties?: Record<string, ToolSchema>;
  required?: string[];
  items?: ToolSchema;
  enum?: unknown[];
}

/** A request to the model in one form for all wires. */
export interface ModelRequest {
  said: readonly Said[];
  tools: readonly OfferedTool[];
  isStreamed: boolean;
  /** How many pictures it holds. */
  images: number;
  /** What PDFs are called in it, in words or beside them. */
  papers: readonly string[];
}

/**
 * What the model answers: some text, sent chunk by chunk, or one call of a tool. Every answer has an id of
 * its own, because Claude takes answers of the same id for one.
 */
export type ModelReply = (
  | { kind: 'text'; chunks: readonly string[]; pauseMs: number }
  | { kind: 'call'; tool: OfferedTool; input: unknown }
) & {
  id: string;
  /** What it is said to have used; the usual if that doesn't matter. */
  tokens?: Tokens;
};

/** What one answer has used. */
export interface Tokens {
  input: number;
  output: number;
}

/** One vendor's way to ask a model. */
export interface Wire {
  readonly name: string;
  matches(path: string): boolean;
  read(body: unknown, path: string): ModelRequest;
  /** The answer to a request that wanted no stream. */
  whole(reply: ModelReply): unknown;
  stream(reply: ModelReply, events: EventStream): Promise<void>;
}

/** A server-sent event stream that stops quietly when the agent hangs up. */
export class EventStream {
  readonly #response: ServerResponse;
  readonly #hungUp = new AbortController();

  constructor(response: ServerResponse) {
    this.#response = response;
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
    response.on('close', () => this.#hungUp.abort());
  }

  /** Sends one event; vendors that name their events pass the name. */
  send(data: unknown, name?: string): void {
    if (this.#hungUp.signal.aborted) return;
    const payload = typeof data === 'string' ? data : JSON.stringify(data);
    this.#response.write(`${name ? `event: ${name}\n` : ''}data: ${payload}\n\n`);
  }

  /** Sends text chunk by chunk, with a pause between chunks so that it can be interrupted. */
  async sendText(reply: ModelReply & { kind: 'text' }, send: (chunk: string) => void): Promise<void> {
    for (const chunk of reply.chunks) {
      if (this.#hungUp.signal.aborted) return;
      send(chunk);
      if (reply.pauseMs > 0) await this.#pause(reply.pauseMs);
    }
  }

  end(): void {
    this.#response.end();
  }

  async #pause(ms: number): Promise<void> {
    await setTimeout(ms, null, { signal: this.#hungUp.signal }).catch(() => {});
  }
}

/** The text of a message's content, which wires give as a string or as a list of parts. */
export function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((part) => (typeof part?.text === 'string' ? part.text : '')).join('\n');
}

/** The name of a call, by which its result comes back. */
export function callId(reply: ModelReply): string {
  return `call_${reply.id}`;
}

/** How many pictures are anywhere in a request, whatever the wire calls them. */
export function imagesIn(body: unknown): number {
  return (
    JSON.stringify(body).match(/"(type":"(image|image_url|input_image)"|inlineData":|inline_data":)/g)?.length ?? 0
  );
}

/** What PDFs are called anywhere in a request. */
export function papersIn(body: unknown): string[] {
  return [...new Set(JSON.stringify(body).match(/[^"\\/\s()[\]]+\.pdf/g))];
}

/** A call's input as the wires carry it. */
export function inputText(reply: ModelReply & { kind: 'call' }): string {
  return typeof reply.input === 'string' ? reply.input : JSON.stringify(reply.input);
}

/** What an answer has used where it doesn't matter. */
export const USUAL_TOKENS: Tokens = { input: 100, output: 10 };

/** What an answer is said to have used. */
export function tokensIn({ tokens = USUAL_TOKENS }: ModelReply): Tokens & { total: number } {
  return { ...tokens, total: tokens.input + tokens.output };
}

/** So many tokens in all, of which few are the answer's own. */
export function tokensOf(total: number | undefined): { tokens?: Tokens } {
  if (total === undefined) return {};
  const output = Math.min(total, USUAL_TOKENS.output);
  return { tokens: { input: total - output, output } };
}
