import { z } from 'zod';
import { PROGRAM_WISHES, TOKEN_DAYS, TOKEN_LABEL_CHARS, TOKEN_ROLES } from '../protocol/api/programs.js';

/** What a program says first: what it wants, and which process it is, which is checked. */
export const channelHello = z.strictObject({
  want: z.enum(PROGRAM_WISHES),
  pid: z.int().min(1),
  /** What to do with the tokens, if it wants that. */
  tokens: z
    .discriminatedUnion('act', [
      z.strictObject({
        act: z.literal('add'),
        label: z.string().trim().min(1).max(TOKEN_LABEL_CHARS),
        role: z.enum(TOKEN_ROLES),
        days: z.int().min(TOKEN_DAYS.least).max(TOKEN_DAYS.most),
      }),
      z.strictObject({ act: z.literal('list') }),
      z.strictObject({ act: z.literal('remove'), which: z.string().min(1).max(200) }),
    ])
    .exactOptional(),
});
export type ChannelHello = z.infer<typeof channelHello>;
export type TokenAct = NonNullable<ChannelHello['tokens']>;
