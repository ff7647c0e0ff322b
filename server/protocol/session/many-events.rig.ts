import type { ContentBlock } from '@agentclientprotocol/sdk';
import {
  answered,
  asked,
  chunk,
  ended,
  prompt,
  queued,
  someone,
  text,
  thought,
  tool,
  toolUpdate,
  update,
  userChunk,
} from '../transcript/transcript.rig.js';
import { SAMPLE_EVENTS } from './sample-events.rig.js';
import type { LoggedEvent, SessionEvent } from './session-event.js';

const image: ContentBlock = { type: 'image', data: 'AAAA', mimeType: 'image/png' };
const trouble = { code: 'said', text: 'No' } as const;
const file = (path: string, n: number) =>
  ({ path, isNew: false, oldText: `${n}`, newText: `${n + 1}`, bytes: 1 }) as const;

/** One kind of event without end: the `i`th of them. */
export type Stream = (i: number) => SessionEvent;

/** Takes turns between events. */
const cycle =
  (...kinds: Stream[]): Stream =>
  (i) =>
    kinds[i % kinds.length]!(Math.floor(i / kinds.length));

/** Every kind of event, alone, with a new id each time: as its shape says, or with what makes the most of it. */
export const KINDS = {
  ...SAMPLE_EVENTS,
  prompt_sent: (i) => prompt('Go', `p${i}`),
  prompt_queued: (i) => queued(`q${i}`),
  prompt_edited: (i) => ({ type: 'prompt_edited', promptId: `q${i}`, content: [text('x')] }),
  prompt_moved: (i) => ({ type: 'prompt_moved', promptId: `q${i}`, before: null }),
  prompt_removed: (i) => ({ type: 'prompt_removed', promptId: `q${i}` }),
  queue_paused: () => ({ type: 'queue_paused', reason: { code: 'turn_failed' } }),
  queue_resumed: () => ({ type: 'queue_resumed' }),
  budget_lifted: () => ({ type: 'budget_lifted', by: someone }),
  cancel_requested: () => ({ type: 'cancel_requested', by: someone }),
  turn_ended: () => ended('max_tokens'),
  turn_failed: () => ({ type: 'turn_failed', trouble }),
  turn_interrupted: () => ({ type: 'turn_interrupted', reason: { code: 'server_killed' } }),
  agent_update: (i) => chunk('word ', `m${i}`),
  permission_requested: (i) => asked(`r${i}`, { toolCallId: `t${i}` }),
  permission_changed: (i) => ({ type: 'permission_changed', permissionId: `r${i}`, digest: 'd' }),
  permissions_waiting: (i) => ({ type: 'permissions_waiting', count: i }),
  permission_answered: (i) => answered(`r${i}`, 'yes'),
  permission_voided: (i) => ({ type: 'permission_voided', permissionId: `r${i}`, reason: { code: 'turn_ended' } }),
  call_flagged: (i) => ({ type: 'call_flagged', toolCallId: `t${i}` }),
  terminal_flagged: (i) => ({ type: 'terminal_flagged', terminalId: `x${i}` }),
  file_written: (i) => ({ type: 'file_written', toolCallId: `t${i}`, file: file('/w/a', i) }),
  question_asked: (i) => ({
    type: 'question_asked',
    questionId: `f${i}`,
    question: { mode: 'form', message: 'Which?', schema: {} },
  }),
  question_answered: (i) => ({ type: 'question_answered', questionId: `f${i}`, action: 'accept', by: someone }),
  question_voided: (i) => ({ type: 'question_voided', questionId: `f${i}`, reason: { code: 'turn_ended' } }),
  terminal_opened: (i) => ({ type: 'terminal_opened', terminalId: `x${i}`, command: 'make', cwd: '/w' }),
  terminal_output: (i) => ({ type: 'terminal_output', terminalId: `x${i}`, text: 'line\n' }),
  terminal_closed: (i) => ({ type: 'terminal_closed', terminalId: `x${i}`, exitCode: 0, signal: null }),
  agent_session_opened: (i) => ({ type: 'agent_session_opened', facts: { agentSessionId: `s${i}` }, memory: 'new' }),
  old_session_changed: () => ({ type: 'old_session_changed', state: 'hidden' }),
  context_added: () => ({ type: 'context_added', context: 'c' }),
  agent_exited: () => ({ type: 'agent_exited', exitCode: 1, signal: null, stderr: '', duringTurn: true }),
  agent_restarted: () => ({ type: 'agent_restarted' }),
  history_imported: () => ({ type: 'history_imported', from: 'A' }),
  delegation_started: (i) => ({
    type: 'delegation_started',
    delegationId: `d${i}`,
    sessionId: 's',
    name: 'n',
    agentId: 'a',
    task: 't',
  }),
  delegation_changed: (i) => ({ type: 'delegation_changed', delegationId: `d${i}`, turn: i }),
  delegation_ended: (i) => ({ type: 'delegation_ended', delegationId: `d${i}`, outcome: 'completed', answer: 'a' }),
  mode_changed: (i) => ({ type: 'mode_changed', modeId: `${i}` }),
  options_changed: () => ({ type: 'options_changed', options: [] }),
  session_renamed: (i) => ({ type: 'session_renamed', title: `${i}` }),
  notice_shown: () => ({ type: 'notice_shown', severity: 'info', notice: { code: 'output_lost', bytes: 1 } }),
} satisfies { readonly [T in SessionEvent['type']]: Stream };

const completed: Stream = (i) => tool(`t${i}`, { status: 'completed' });
const together: Stream = (i) => asked(`r${i}`, { toolCallId: 't' });

/** Kinds that meet: what an agent, or someone who writes a file by hand, could go on with for ever. */
const MEETINGS: Readonly<Record<string, Stream>> = {
  'one long message': () => chunk('word word word '),
  'one message with an id': () => chunk('word ', 'm'),
  'thoughts and words in turn': cycle(
    () => thought('a'),
    () => chunk('b'),
  ),
  'a message of pictures': () => update({ sessionUpdate: 'agent_message_chunk', content: image }),
  'a message of words and pictures': cycle(
    () => chunk('a', 'm'),
    () => update({ sessionUpdate: 'agent_message_chunk', content: image, messageId: 'm' }),
  ),
  'words of a person': () => userChunk('Words '),
  'pictures of a person': () => update({ sessionUpdate: 'user_message_chunk', content: image }),
  'pictures of a person, told later': (i) =>
    i === 0 ? ended() : update({ sessionUpdate: 'user_message_chunk', content: image }),
  'a summary of pictures': (i) =>
    i === 0
      ? update({ sessionUpdate: 'compaction_update', compactionId: 'c', status: 'in_progress' })
      : update({ sessionUpdate: 'compaction_summary_chunk', compactionId: 'c', content: image }),
  'tool calls that end': cycle(
    (i) => tool(`t${i}`),
    (i) => toolUpdate(`t${i}`, { status: 'completed' }),
  ),
  'tool calls left open': (i) => tool(`t${i}`),
  'one tool call again and again': () => tool('t', { content: [{ type: 'content', content: text('x') }] }),
  'updates of one old call': cycle(
    (i) => chunk('word', `m${i}`),
    (i) => toolUpdate('old', { title: `${i}` }),
  ),
  'terminals in one call': (i) => toolUpdate('t', { content: [{ type: 'terminal', terminalId: `x${i}` }] }),
  'one terminal': (i) =>
    i === 0
      ? { type: 'terminal_opened', terminalId: 'x', command: 'make', cwd: '/' }
      : { type: 'terminal_output', terminalId: 'x', text: 'cc -c -O2 file.c -o file.o\n' },
  'terminals of one id': () => ({ type: 'terminal_opened', terminalId: 'x', command: 'make', cwd: '/' }),
  'terminals that end': cycle(KINDS.terminal_opened, KINDS.terminal_output, KINDS.terminal_closed),
  'requests about one call': together,
  'requests about one call, answered': cycle(together, KINDS.permission_answered),
  'requests about one call, changed': cycle(
    (i) => asked(`r${i}`, { toolCallId: 't' }),
    (i) => toolUpdate('t', { title: `${i}` }),
    KINDS.permission_changed,
  ),
  'requests about calls that have ended': cycle(completed, KINDS.permission_requested),
  'requests, answered late': (i) => (i % 400 < 200 ? KINDS.permission_requested(i) : answered(`r${i - 200}`, 'no')),
  'questions, answered': cycle(KINDS.question_asked, KINDS.question_answered),
  'questions and requests': cycle(KINDS.question_asked, KINDS.permission_requested),
  'files of one call': (i) => ({ type: 'file_written', toolCallId: 't', file: file(`/w/${i}`, i) }),
  'one file of one call': (i) => ({ type: 'file_written', toolCallId: 't', file: file('/w/a', i) }),
  'a file of one call that others write too': (i) => ({
    type: 'file_written',
    toolCallId: 't',
    file: file('/w/a', i * 2),
  }),
  'tasks of one call': (i) => ({ ...(KINDS.delegation_started(i) as object), toolCallId: 't' }) as SessionEvent,
  'tasks that a call shows later': cycle(KINDS.delegation_started, (i) => ({
    type: 'delegation_changed',
    delegationId: `d${i}`,
    toolCallId: 't',
  })),
  'tasks that end': cycle(KINDS.delegation_started, KINDS.delegation_ended),
  'a queue that is edited': cycle(KINDS.prompt_queued, () => ({
    type: 'prompt_edited',
    promptId: 'q0',
    content: [text('x')],
  })),
  'a queue that is moved': cycle(KINDS.prompt_queued, (i) => ({
    type: 'prompt_moved',
    promptId: `q${i}`,
    before: 'q0',
  })),
  'a queue that is emptied': cycle(KINDS.prompt_queued, KINDS.prompt_removed),
  'a queue that is sent': cycle(
    KINDS.prompt_queued,
    (i) => prompt('Go', `q${i}`),
    () => ended(),
  ),
  'short turns': cycle(
    (i) => prompt('Do it', `p${i}`),
    () => chunk('Done.'),
    () => ended(),
  ),
  'a turn with contexts': cycle(
    (i) => chunk('a', `m${i}`),
    () => ({ type: 'context_added', context: 'Before: nothing. ' }),
    () => userChunk('no echo'),
  ),
  'plans in one turn': cycle(completed, (i) =>
    update({ sessionUpdate: 'plan', entries: [{ content: `${i}`, priority: 'low', status: 'pending' }] }),
  ),
  commands: (i) =>
    update({ sessionUpdate: 'available_commands_update', availableCommands: [{ name: `${i}`, description: '' }] }),
  usage: (i) => update({ sessionUpdate: 'usage_update', used: i, size: 100 }),
  'agents that come and go': cycle(KINDS.agent_session_opened, completed, KINDS.agent_exited),
};

/** Everything that a log can be filled with. */
export const STREAMS: Readonly<Record<string, Stream>> = { ...KINDS, ...MEETINGS };

/** The first `count` events of a stream, in a turn that runs. */
export function manyEvents(stream: Stream, count: number): LoggedEvent[] {
  const opening = [tool('t', { status: 'in_progress' }), tool('old'), prompt('Go', 'p')];
  return Array.from({ length: count }, (_, i) => {
    const event = opening[2 - i] ?? stream(i - opening.length);
    return { ...event, seq: i + 1, at: i } as LoggedEvent;
  });
}
