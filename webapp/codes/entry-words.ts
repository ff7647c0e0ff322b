import { own } from '../../server/protocol/own.js';
import type { ErrorEntry, Mark, StopCode } from '../../server/protocol/transcript/entries.js';
import { catalogue } from '../ui/catalogue.js';
import { interruptionText } from './reason-words.js';
import { processEndText, troubleText } from './trouble-words.js';

const WORDS = catalogue({
  crashed: (how: string) => `The agent crashed (${how}). Everything it wrote so far is kept.`,
  stopped: (how: string) => `The agent stopped (${how}).`,
  unread: 'AcDeck ended the agent because it stopped reading. Everything it wrote is kept.',
  errorCode: (code: number) => `Error code ${code}`,
  cancelled: 'Stopped',
  restarted: 'The agent was restarted',
  imported: (agent: string) => `History from ${agent}`,
});

/** What went wrong with a reply. */
export function errorEntryText({ trouble }: Pick<ErrorEntry, 'trouble'>): string {
  if (trouble.code !== 'agent_exited') return troubleText(trouble);
  const { end, duringTurn } = trouble;
  if (end.reason === 'unread') return WORDS.unread;
  return duringTurn ? WORDS.crashed(processEndText(end)) : WORDS.stopped(processEndText(end));
}

/** What the agent said besides, and ACP's code; null if there is neither. */
export function errorDetails({ code, details }: Pick<ErrorEntry, 'code' | 'details'>): string | null {
  return [code === undefined ? '' : WORDS.errorCode(code), details ?? ''].filter(Boolean).join('\n') || null;
}

const STOPS = catalogue<Record<StopCode, string>>({
  max_tokens: 'The agent reached its token limit',
  max_turn_requests: 'The agent reached its limit of model requests for one message',
  refusal: 'The agent declined to continue',
  silent: 'The agent finished without replying',
  unknown: 'The agent stopped without giving a reason',
});

/** What a line across the page says. */
export function markText(mark: Mark): string {
  switch (mark.code) {
    case 'restarted':
      return WORDS.restarted;
    case 'cancelled':
      return WORDS.cancelled;
    case 'imported':
      return WORDS.imported(mark.from);
    case 'interrupted':
      return interruptionText(mark.reason);
    case 'stopped':
      return mark.cause.code === 'sentence' ? mark.cause.text : (own(STOPS, mark.cause.code) ?? STOPS.unknown);
    default:
      // A newer server may know of more.
      mark satisfies never;
      return STOPS.unknown;
  }
}
