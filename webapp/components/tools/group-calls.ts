import type { ToolKind } from '@agentclientprotocol/sdk';
import type { Entry, ToolEntry } from '../../../server/protocol/transcript/entries.js';
import { isFinal } from '../../../server/protocol/transcript/reduce-tool.js';
import { summarise, timeTaken } from './summarise.js';
import { toolWords } from './words.js';

/** Looking around: one such call says little, many of them in a row fill the page. */
const LOOKING: readonly ToolKind[] = ['read', 'search', 'think'];

/** One line of the transcript: an entry, or calls that are shown together. */
export type TranscriptRow = { readonly id: string; readonly entry: Entry } | CallGroup;

export interface CallGroup {
  readonly id: string;
  readonly calls: readonly ToolEntry[];
}

/** Puts two and more calls in a row that only look around into one line; failures and questions stand alone. */
export function groupCalls(entries: readonly Entry[]): TranscriptRow[] {
  const rows: TranscriptRow[] = [];
  let run: ToolEntry[] = [];
  const close = () => {
    if (run.length > 1) rows.push({ id: `group ${run[0]!.id}`, calls: run });
    else rows.push(...run.map((entry) => ({ id: entry.id, entry })));
    run = [];
  };
  for (const entry of entries) {
    if (onlyLooks(entry) && (run.length === 0 || run[0]!.turn === entry.turn)) {
      run.push(entry);
      continue;
    }
    close();
    if (onlyLooks(entry)) run.push(entry);
    else rows.push({ id: entry.id, entry });
  }
  close();
  return rows;
}

function onlyLooks(entry: Entry): entry is ToolEntry {
  if (entry.kind !== 'tool' || !LOOKING.includes(entry.toolKind)) return false;
  // A call that changed something after all is shown by itself, no matter what it calls itself.
  if (entry.unasked || entry.written?.length) return false;
  return entry.status !== 'failed' && entry.permissions.every(({ outcome }) => outcome.status !== 'pending');
}

/** Calls that are shown together, in one line. */
export interface GroupSummary {
  readonly verb: string;
  readonly target: string;
  /** What is being looked at just now. */
  readonly current: string;
  readonly isRunning: boolean;
  /** How long the calls took; null while one runs. */
  readonly ms: number | null;
}

export function summariseGroup(calls: readonly ToolEntry[], folder: string): GroupSummary {
  const running = calls.findLast(({ status }) => !isFinal(status));
  const files = new Set(
    calls.filter(({ toolKind }) => toolKind === 'read').map((call) => summarise(call, folder).target),
  );
  const searches = calls.filter(({ toolKind }) => toolKind === 'search').length;
  const thoughts = calls.filter(({ toolKind }) => toolKind === 'think').length;
  const parts = [
    ...(files.size > 0 ? [toolWords.files(files.size)] : []),
    ...(searches > 0 ? [toolWords.searches(searches)] : []),
  ];
  if (parts.length === 0) parts.push(toolWords.thoughts(thoughts));
  return {
    verb: running ? toolWords.exploring : toolWords.explored,
    target: parts.join(', '),
    current: running ? summarise(running, folder).target : '',
    isRunning: running !== undefined,
    ms: running ? null : calls.reduce((sum, call) => sum + (timeTaken(call) ?? 0), 0),
  };
}
