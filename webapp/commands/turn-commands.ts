import { endOf, entryAt } from '../../server/protocol/transcript/entry-list.js';
import { promptWords } from '../../server/protocol/transcript/reduce-turn.js';
import type { Transcript } from '../../server/protocol/transcript/transcript.js';
import { serverCommand, sessionCommand } from '../state/app/acts.js';
import type { Command, CommandContext } from './command.js';
import { sessionOf } from './session-commands.js';
import { commandWords } from './words.js';

/** What is known of the session on screen. */
export function transcriptOf({ app }: CommandContext): Transcript | null {
  return app.page.view.value ? app.sessions.stores.open(app.page.view.value).value.transcript : null;
}

/** There is a turn to be stopped, or an agent at rest waits for an answer. */
function canStop(transcript: Transcript | null): boolean {
  if (!transcript) return false;
  const { turn, pending } = transcript;
  return turn.status === 'running' || (turn.status === 'idle' && pending.length > 0);
}

/** What a person does while the agent works or has answered. */
export const turnCommands: readonly Command[] = [
  {
    id: 'turn.stop',
    title: commandWords.message.stop,
    group: commandWords.groups.message,
    keys: ['$mod+.'],
    isAvailable: (context) => canStop(transcriptOf(context)),
    run: ({ act }) => act(sessionCommand('AcpBridge', 'cancel')),
  },
  {
    id: 'turn.force-stop',
    title: commandWords.message.forceStop,
    group: commandWords.groups.message,
    isAvailable: (context) => transcriptOf(context)?.turn.status === 'cancelling',
    run: ({ act }) => act(sessionCommand('AcpBridge', 'force_stop')),
  },
  {
    id: 'turn.pause-queue',
    title: commandWords.message.pauseQueue,
    group: commandWords.groups.message,
    isAvailable: (context) => (transcriptOf(context)?.queue.length ?? 0) > 0 && !transcriptOf(context)?.queuePaused,
    run: ({ act }) => act(sessionCommand('AcpBridge', 'pause_queue', true)),
  },
  {
    id: 'turn.resume-queue',
    title: commandWords.message.resumeQueue,
    group: commandWords.groups.message,
    isAvailable: (context) => (transcriptOf(context)?.queuePaused ?? null) !== null,
    run: ({ act }) => act(sessionCommand('AcpBridge', 'pause_queue', false)),
  },
  {
    id: 'turn.copy-answer',
    title: commandWords.message.copyReply,
    group: commandWords.groups.message,
    isAvailable: (context) => lastAnswer(context) !== '',
    run: (context) => context.act({ type: 'copy', text: lastAnswer(context), what: 'reply' }),
  },
  {
    id: 'turn.mode',
    title: commandWords.message.mode,
    group: commandWords.groups.message,
    keys: ['$mod+Shift+M'],
    slash: 'mode',
    isAvailable: (context) => hasChoice(context, 'mode'),
    run: ({ screen }) => screen.open('palette', commandWords.groups.mode),
  },
  {
    id: 'turn.model',
    title: commandWords.message.model,
    group: commandWords.groups.message,
    keys: ['$mod+Shift+L'],
    slash: 'model',
    isAvailable: (context) => hasChoice(context, 'model'),
    run: ({ screen }) => screen.open('palette', commandWords.groups.model),
  },
  {
    id: 'turn.allow-all',
    title: commandWords.message.allowAll,
    group: commandWords.groups.message,
    slash: 'allow',
    isAvailable: (context) => sessionOf(context)?.writable === true && !isAllowingAll(context),
    run: ({ act }) => act(sessionCommand('AcpBridge', 'set_allow_all', true)),
  },
  {
    id: 'turn.ask-again',
    title: commandWords.message.askAgain,
    group: commandWords.groups.message,
    isAvailable: isAllowingAll,
    run: ({ act }) => act(sessionCommand('AcpBridge', 'set_allow_all', false)),
  },
  {
    id: 'agent.restart',
    title: commandWords.message.restart,
    group: commandWords.groups.agent,
    isAvailable: (context) => agentIdOf(context) !== null,
    run: (context) => {
      const agentId = agentIdOf(context);
      if (agentId) context.act(serverCommand('AcpBridge', 'restart_agent', agentId));
    },
  },
];

function hasChoice(context: CommandContext, category: 'mode' | 'model'): boolean {
  const transcript = transcriptOf(context);
  if (transcript?.options.some((option) => option.category === category)) return true;
  return category === 'mode' && (transcript?.modes?.availableModes.length ?? 0) > 0;
}

function isAllowingAll({ app }: CommandContext): boolean {
  return app.page.view.value !== null && Object.hasOwn(app.server.app.value?.allowAll ?? {}, app.page.view.value);
}

function agentIdOf(context: CommandContext): string | null {
  return sessionOf(context)?.agentId ?? context.app.server.app.value?.defaultAgentId ?? null;
}

function lastAnswer(context: CommandContext): string {
  const entries = transcriptOf(context)?.entries;
  for (let n = entries ? endOf(entries) - 1 : -1; entries && n >= entries.first; n--) {
    const entry = entryAt(entries, n);
    if (entry?.kind === 'agent') return promptWords(entry.content);
  }
  return '';
}
