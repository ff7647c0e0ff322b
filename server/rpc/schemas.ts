import type { ContentBlock } from '@agentclientprotocol/sdk';
import { z } from 'zod';
import { type DraftChip, MOST_CHIPS } from '../protocol/api/draft.js';
import { REPO_LIMITS } from '../protocol/api/repo.js';
import type { FormAction, FormContent } from '../protocol/api/rpc.js';
import {
  SESSION_STATUSES,
  type SearchScope,
  type SessionFilter,
  type SessionMark,
  type SessionPlace,
  SPOKEN_BY,
} from '../protocol/api/session-list.js';
import { UPLOAD_LIMITS } from '../protocol/api/uploads.js';
import { LIMITS } from '../protocol/limits.js';

export const id = z
  .string()
  .min(1)
  .max(200)
  .refine((text) => !text.includes('\0'), 'Invalid input: an id has no NUL');

/** A root of the app's state; `main` if it is left out. */
export const rootId = id.optional();

/** Text for the store, which cannot keep a NUL. */
const text = z.string().transform((given) => given.replaceAll('\0', ''));

/** Text of at most so many characters. */
export const words = (most: number) => text.pipe(z.string().max(most));

/** The same, with something to see in it and nothing around it. */
export const line = (most: number) => text.pipe(z.string().trim().min(1).max(most));

export const within = ({ least, most }: { least: number; most: number }) => z.number().int().min(least).max(most);

export const count = (most: number) => within({ least: 1, most });

export const seq = within({ least: 0, most: Number.MAX_SAFE_INTEGER });

export const path = z
  .string()
  .min(1)
  .max(REPO_LIMITS.pathChars)
  .refine((given) => !given.includes('\0'), 'Invalid input: a path has no NUL');

/** Sessions that one act is about. */
export const manyIds = z.array(id).min(1).max(LIMITS.manySessions);

export const sessionFilter: z.ZodType<SessionFilter> = z.strictObject({
  text: words(LIMITS.queryChars).exactOptional(),
  agentId: id.exactOptional(),
  status: z.enum(SESSION_STATUSES).exactOptional(),
  everywhere: z.boolean().exactOptional(),
  folder: path.exactOptional(),
});

const time = z.number().min(0);

export const searchScope: z.ZodType<SearchScope> = z.strictObject({
  by: z.enum(SPOKEN_BY).exactOptional(),
  agentId: id.exactOptional(),
  everywhere: z.boolean().exactOptional(),
  since: time.exactOptional(),
  until: time.exactOptional(),
});

export const sessionPlace: z.ZodType<SessionPlace> = z.strictObject({ at: z.number().min(0), id });

export const sessionMark: z.ZodType<SessionMark> = z
  .strictObject({
    pinned: z.boolean().exactOptional(),
    archived: z.boolean().exactOptional(),
    unread: z.boolean().exactOptional(),
  })
  .refine((mark) => Object.keys(mark).length > 0, 'Invalid input: nothing is to be marked');

const formValue = z.union([z.string().max(LIMITS.draftChars), z.number(), z.boolean(), z.array(z.string()).max(1_000)]);

/** How a person leaves a form, and what they filled in. */
export const formAnswer: [action: z.ZodType<FormAction>, content: z.ZodType<FormContent | null>] = [
  z.enum(['accept', 'decline', 'cancel']),
  z.record(z.string().max(200), formValue).nullable(),
];

const short = z.string().max(1_000);
const uri = z.string().min(1).max(10_000);
const encoded = z.string().max(LIMITS.promptBytes);

const embedded = z.union([
  z.object({ uri, mimeType: short.nullish(), text: encoded }),
  z.object({ uri, mimeType: short.nullish(), blob: encoded }),
]);

/** One block of a prompt, as ACP has it; fields that it does not name are dropped. */
const block = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('image'), data: encoded, mimeType: short, uri: uri.nullish() }),
  z.object({ type: z.literal('audio'), data: encoded, mimeType: short }),
  z.object({
    type: z.literal('resource_link'),
    uri,
    name: short,
    title: short.nullish(),
    description: z.string().max(10_000).nullish(),
    mimeType: short.nullish(),
    size: z.number().nonnegative().nullish(),
  }),
  z.object({ type: z.literal('resource'), resource: embedded }),
]);

/** What a person sends. Larger things than this go by upload, not through the socket. */
export const promptContent = z
  .array(block)
  .min(1)
  .max(1_000)
  .superRefine((blocks, context) => {
    if (Buffer.byteLength(JSON.stringify(blocks)) <= LIMITS.promptBytes) return;
    const megabytes = LIMITS.promptBytes / 1024 / 1024;
    context.addIssue({
      code: 'custom',
      message: `A prompt may have ${megabytes} MB at most`,
      params: { tooLarge: true },
    });
  }) as unknown as z.ZodType<ContentBlock[]>;

const word = z.string().min(1).max(1_000);
const upload = z.object({
  id: z.string().regex(/^[0-9a-f]{32}$/),
  name: z.string().max(UPLOAD_LIMITS.nameBytes),
  mimeType: z.string().max(100),
  size: z.number().int().nonnegative().max(UPLOAD_LIMITS.fileBytes),
});

const lineNumber = z.number().int().positive();
const chosenLines = z.object({ from: lineNumber, to: lineNumber, text: z.string().max(LIMITS.draftChars) });

const chip = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('upload'), key: word, upload }),
  z.object({ kind: z.literal('paste'), key: word, text: z.string().max(LIMITS.draftChars), name: word.optional() }),
  z.object({ kind: z.literal('file'), key: word, path: z.string().min(1).max(4_096), lines: chosenLines.optional() }),
  z.object({ kind: z.literal('session'), key: word, sessionId: word, title: z.string().max(LIMITS.titleChars) }),
]);

/** What hangs on a draft, as a tab reports it. Long pastes count together, so that the list of drafts stays small. */
export const draftChips = z
  .array(chip)
  .max(MOST_CHIPS)
  .refine(
    (chips) => JSON.stringify(chips).length <= 2 * LIMITS.draftChars,
    'The draft is too large to be kept',
  ) as unknown as z.ZodType<DraftChip[]>;
