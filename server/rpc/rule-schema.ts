import type { ToolKind } from '@agentclientprotocol/sdk';
import { z } from 'zod';
import { RULE_LIMITS, type RuleDraft, trimCommand } from '../protocol/api/permission-rule.js';
import type { PermissionExtras } from '../protocol/api/rpc.js';

const KINDS = [
  ...(['read', 'edit', 'delete', 'move', 'search', 'execute', 'think', 'fetch', 'switch_mode', 'other'] as const),
] satisfies ToolKind[];
/** As they are: a blank at an end may be part of a name. */
const words = z
  .string()
  .max(RULE_LIMITS.chars)
  .refine((text) => text.trim() !== '', 'Invalid input: a rule has no blank parts')
  .refine((text) => !text.includes('\0'), 'Invalid input: a rule has no NUL');

/** A rule as a person may give it. */
export const ruleDraft: z.ZodType<RuleDraft> = z.strictObject({
  effect: z.enum(['allow', 'reject']),
  agentId: words.nullable(),
  folder: words.nullable(),
  toolKind: z.enum(KINDS).nullable(),
  title: words.nullable(),
  command: z.strictObject({ text: words.transform(trimCommand), isPrefix: z.boolean() }).nullable(),
  path: words.nullable(),
});

/** What may go with an answer to a request for permission. */
export const permissionExtras: z.ZodType<PermissionExtras> = z.strictObject({
  digest: z.string().min(1).max(100),
  rule: ruleDraft.exactOptional(),
  note: z
    .string()
    .trim()
    .min(1)
    .max(20_000)
    .transform((text) => text.replaceAll('\0', ''))
    .exactOptional(),
});
