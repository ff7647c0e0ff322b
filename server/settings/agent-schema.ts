import { z } from 'zod';

const word = z
  .string()
  .max(10_000)
  .regex(/^[^\0]*$/, 'must not hold a NUL');
const program = z
  .string()
  .min(1, 'must name the program')
  .regex(/^[^\0\s]+$/, 'must be a list of the program and its arguments where it holds spaces');

/** Variables by name; what they hold may be secret and is never shown. */
export const envSchema = z.record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'must be the name of a variable'), word);

/** What a file may call an agent. */
export const agentIdSchema = z
  .string()
  .max(60)
  .regex(/^[a-z][a-z0-9-]*$/, 'must be lower-case letters, digits and dashes, beginning with a letter');

/** An agent that a person adds, or what they want otherwise of one that is built in. */
export const agentSchema = z
  .strictObject({
    name: z.string().trim().min(1).max(100).optional(),
    command: z.union([z.array(word).min(1, 'must hold at least the program'), program]).optional(),
    args: z.array(word).optional(),
    env: envSchema.optional(),
    home: z
      .string()
      .regex(/^(\/|~\/|~$)/, 'must be an absolute path, or begin with ~/')
      .optional(),
  })
  .refine((agent) => Object.keys(agent).length > 0, 'must say something of the agent, such as its command');

/** Agents by their ids. */
export const agentsSchema = z.record(agentIdSchema, agentSchema);

export type GivenAgent = z.infer<typeof agentSchema>;
