import { randomUUID } from 'node:crypto';

/** The variable by which processes that we started are known, also when they have left their group. */
export const MARKER_VARIABLE = 'DECK_RUN_ID';

/** A value for the marker, as an environment has it: of one family of processes, for an agent with its name. */
export function newMarker(owner?: string, run: string = randomUUID()): string {
  const name = owner === undefined ? '' : `:${Buffer.from(owner).toString('base64url')}`;
  return `${MARKER_VARIABLE}=${run}.${randomUUID()}${name}`;
}

/** What the markers of one run have in common; null for a marker that is not of our making. */
export function runOf(marker: string): string | null {
  const start = `${MARKER_VARIABLE}=`;
  const [run] = /^[0-9a-f-]{36}\./.exec(marker.slice(start.length)) ?? [];
  return marker.startsWith(start) && run !== undefined ? `${start}${run}` : null;
}

/** The marker as a variable, for the environment of what is started. */
export function markerEnv(marker: string): Record<string, string> {
  return { [MARKER_VARIABLE]: marker.slice(MARKER_VARIABLE.length + 1) };
}

/** Whose marker it is: the name of an agent, or null where nothing says so. */
export function markedOwner(value: string): string | null {
  const [, owner] = /^[0-9a-f.-]+:([\w-]+)$/.exec(value) ?? [];
  return owner === undefined ? null : Buffer.from(owner, 'base64url').toString('utf8');
}
