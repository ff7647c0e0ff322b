import type { ContentBlock } from '@agentclientprotocol/sdk';
import { z } from 'zod';
import { LIMITS } from '../protocol/limits.js';

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
