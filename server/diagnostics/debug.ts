/** What can be logged, each by itself: `DEBUG=acdeck:agent,acdeck:timing`. */
export const NAMESPACES = ['server', 'agent', 'session', 'timing'] as const;

export type Namespace = (typeof NAMESPACES)[number];

/** Where a line of a namespace goes. */
export type DebugSink = (namespace: Namespace, text: string) => void;

type Channels = Record<Namespace, ((text: string) => void) | null>;

/**
 * One function per namespace, or null while it is off. Call it as `debug.agent?.(...)`: what is between the
 * brackets is not even looked at then, so that a log that nobody reads costs a comparison with null.
 */
export const debug: Channels = { server: null, agent: null, session: null, timing: null };

/** Turns exactly these namespaces on. */
export function chooseNamespaces(chosen: ReadonlySet<Namespace>, sink: DebugSink): void {
  for (const name of NAMESPACES) debug[name] = chosen.has(name) ? (text) => sink(name, text) : null;
}

/** The namespaces that a `DEBUG` variable names: `acdeck:*`, `acdeck:agent`, `*`, and with a dash what is left out. */
export function namespacesOf(variable: string | undefined): Set<Namespace> {
  const patterns = (variable ?? '').split(/[\s,]+/).filter(Boolean);
  const isNamed = (name: Namespace, isWanted: boolean) =>
    patterns.some((pattern) => {
      const positive = pattern.replace(/^-/, '');
      return (positive === pattern) === isWanted && ['*', 'acdeck:*', `acdeck:${name}`].includes(positive);
    });
  return new Set(NAMESPACES.filter((name) => isNamed(name, true) && !isNamed(name, false)));
}

/** The time since `began` (of `performance.now()`), for a line. */
export function since(began: number): string {
  return `${(performance.now() - began).toFixed(1)} ms`;
}
