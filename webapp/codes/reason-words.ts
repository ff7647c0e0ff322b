import type { Actor } from '../../server/protocol/events.js';
import type {
  Interruption,
  OldSentence,
  PauseReason,
  ServerReason,
  TerminalEnd,
  VoidReason,
} from '../../server/protocol/reasons.js';
import { catalogue } from '../ui/catalogue.js';
import { plural } from '../ui/format.js';
import { budgetReachedText } from './budget-words.js';
import { codeWords, type WordsByCode, wordsFor } from './by-code.js';
import { ruleNameText } from './rule-words.js';

type Worded<U> = Exclude<U, OldSentence>;

/** What an earlier version has worded stays as it was. */
function textFor<U extends { code: string }>(words: WordsByCode<Worded<U>>, told: U, otherwise: string): string {
  if (told.code === 'sentence') return (told as unknown as OldSentence).text;
  return wordsFor(words as WordsByCode<U>, told) ?? otherwise;
}

const minutes = (count: number) => plural(count, '# minute', '# minutes');

const VOIDS = codeWords<Worded<VoidReason>>({
  turn_ended: 'the agent finished',
  turn_stopped: 'the agent was stopped',
  turn_failed: 'the agent failed',
  turn_began: 'another message was sent',
  message_sent: 'another message was sent instead',
  agent_stopped: 'the agent stopped',
  agent_restarted: 'the agent was restarted',
  agent_withdrew: 'the agent withdrew it',
  server_stopped: 'AcDeck was stopped',
  server_killed: 'AcDeck stopped unexpectedly',
  session_closed: 'the session was closed',
  session_deleted: 'the session was deleted',
  unanswered: ({ minutes: count }) => `nobody answered for ${minutes(count)}`,
});

/** Why a request is no longer open, to be after a colon. */
export function voidReasonText(reason: VoidReason): string {
  return textFor(VOIDS, reason, REST.void);
}

const PAUSES = codeWords<Worded<PauseReason>>({
  turn_ended: 'Paused when the agent finished',
  turn_stopped: 'Paused when the agent was stopped',
  turn_failed: 'Paused when the last message failed',
  agent_stopped: 'Paused when the agent stopped',
  agent_restarted: 'Paused when the agent was restarted',
  server_stopped: 'Paused when AcDeck was stopped',
  server_killed: 'Paused when AcDeck stopped unexpectedly',
  sign_in_needed: 'Waiting for you to sign in',
  budget: ({ budget }) => budgetReachedText(budget),
  paused: ({ device }) => (device === null ? 'Paused' : `Paused by ${device}`),
});

/** Why queued messages wait. */
export function pauseReasonText(reason: PauseReason): string {
  return textFor(PAUSES, reason, REST.paused);
}

const INTERRUPTIONS = codeWords<Worded<Interruption>>({
  server_stopped: 'AcDeck was stopped while the agent was working',
  server_killed: 'AcDeck stopped unexpectedly while the agent was working',
});

/** Why a reply was cut off. */
export function interruptionText(reason: Interruption): string {
  return textFor(INTERRUPTIONS, reason, REST.interrupted);
}

const TERMINAL_ENDS = codeWords<Worded<TerminalEnd>>({
  stopped: ({ device }) => (device === undefined ? 'Stopped' : `Stopped by ${device}`),
  server_stopped: 'AcDeck was stopped',
});

/** Why a command ended, where that was not its own doing. */
export function terminalEndText(end: TerminalEnd): string {
  return textFor(TERMINAL_ENDS, end, REST.stopped);
}

const SERVER_REASONS = codeWords<Worded<ServerReason>>({
  unanswered: ({ minutes: count }) => `Nobody answered for ${minutes(count)}`,
  ran_unasked: ({ what }) => (what === '' ? 'A tool call ran without asking' : `“${what}” ran without asking`),
  own_files: 'It touches AcDeck’s own data or settings',
  own_tool: 'AcDeck: an AcDeck tool that changes nothing',
  attached_file: 'AcDeck: it only reads a file that you attached',
  budget: ({ budget }) => budgetReachedText(budget),
});

/** Why AcDeck did something by itself. */
export function serverReasonText(reason: ServerReason): string {
  return textFor(SERVER_REASONS, reason, REST.server);
}

const REST = catalogue({
  void: 'it was closed',
  paused: 'Paused',
  interrupted: 'The reply was interrupted',
  stopped: 'Stopped',
  server: 'AcDeck',
  rule: (name: string) => `the rule “${name}”`,
  allowAll: (device: string) => `“Allow all” (${device})`,
});

/** Who did something, as a person would say it. */
export function actorName(by: Actor): string {
  switch (by.kind) {
    case 'device':
      return by.device;
    case 'session':
      return by.agent;
    case 'rule':
      return REST.rule(ruleNameText(by.rule));
    case 'allow_all':
      return REST.allowAll(by.device);
    case 'server':
      return by.reason ? serverReasonText(by.reason) : REST.server;
    default:
      // A newer server may know of more.
      by satisfies never;
      return REST.server;
  }
}
