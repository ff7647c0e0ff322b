import type { Diff } from '@agentclientprotocol/sdk';
import type { Entry, ToolEntry } from '../../../server/protocol/transcript/entries.js';
import { entriesOf } from '../../../server/protocol/transcript/entry-list.js';
import type { Transcript } from '../../../server/protocol/transcript/transcript.js';
import type { Absence } from '../../state/session/away-store.js';

/** What happened in a session while nobody looked. */
export interface Recap {
  readonly ms: number;
  /** Edits that were made, and of how many files. */
  readonly diffs: readonly Diff[];
  readonly files: number;
  readonly firstEdit: string | null;
  readonly failures: number;
  readonly firstFailure: string | null;
  readonly answers: number;
  readonly firstAnswer: string | null;
  /** Questions that wait now. */
  readonly questions: number;
  readonly trouble: string | null;
}

/** Tells an absence from the times of the entries alone, so that it does not matter when they arrived. */
export function recapOf(transcript: Transcript, { from, to }: Absence): Recap {
  const during = entriesOf(transcript.entries).filter((entry) => isWithin(endOf(entry), from, to));
  const edits = during.filter(isEdit);
  const diffs = edits.flatMap(({ content }) => content.filter((item) => item.type === 'diff'));
  const failures = during.filter((entry) => entry.kind === 'tool' && entry.status === 'failed');
  const answers = during.filter(({ kind }) => kind === 'agent');
  const trouble = during.findLast(({ kind }) => kind === 'error');
  return {
    ms: to - from,
    diffs,
    files: new Set(diffs.map(({ path }) => path)).size,
    firstEdit: edits[0]?.id ?? null,
    failures: failures.length,
    firstFailure: failures[0]?.id ?? null,
    answers: answers.length,
    firstAnswer: answers[0]?.id ?? null,
    questions: transcript.pending.length,
    trouble: trouble?.id ?? null,
  };
}

/** Whether there is anything to tell. */
export function hasNews({ diffs, failures, answers, questions, trouble }: Recap): boolean {
  return diffs.length + failures + answers + questions > 0 || trouble !== null;
}

function endOf(entry: Entry): number {
  return 'endedAt' in entry ? (entry.endedAt ?? entry.at) : entry.at;
}

function isWithin(at: number, from: number, to: number): boolean {
  return at > from && at <= to;
}

function isEdit(entry: Entry): entry is ToolEntry {
  return entry.kind === 'tool' && entry.status === 'completed' && entry.content.some(({ type }) => type === 'diff');
}
