import { endOf, entryAt } from '../../server/protocol/entry-list.js';
import { textOf } from '../../server/protocol/reduce-turn.js';
import type { Transcript } from '../../server/protocol/transcript.js';
import type { Command, CommandContext } from './command.js';
import { sessionOf } from './session-commands.js';

/** What is known of the session on screen. */
export function transcriptOf({ app }: CommandContext): Transcript | null {
  return app.view.value ? app.sessions.open(app.view.value).value.transcript : null;
}

/** What a person does while the agent works or has answered. */
export const turnCommands: readonly Command[] = [
  {
    id: 'turn.stop',
    title: 'Stop the agent',
    group: 'Turn',
    keys: ['$mod+.'],
    isAvailable: (context) => transcriptOf(context)?.turn.status === 'running',
    run: ({ act }) => act({ type: 'stop' }),
  },
  {
    id: 'turn.force-stop',
    title: 'Force the agent to stop',
    group: 'Turn',
    isAvailable: (context) => transcriptOf(context)?.turn.status === 'cancelling',
    run: ({ act }) => act({ type: 'force_stop' }),
  },
  {
    id: 'turn.pause-queue',
    title: 'Hold back what is queued',
    group: 'Turn',
    isAvailable: (context) => (transcriptOf(context)?.queue.length ?? 0) > 0 && !transcriptOf(context)?.queuePaused,
    run: ({ act }) => act({ type: 'pause_queue', paused: true }),
  },
  {
    id: 'turn.resume-queue',
    title: 'Go on with what is queued',
    group: 'Turn',
    isAvailable: (context) => (transcriptOf(context)?.queuePaused ?? null) !== null,
    run: ({ act }) => act({ type: 'pause_queue', paused: false }),
  },
  {
    id: 'turn.copy-answer',
    title: 'Copy the last answer',
    group: 'Turn',
    isAvailable: (context) => lastAnswer(context) !== '',
    run: (context) => context.act({ type: 'copy', text: lastAnswer(context), what: 'the last answer' }),
  },
  {
    id: 'turn.mode',
    title: 'Choose the mode…',
    group: 'Turn',
    keys: ['$mod+Shift+M'],
    slash: 'mode',
    isAvailable: (context) => hasChoice(context, 'mode'),
    run: ({ screen }) => screen.open('palette', 'Mode'),
  },
  {
    id: 'turn.model',
    title: 'Choose the model…',
    group: 'Turn',
    keys: ['$mod+Shift+L'],
    slash: 'model',
    isAvailable: (context) => hasChoice(context, 'model'),
    run: ({ screen }) => screen.open('palette', 'Model'),
  },
  {
    id: 'turn.allow-all',
    title: 'Allow everything in this session',
    group: 'Turn',
    slash: 'allow',
    isAvailable: (context) => sessionOf(context)?.writable === true && !isAllowingAll(context),
    run: ({ act }) => act({ type: 'set_allow_all', on: true }),
  },
  {
    id: 'turn.ask-again',
    title: 'Ask again before the agent acts',
    group: 'Turn',
    isAvailable: isAllowingAll,
    run: ({ act }) => act({ type: 'set_allow_all', on: false }),
  },
  {
    id: 'agent.restart',
    title: 'Restart the agent',
    group: 'Agent',
    isAvailable: (context) => agentIdOf(context) !== null,
    run: (context) => {
      const agentId = agentIdOf(context);
      if (agentId) context.act({ type: 'restart_agent', agentId });
    },
  },
];

function hasChoice(context: CommandContext, category: 'mode' | 'model'): boolean {
  const transcript = transcriptOf(context);
  if (transcript?.options.some((option) => option.category === category)) return true;
  return category === 'mode' && (transcript?.modes?.availableModes.length ?? 0) > 0;
}

function isAllowingAll({ app }: CommandContext): boolean {
  return app.view.value !== null && app.view.value in (app.app.value?.allowAll ?? {});
}

function agentIdOf(context: CommandContext): string | null {
  return sessionOf(context)?.agentId ?? context.app.app.value?.defaultAgentId ?? null;
}

function lastAnswer(context: CommandContext): string {
  const entries = transcriptOf(context)?.entries;
  for (let n = entries ? endOf(entries) - 1 : -1; entries && n >= entries.first; n--) {
    const entry = entryAt(entries, n);
    if (entry?.kind === 'agent') return textOf(entry.content);
  }
  return '';
}
