import { type ClientApp, RequestError } from '@agentclientprotocol/sdk';
import type { QuestionAnswer } from '../../ports/agent.js';
import { INVALID_PARAMS, NOT_FOUND } from '../../protocol/acp-codes.js';
import type { Question } from '../../protocol/events.js';
import { type Fields, fieldsOf } from '../../protocol/fields.js';
import { parseQuestion } from '../parse/parse-question.js';
import { parsePermission } from '../parse/parse-tool.js';
import { countOf, idOf } from '../parse/read-fields.js';
import { withTitledCommand } from '../parse/titled-command.js';
import { RefusedRequest } from '../process/agent-fault.js';
import type { SessionChannel } from '../sessions/session-channel.js';

/** What the answers to an agent's requests come from. */
export interface AnswerParts {
  offersFiles: boolean;
  commandsInTitles: boolean;
  /** Makes an answer that may be large, when the agent has room for it. */
  answerLarge<T>(signal: AbortSignal, make: () => Promise<T> | T): Promise<T>;
  /** Hears of everything that is asked, before it is answered. */
  onAsked?: ((method: string, params: Fields) => void) | undefined;
  /** The open session of an id, or null. */
  find(sessionId: string | null): SessionChannel | null;
  /** The open session that an unanswered request of ours is about, or null. */
  findByRequest(requestId: string | number): SessionChannel | null;
  /** Whom to ask what belongs to no session; null unless somebody is signing in. */
  askOutside(): AskPerson | null;
}

/** Puts a question to a person. */
export type AskPerson = (question: Question, signal: AbortSignal) => Promise<QuestionAnswer>;

interface Asked {
  params: Fields;
  signal: AbortSignal;
}

type Answer = (channel: SessionChannel, asked: Asked) => Promise<object> | object;

/** Registers our answers to all that an agent may ask; anything that is not here is answered "no such method". */
export function answerAgent(app: ClientApp, parts: AnswerParts): ClientApp {
  const on = (method: string, answer: Answer) =>
    app.onRequest(method, fieldsOf, async ({ params, signal }) => {
      try {
        parts.onAsked?.(method, params);
        return await answer(sessionOf(params, parts), { params, signal });
      } catch (error) {
        throw asRequestError(error);
      }
    });
  on('session/request_permission', (channel, asked) => askPermission(channel, asked, parts));
  app.onRequest('elicitation/create', fieldsOf, async ({ params, signal }) => {
    try {
      return await askQuestion(whomToAsk(params, parts), { params, signal });
    } catch (error) {
      throw asRequestError(error);
    }
  });
  on('terminal/create', (channel, { params }) => ({ terminalId: channel.createTerminal(params) }));
  on('terminal/output', ({ terminals }, { params, signal }) => {
    const terminal = terminals.find(params.terminalId);
    return parts.answerLarge(signal, () => {
      const { exit, ...output } = terminal.state;
      return exit ? { ...output, exitStatus: exit } : output;
    });
  });
  on('terminal/wait_for_exit', ({ terminals }, { params, signal }) =>
    unlessAborted(terminals.find(params.terminalId).exited, signal),
  );
  on('terminal/kill', async ({ terminals }, { params }) => {
    await terminals.find(params.terminalId).kill();
    return {};
  });
  on('terminal/release', async ({ terminals }, { params }) => {
    await terminals.release(params.terminalId);
    return {};
  });
  if (!parts.offersFiles) return app;
  on('fs/read_text_file', (channel, { params: { path, line, limit }, signal }) =>
    parts.answerLarge(signal, async () => ({
      content: await channel.readFile(path, { line: countOf(line), limit: countOf(limit) }),
    })),
  );
  return on('fs/write_text_file', async (channel, { params: { path, content }, signal }) => {
    await channel.writeFile(path, content, signal);
    return {};
  });
}

/** A question without its own session may belong to a sign-in. */
function whomToAsk(params: Fields, parts: AnswerParts): AskPerson {
  const { sessionId, requestId } = params;
  const isOfSession = sessionId !== undefined || parts.findByRequest(requestId as string | number) !== null;
  const outside = isOfSession ? null : parts.askOutside();
  if (outside) return outside;
  const channel = sessionOf(params, parts);
  return (question, signal) => channel.askQuestion(question, signal);
}

function sessionOf(params: Fields, { find, findByRequest }: AnswerParts): SessionChannel {
  const { sessionId, requestId } = params;
  const isRequest = typeof requestId === 'string' || typeof requestId === 'number';
  const channel = find(idOf(sessionId)) ?? (isRequest ? findByRequest(requestId) : null);
  if (!channel) throw new RefusedRequest(`There is no session "${String(sessionId)}" here.`, NOT_FOUND);
  return channel;
}

async function askPermission(
  channel: SessionChannel,
  { params, signal }: Asked,
  { commandsInTitles }: AnswerParts,
): Promise<object> {
  const parsed = parsePermission(params);
  const ask = parsed && commandsInTitles ? withTitledCommand(parsed, params, channel.cwd) : parsed;
  if (!ask) throw new RefusedRequest('A request for permission must name its tool call.', INVALID_PARAMS);
  if (ask.options.length === 0) {
    channel.tellNotice('warning', { code: 'no_answer_offered' });
  }
  return { outcome: await channel.askPermission(ask, signal) };
}

async function askQuestion(ask: AskPerson, { params, signal }: Asked): Promise<object> {
  const asked = parseQuestion(params);
  if (!asked) throw new RefusedRequest('Only forms and web addresses can be asked.', INVALID_PARAMS);
  const { action, content } = await ask(asked.question, signal);
  return action === 'accept' && content ? { action, content } : { action };
}

/** Waits, but answers "cancelled" as soon as the agent takes its request back. */
async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  const aborted = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new DOMException('Cancelled', 'AbortError')), { once: true });
  });
  return await Promise.race([promise, aborted]);
}

function asRequestError(error: unknown): unknown {
  if (error instanceof RefusedRequest) return new RequestError(error.code, error.message);
  if (error instanceof Error && error.name === 'AbortError') return error;
  // No matter what else it is, its text is ours and not for the agent.
  return error instanceof RequestError ? error : RequestError.internalError();
}
