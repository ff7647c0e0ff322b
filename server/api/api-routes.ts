import { z } from 'zod';
import type { SessionSummary } from '../protocol/api/app-state.js';
import type { Role } from '../protocol/api/rpc.js';
import { type ApiCall, requestsIn, writeEventId } from './api-call.js';
import {
  accepted,
  agentView,
  answerBody,
  createBody,
  created,
  done,
  formBody,
  promptBody,
  sessionDetail,
  sessionView,
} from './api-schemas.js';

/** Before every path. */
export const API_ROOT = '/api/v1';

/** One route of the API. The table of these is what is served and what is described. */
export interface ApiRoute {
  readonly method: 'GET' | 'POST';
  /** With names in braces. */
  readonly path: string;
  readonly name: string;
  readonly summary: string;
  readonly role: Role;
  readonly status: 200 | 201 | 202;
  readonly body?: z.ZodType;
  /** Null: a stream of events, or the description itself. */
  readonly result: z.ZodType | null;
  run?(call: ApiCall, params: Readonly<Record<string, string>>, body: never): unknown;
}

const DONE = { done: true } as const;

/** Everything at `/api/v1`. */
export const API_ROUTES: readonly ApiRoute[] = [
  {
    ...{ method: 'GET', path: '/openapi.json', name: 'describe', role: 'viewer', status: 200, result: null },
    summary: 'This description.',
  },
  {
    ...{ method: 'GET', path: '/agents', name: 'listAgents', role: 'viewer', status: 200 },
    summary: 'The agents, and how each is doing.',
    result: z.object({ agents: z.array(agentView) }),
    run: (call) => {
      const { agents, defaultAgentId } = call.app;
      const view = agents.map(({ id, name, version, health }) => {
        return { id, name, version, state: health.state, isDefault: id === defaultAgentId };
      });
      return { agents: view };
    },
  },
  {
    ...{ method: 'GET', path: '/sessions', name: 'listSessions', role: 'viewer', status: 200 },
    summary: 'The sessions of this folder in which something was said, the newest first.',
    result: z.object({ sessions: z.array(sessionView) }),
    run: (call) => ({ sessions: call.sessions.filter(({ empty }) => !empty).map(viewOf) }),
  },
  {
    ...{ method: 'POST', path: '/sessions', name: 'createSession', role: 'full', status: 201, body: createBody },
    summary: 'Begins a session, with its first message if there is one.',
    result: created,
    run: (call, _params, { agentId, title, prompt }: z.infer<typeof createBody>) => {
      const content = prompt ? call.contentOf(prompt) : null;
      // In one step, or another program could be given the same empty session.
      const session = call.invoke<SessionSummary>('Sessions.create', call.cmdId(), agentId ?? null);
      const sent = content ? call.prompt(session.id, content) : null;
      if (title) call.invoke('Sessions.rename', call.cmdId('title'), session.id, title);
      return { session: viewOf(call.session(session.id)), prompt: sent };
    },
  },
  {
    ...{ method: 'GET', path: '/sessions/{sessionId}', name: 'getSession', role: 'viewer', status: 200 },
    summary: 'A session, and what its agent waits for.',
    result: sessionDetail,
    run: (call, { sessionId }) => {
      const session = viewOf(call.session(sessionId!));
      const { epoch, snapshot } = call.position(sessionId!);
      return { session, lastEventId: writeEventId(epoch, snapshot.seq), requests: requestsIn(snapshot) };
    },
  },
  {
    ...{ method: 'POST', path: '/sessions/{sessionId}/prompts', name: 'sendPrompt', role: 'full', status: 202 },
    summary: 'Sends a message, or queues it while the agent works. The reply comes as events.',
    body: promptBody,
    result: accepted,
    run: (call, { sessionId }, body: z.infer<typeof promptBody>) => call.prompt(sessionId!, call.contentOf(body)),
  },
  {
    ...{ method: 'POST', path: '/sessions/{sessionId}/cancel', name: 'cancel', role: 'approver', status: 202 },
    summary: 'Stops the agent.',
    result: done,
    run: (call, { sessionId }) => {
      call.invoke('AcpBridge.cancel', call.cmdId(), sessionId);
      return DONE;
    },
  },
  {
    ...{ method: 'POST', path: '/sessions/{sessionId}/permissions/{requestId}', role: 'approver', status: 200 },
    name: 'answerPermission',
    summary:
      'Answers a request for permission with one of its options. An approver has those of kind allow_once and reject_once.',
    body: answerBody,
    result: done,
    run: (call, { sessionId, requestId }, { optionId, digest }: z.infer<typeof answerBody>) => {
      call.invoke('AcpBridge.answer_permission', call.cmdId(), sessionId, requestId, optionId, { digest });
      return DONE;
    },
  },
  {
    ...{ method: 'POST', path: '/sessions/{sessionId}/questions/{requestId}', role: 'approver', status: 200 },
    name: 'answerQuestion',
    summary: 'Answers a form of the agent.',
    body: formBody,
    result: done,
    run: (call, { sessionId, requestId }, { action, content }: z.infer<typeof formBody>) => {
      call.invoke('AcpBridge.answer_question', call.cmdId(), sessionId, requestId, action, content ?? null);
      return DONE;
    },
  },
  {
    ...{ method: 'GET', path: '/sessions/{sessionId}/events', name: 'followSession', role: 'viewer', status: 200 },
    summary: 'What happens in a session, as server-sent events.',
    result: null,
  },
];

function viewOf({ id, title, agentId, status, createdAt, updatedAt, writable }: SessionSummary) {
  return { id, title, agentId, status, createdAt, updatedAt, writable };
}
