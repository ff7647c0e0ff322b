import { fieldsOf } from '../protocol/fields.js';
import type { WireMessage } from './agent-log.js';
import { redactValue } from './redact-value.js';

/** An event of ours, as a trace reports it. */
export interface TracedEvent {
  readonly seq: number;
  readonly at: number;
  readonly type: string;
}

export interface TraceParts {
  /** What is said about the trace itself, in its first line. */
  readonly header: Record<string, unknown>;
  /** The agent's own ids of the session; it may have had several. */
  readonly sessionIds: ReadonlySet<string>;
  readonly messages: readonly WireMessage[];
  readonly events: readonly TracedEvent[];
  readonly withContents: boolean;
}

/** Messages that belong to no session and are needed to understand all of them. */
const FOR_ALL = ['initialize', 'authenticate', 'logout'];

/** Both directions of the protocol and the events that we made of it, one JSON object per line, in order of time. */
export function traceOf({ header, sessionIds, messages, events, withContents }: TraceParts): string[] {
  const owners = ownersOf(messages);
  const isOurs = (owner: Owner | undefined) => owner === ANY || (owner != null && sessionIds.has(owner));
  const wire = messages
    .filter((message) => isOurs(owners.get(message)))
    .map(({ at, life, direction, bytes, message }) => ({
      ...{ at, direction, life, bytes },
      message: redactValue(message, { withContents }),
    }));
  const log = events.map(({ at, seq, type }) => ({ at, direction: 'log', seq, type }));
  const all = [...wire, ...log].sort((a, b) => a.at - b.at);
  const first = { ...header, withContents, messages: wire.length, events: log.length };
  return [first, ...all].map((line) => JSON.stringify(line));
}

const ANY = Symbol('all sessions');

type Owner = string | typeof ANY | null;

/** Which session each message is about: it says so, or the request that it answers did. */
function ownersOf(messages: readonly WireMessage[]): Map<WireMessage, Owner> {
  const owners = new Map<WireMessage, Owner>();
  const asked = new Map<string, WireMessage>();
  for (const entry of messages) {
    const { id, method, params, result } = fieldsOf(entry.message);
    if (typeof method === 'string') {
      owners.set(entry, sessionIn(params) ?? (FOR_ALL.includes(method) ? ANY : null));
      if (id !== undefined) asked.set(keyOf(entry, entry.direction, id), entry);
      continue;
    }
    const request = asked.get(keyOf(entry, entry.direction === 'in' ? 'out' : 'in', id));
    const owner = (request && owners.get(request)) ?? sessionIn(result);
    owners.set(entry, owner);
    // A new session is known by the answer alone.
    if (request && owners.get(request) === null) owners.set(request, owner);
  }
  return owners;
}

function keyOf({ life }: WireMessage, direction: string, id: unknown): string {
  return `${life} ${direction} ${JSON.stringify(id)}`;
}

function sessionIn(value: unknown): string | null {
  const { sessionId } = fieldsOf(value);
  return typeof sessionId === 'string' ? sessionId : null;
}
