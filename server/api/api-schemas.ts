import { z } from 'zod';
import { LIMITS } from '../protocol/limits.js';

/** What the API takes and gives. Answers are objects that may gain fields; what is sent is read strictly. */

export const agentView = z.object({
  id: z.string(),
  name: z.string(),
  version: z.string().nullable(),
  state: z.enum([
    ...(['idle', 'starting', 'ready', 'stopped', 'needs_login', 'degraded', 'crashed'] as const),
    ...(['missing', 'untrusted'] as const),
  ]),
  isDefault: z.boolean(),
});

export const sessionView = z.object({
  id: z.string(),
  title: z.string(),
  agentId: z.string(),
  status: z.enum(['idle', 'running', 'waiting']),
  createdAt: z.number(),
  updatedAt: z.number(),
  /** False where another server has the session, or it is an archived copy. */
  writable: z.boolean(),
});

const permissionOption = z.object({
  optionId: z.string(),
  name: z.string(),
  kind: z.enum(['allow_once', 'allow_always', 'reject_once', 'reject_always']),
});

/** What a request shows of a call; a longer one is cut. */
export const DECIDED_CHARS = 256 * 1024;

/** Something that the agent waits for. */
const openRequest = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('permission'),
    id: z.string(),
    title: z.string(),
    decided: z
      .string()
      .describe(
        'All that is decided on, as JSON: the call as the request has it (`toolCall`), what the agent said about it ' +
          'besides, and `options`. The words are the agent’s.',
      ),
    isCut: z
      .boolean()
      .describe('`decided` is only the beginning; the events of the session have the rest, and `digest` covers it.'),
    digest: z.string().describe('The SHA-256 of all of `decided`, in hex. An answer has to carry it.'),
    options: z.array(permissionOption),
  }),
  z.object({
    kind: z.literal('question'),
    id: z.string(),
    mode: z.enum(['form', 'url']),
    message: z.string(),
    schema: z.unknown().optional().describe('The fields of a form, as JSON Schema.'),
    url: z.string().optional().describe('The address that a person is asked to open.'),
  }),
]);
export type OpenRequest = z.infer<typeof openRequest>;

export const sessionDetail = z.object({
  session: sessionView,
  /** Give this as `Last-Event-ID` to get what happens from here on. */
  lastEventId: z.string(),
  requests: z.array(openRequest),
});

const text = z.string().min(1).max(LIMITS.promptBytes);

export const promptBody = z.union([
  z.strictObject({ text }),
  /** Blocks as the Agent Client Protocol has them. */
  z.strictObject({
    content: z
      .array(z.looseObject({ type: z.string() }))
      .min(1)
      .max(1_000),
  }),
]);
export type PromptBody = z.infer<typeof promptBody>;

export const createBody = z.strictObject({
  agentId: z.string().min(1).max(200).nullish(),
  title: z.string().trim().min(1).max(LIMITS.titleChars).optional(),
  prompt: promptBody.optional(),
});

export const accepted = z.object({
  promptId: z.string(),
  /** Events after this one are about the prompt. */
  lastEventId: z.string(),
});

export const created = z.object({ session: sessionView, prompt: accepted.nullable() });

export const answerBody = z.strictObject({ optionId: z.string().min(1).max(200), digest: z.string().min(1).max(100) });

export const formBody = z.strictObject({
  action: z.enum(['accept', 'decline', 'cancel']),
  content: z.record(z.string(), z.unknown()).nullish(),
});

export const done = z.object({ done: z.literal(true) });

export const apiError = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    /** Why exactly, for programs. */
    reason: z.string().nullable(),
  }),
});
