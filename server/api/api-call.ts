import { createHash } from 'node:crypto';
import type { ContentBlock } from '@agentclientprotocol/sdk';
import type { ScriptCaller } from '../ports/devices.js';
import type { AppState, SessionSummary } from '../protocol/api/app-state.js';
import { SESSION_URI } from '../protocol/api/draft.js';
import { type Done, isAtLeast, type Role, type SessionSync } from '../protocol/api/rpc.js';
import { RpcError } from '../protocol/api/rpc-error.js';
import type { Question } from '../protocol/events.js';
import { decidedText } from '../protocol/transcript/asked-call.js';
import type { Snapshot } from '../protocol/transcript/snapshot.js';
import { OFFERED } from '../rpc/offered-methods.js';
import type { Services } from '../rpc/services.js';
import { DECIDED_CHARS, type OpenRequest, type PromptBody } from './api-schemas.js';
import { ScriptTab } from './script-tab.js';

/** One request to the API, and what it acts on: the methods that tabs have, with their roles and schemas. */
export class ApiCall {
  readonly #services: Services;
  readonly #caller: ScriptCaller;
  readonly #tab: ScriptTab;
  readonly #key: string;

  constructor(services: Services, caller: ScriptCaller, key: string) {
    this.#services = services;
    this.#caller = caller;
    this.#tab = new ScriptTab(caller);
    this.#key = key;
  }

  demand(role: Role): void {
    if (isAtLeast(this.#caller.role, role)) return;
    throw new RpcError('forbidden', `This token is of the role ${this.#caller.role}; this takes the role ${role}.`);
  }

  /** The id of an act: the same for a repeat by the same program, and for nobody else. */
  cmdId(part = ''): string {
    const text = [this.#caller.id, this.#key, part].join('\0');
    return `api-${createHash('sha256').update(text).digest('hex').slice(0, 40)}`;
  }

  /** Calls a method as a tab would. */
  invoke<T>(name: string, ...args: unknown[]): T {
    const method = OFFERED.get(name)!;
    this.demand(method.role);
    const parsed = method.args.safeParse(args);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      throw new RpcError('bad_request', issue?.message ?? 'The body does not fit.');
    }
    return method.run({ ...this.#services, tab: this.#tab }, parsed.data) as T;
  }

  /** The sessions of this folder: there are no others for a token. */
  get sessions(): readonly SessionSummary[] {
    return this.#services.app.sessions;
  }

  get app(): AppState {
    const { app } = this.#services.app.snapshot(this.#tab);
    this.#services.sessions.dropTab(this.#tab);
    return app;
  }

  /** The door to sessions: one of another folder is answered like one that doesn't exist. */
  session(sessionId: string): SessionSummary {
    const found = this.sessions.find(({ id }) => id === sessionId);
    if (!found) throw new RpcError('not_found', 'There is no such session.', { code: 'no_session' });
    return found;
  }

  /** Where the session's log is now, and what it waits for. */
  position(sessionId: string): { epoch: string; snapshot: Snapshot } {
    const sync = this.invoke<SessionSync>('AcpBridge.get_current_state', sessionId);
    this.#services.sessions.dropTab(this.#tab);
    if (sync.kind !== 'snapshot') throw new RpcError('internal', 'The session could not be read.');
    return sync;
  }

  /** Sends a message; what comes of it are the events after `lastEventId`. */
  prompt(sessionId: string, content: readonly ContentBlock[]): { promptId: string; lastEventId: string } {
    const promptId = this.cmdId('prompt');
    const { seq } = this.invoke<Done>('AcpBridge.prompt', promptId, sessionId, content);
    return { promptId, lastEventId: writeEventId(this.position(sessionId).epoch, seq - 1) };
  }

  /** A message as blocks. Agents are told what is said in a mentioned session, so that has to be of this folder too. */
  contentOf(body: PromptBody): readonly ContentBlock[] {
    if ('text' in body) return [{ type: 'text', text: body.text }];
    for (const { uri } of body.content) {
      if (typeof uri === 'string' && uri.startsWith(SESSION_URI)) this.session(uri.slice(SESSION_URI.length));
    }
    return body.content as ContentBlock[];
  }
}

/** The requests that wait, as far as they are in the newest part of the session. */
export function requestsIn({ pending, entries, first }: Snapshot): OpenRequest[] {
  return pending.flatMap(({ kind, id, entry: n }): OpenRequest[] => {
    const entry = entries[n - first];
    if (kind === 'question') {
      return entry?.kind === 'question' ? [{ kind, id, ...askedIn(entry.question) }] : [];
    }
    if (entry?.kind !== 'tool') return [];
    const asked = entry.permissions.find(({ permissionId }) => permissionId === id);
    if (!asked) return [];
    const options = asked.options.map(({ optionId, name, kind: each }) => ({ optionId, name, kind: each }));
    const { toolCall, told = {}, digest = '' } = asked;
    // The very text that the digest is made of.
    const decided = decidedText({ toolCall, told, options: asked.options });
    const shown = { decided: decided.slice(0, DECIDED_CHARS), isCut: decided.length > DECIDED_CHARS };
    return [{ kind, id, title: toolCall.title ?? entry.title, ...shown, digest, options }];
  });
}

function askedIn(question: Question) {
  const { mode, message } = question;
  return { mode, message, ...(question.mode === 'form' ? { schema: question.schema } : { url: question.url }) };
}

/** A position in a session's log, as `Last-Event-ID` has it. */
export function writeEventId(epoch: string, seq: number): string {
  return `${epoch}:${seq}`;
}

export function readEventId(text: string): { epoch: string; seq: number } | null {
  const [, epoch, seq] = /^([\w-]{1,100}):(\d{1,15})$/.exec(text) ?? [];
  return epoch === undefined ? null : { epoch, seq: Number(seq) };
}
