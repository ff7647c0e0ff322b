import { contentOf } from '../../server/protocol/transcript/call-content.js';
import type { Entry } from '../../server/protocol/transcript/entries.js';
import { type Conversation, type Turn, toolsIn } from './conversation.js';
import { story } from './turn-story.js';

/** Whether a person was asked before it happened; not to ask is worth a word, for the agents that should. */
export function asked(turn: Turn, neverAsks: true | undefined): string {
  const unfinished = toolsIn(turn.entries).filter(({ status }) => status !== 'completed');
  expect(unfinished.length === 0, `a call is ${unfinished[0]?.status}; ${story(turn)}`);
  if (neverAsks) return 'unasked';
  expect(turn.permissions.length > 0, `it did not ask; ${story(turn)}`);
  return '';
}

export function rejected(turn: Turn): string {
  expect(turn.permissions.length > 0, `it did not ask; ${story(turn)}`);
  return closed(turn);
}

/** No call may look as if it still ran when the turn is over. */
export function closed(turn: Turn): string {
  const statuses = toolsIn(turn.entries).map(({ status }) => status);
  const open = statuses.filter((status) => status === 'pending' || status === 'in_progress' || status === 'completed');
  expect(open.length === 0, `a call is ${open[0]}; ${story(turn)}`);
  return statuses.at(-1) ?? 'no call';
}

/** Whether a person sees what changed on the call, as the page draws it. */
export function diffIn(turn: Turn): string {
  const isShown = toolsIn(turn.entries).some((tool) => contentOf(tool).some(({ type }) => type === 'diff'));
  return isShown ? '' : ', no diff';
}

export function hasMark(turn: Turn, mark: string): boolean {
  return turn.entries.some((entry) => entry.kind === 'mark' && entry.mark.code === mark);
}

/** Where a person sees what a command printed: in a terminal or on the call, only in the raw result, or nowhere. */
export function outputIn(turn: Turn, text: string): string {
  const tools = toolsIn(turn.entries);
  const isShown = turn.entries.some((entry) => entry.kind === 'terminal' && entry.output.includes(text));
  if (isShown || tools.some(({ content }) => JSON.stringify(content).includes(text))) return '';
  const isRaw = tools.some(({ rawOutput }) => JSON.stringify(rawOutput).includes(text));
  return isRaw ? ', output in the raw result only' : ', no output';
}

export function expectSame(before: readonly Entry[], after: readonly Entry[]): void {
  const at = before.findIndex((entry, i) => JSON.stringify(entry) !== JSON.stringify(after[i]));
  expect(at < 0, `entry ${at} changed: ${JSON.stringify(before[at])} is now ${JSON.stringify(after[at])}`);
}

export function expect(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(otherwise);
}

/** Waits until the running turn has shown a text. */
export function seen(talk: Conversation, text: string): Promise<void> {
  return talk.tab.until(() => talk.lastTurn.text.includes(text));
}
