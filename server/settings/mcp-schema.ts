import { z } from 'zod';
import { envSchema } from './agent-schema.js';

const word = z.string().regex(/^[^\0]*$/, 'must not hold a NUL');
const address = z.url({ protocol: /^https?$/, error: 'must be an address with http or https' });
const headers = z.record(
  z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, 'must be the name of a header'),
  z.string().regex(/^[^\r\n\0]*$/, 'must be one line'),
);

const local = z.strictObject({
  type: z.literal('stdio').optional(),
  command: word.min(1),
  args: z.array(word).optional(),
  env: envSchema.optional(),
});

const remote = z.strictObject({
  type: z.enum(['http', 'sse']).optional(),
  url: address,
  headers: headers.optional(),
});

/** What a file may call an MCP server. */
export const mcpNameSchema = z
  .string()
  .max(100)
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, 'must be letters, digits, dots, dashes and underscores');

/** MCP servers by name: a program, or an address. */
export const mcpServersSchema = z.record(
  mcpNameSchema,
  z.union([local, remote], {
    error: 'must have either a command (with args and env) or a url (with headers)',
  }),
);

export type GivenMcpServers = z.infer<typeof mcpServersSchema>;
