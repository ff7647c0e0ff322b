import { z } from 'zod';
import { agentsSchema } from './agent-schema.js';
import { mcpServersSchema } from './mcp-schema.js';

const folder = z.string().regex(/^(\/|~\/|~$)/, 'must be an absolute path, or begin with ~/');

/** Everything a settings file may hold; all of it may be left out. */
export const configSchema = z.strictObject({
  agent: z.string().trim().min(1).optional(),
  port: z.int().min(0).max(65_535).optional(),
  open: z.boolean().optional(),
  theme: z.enum(['system', 'light', 'dark']).optional(),
  density: z.enum(['comfortable', 'compact']).optional(),
  contrast: z.enum(['system', 'high']).optional(),
  hue: z.int().min(0).max(359).optional(),
  rejectAfterMinutes: z.int().min(0).max(10_080).optional(),
  stopUnasked: z.boolean().optional(),
  agents: agentsSchema.optional(),
  mcpServers: mcpServersSchema.optional(),
  additionalDirectories: z.array(folder).max(50).optional(),
  shell: z.enum(['off', 'local', 'all']).optional(),
});

/** What a folder may bring in its own file; nothing of it acts before a person has trusted the folder. */
export const folderConfigSchema = configSchema.pick({ agent: true, agents: true, mcpServers: true });
