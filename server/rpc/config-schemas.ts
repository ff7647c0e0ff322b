import { z } from 'zod';
import {
  type AgentDraft,
  CONFIG_PLACES,
  type ConfigPlace,
  MAX_CONFIG_BYTES,
  type McpDraft,
  type SettingsUpdate,
} from '../protocol/api/config.js';
import { agentIdSchema } from '../settings/agent-schema.js';
import { mcpNameSchema } from '../settings/mcp-schema.js';
import { hostUpdateShape, settingShape } from '../settings/setting-shape.js';
import { id } from './schemas.js';

const word = z
  .string()
  .max(10_000)
  .regex(/^[^\0]*$/, 'Invalid input: no NUL');
const name = z.string().trim().min(1).max(200);
const folder = z
  .string()
  .max(4_096)
  .regex(/^(\/|~\/|~$)/, 'must be an absolute path, or begin with ~/');

/** Any setting with one value; what means the default may be null. */
export const settingsUpdate: z.ZodType<SettingsUpdate> = z.strictObject({
  ...settingShape,
  ...hostUpdateShape,
  agent: z.string().trim().min(1).max(10_000).nullable().exactOptional(),
  commitMessages: z.strictObject({ agent: name.nullable(), model: name.nullable() }).exactOptional(),
  additionalDirectories: z.array(folder).max(50).exactOptional(),
});

export const configPlace: z.ZodType<ConfigPlace> = z.enum(CONFIG_PLACES);

/** A file, its new text, and the revision that it was made from. */
export const configText: [z.ZodType<ConfigPlace>, z.ZodType<string>, z.ZodType<string | null>] = [
  configPlace,
  z.string().max(MAX_CONFIG_BYTES),
  id.nullable(),
];

export const agentId = agentIdSchema;

/** Null keeps what a variable or header holds. */
const values = z.record(name, word.nullable()).refine((all) => Object.keys(all).length <= 200, 'at most 200');

export const agentDraft: z.ZodType<AgentDraft> = z.strictObject({
  name: z.string().trim().min(1).max(100).nullable(),
  command: z.array(word).min(1).max(1_000).nullable(),
  env: values,
  home: folder.nullable(),
});

export const mcpName = mcpNameSchema;

export const mcpDraft: z.ZodType<McpDraft> = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('stdio'), command: word.min(1), args: z.array(word).max(1_000), env: values }),
  z.strictObject({ kind: z.enum(['http', 'sse']), url: z.string().max(10_000), headers: values }),
]);
