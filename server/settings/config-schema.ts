import { z } from 'zod';

const agentId = z
  .string()
  .regex(/^[a-z][a-z0-9-]*$/, 'must be lower-case letters, digits and dashes, beginning with a letter');

const agent = z.strictObject({
  name: z.string().trim().min(1).max(100).optional(),
  command: z.array(z.string().regex(/^[^\0]*$/, 'must not hold a NUL')).min(1, 'must hold at least the program'),
  env: z.record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'must be the name of a variable'), z.string()).optional(),
});

/** Everything a settings file may hold; all of it may be left out. */
export const configSchema = z.strictObject({
  agent: z.string().trim().min(1).optional(),
  port: z.int().min(0).max(65_535).optional(),
  open: z.boolean().optional(),
  theme: z.enum(['system', 'light', 'dark']).optional(),
  density: z.enum(['comfortable', 'compact']).optional(),
  agents: z.record(agentId, agent).optional(),
});
