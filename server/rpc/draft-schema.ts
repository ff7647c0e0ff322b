import { z } from 'zod';
import { type DraftChip, MOST_CHIPS } from '../protocol/draft.js';
import { LIMITS } from '../protocol/limits.js';
import { UPLOAD_LIMITS } from '../protocol/uploads.js';

const short = z.string().min(1).max(1_000);
const upload = z.object({
  id: z.string().regex(/^[0-9a-f]{32}$/),
  name: z.string().max(UPLOAD_LIMITS.nameBytes),
  mimeType: z.string().max(100),
  size: z.number().int().nonnegative().max(UPLOAD_LIMITS.fileBytes),
});

const chip = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('upload'), key: short, upload }),
  z.object({ kind: z.literal('paste'), key: short, text: z.string().max(LIMITS.draftChars), name: short.optional() }),
  z.object({ kind: z.literal('file'), key: short, path: z.string().min(1).max(4_096) }),
  z.object({ kind: z.literal('session'), key: short, sessionId: short, title: z.string().max(LIMITS.titleChars) }),
]);

/** What hangs on a draft, as a tab tells it. Long pastes count together, so that the list of drafts stays small. */
export const draftChips = z
  .array(chip)
  .max(MOST_CHIPS)
  .refine(
    (chips) => JSON.stringify(chips).length <= 2 * LIMITS.draftChars,
    'The draft is too large to be kept',
  ) as unknown as z.ZodType<DraftChip[]>;
