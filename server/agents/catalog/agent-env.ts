/** Begins the names of all variables that are ours and none of an agent's business. */
const OWN_PREFIX = 'ACDECK_';

/** The person's environment without what is ours; agents need the rest: keys, proxies, PATH. */
export function agentEnv(env: NodeJS.ProcessEnv, keep: readonly string[] = []): Record<string, string> {
  const kept = Object.entries(env).filter(([name, value]) => {
    if (value === undefined || name === 'NODE_OPTIONS') return false;
    return keep.includes(name) || !name.startsWith(OWN_PREFIX);
  });
  return Object.fromEntries(kept) as Record<string, string>;
}
