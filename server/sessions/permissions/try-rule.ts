import { setImmediate as nextRound } from 'node:timers/promises';
import type { RuleJudge } from '../../ports/rules.js';
import type { RuleDraft, RuleSample, RuleTrial } from '../../protocol/api/permission-rule.js';
import type { Permission, ToolEntry } from '../../protocol/transcript/entries.js';
import { entryFrom } from '../log/saved-state.js';
import { saved } from '../log/storage-error.js';
import type { EventStore, SessionRow } from '../store/event-store.js';

/** So much is read at most: an answer is wanted in a moment. */
const MOST = { entries: 20_000, page: { count: 500, bytes: 2 * 1024 * 1024 }, bytes: 32 * 1024 * 1024, samples: 20 };

/** Looks up what a rule would have answered in past sessions of a folder, the newest first. */
export async function tryRule(
  rule: RuleDraft,
  { store, folder, judge }: { store: EventStore; folder: string; judge: RuleJudge },
): Promise<RuleTrial> {
  const samples: RuleSample[] = [];
  let [questions, matches] = [0, 0];
  const past = new PastQuestions(store);
  for await (const { row, entry, permission } of past.of(saved(() => store.sessionsIn(folder)))) {
    questions++;
    const call = { agentId: row.agentId, cwd: row.cwd, toolCall: permission.toolCall, entry };
    if (!(await judge.isMatch(call, rule))) continue;
    matches++;
    if (samples.length >= MOST.samples) continue;
    const what = judge.describe(call).slice(0, 300);
    samples.push({ sessionId: row.id, at: permission.askedAt, what, answer: answerTo(permission) });
  }
  return { questions, matches, samples, isPartial: past.isPartial };
}

interface PastQuestion {
  readonly row: SessionRow;
  readonly entry: ToolEntry;
  readonly permission: Permission;
}

/** Reads stored entries page by page and lets everything else go on in between. */
class PastQuestions {
  readonly #store: EventStore;
  #entries = 0;
  #bytes = 0;

  constructor(store: EventStore) {
    this.#store = store;
  }

  get isPartial(): boolean {
    return this.#entries >= MOST.entries || this.#bytes >= MOST.bytes;
  }

  async *of(rows: readonly SessionRow[]): AsyncGenerator<PastQuestion> {
    for (const row of rows) {
      let before = Number.MAX_SAFE_INTEGER;
      while (!this.isPartial) {
        const page = saved(() => this.#store.entriesBefore(row.id, before, MOST.page));
        if (page.length === 0) break;
        before = page[0]!.n;
        this.#entries += page.length;
        for (const stored of page.toReversed()) {
          this.#bytes += stored.body.length;
          const entry = stored.key?.startsWith('tool:') ? entryFrom(stored) : null;
          if (entry?.kind !== 'tool') continue;
          for (const permission of entry.permissions) yield { row, entry, permission };
        }
        await nextRound();
      }
    }
  }
}

function answerTo({ options, outcome }: Permission): string | null {
  if (outcome.status !== 'answered') return null;
  return options.find(({ optionId }) => optionId === outcome.optionId)?.name ?? outcome.optionId;
}
