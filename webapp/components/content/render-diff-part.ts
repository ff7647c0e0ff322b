import { html, type TemplateResult } from 'lit';
import type { DiffPart } from '../../diff/diff-rows.js';
import { icon } from '../../ui/icon.js';
import type { DiffAct } from './diff-act.js';
import { contentWords } from './words.js';

/** So many lines are shown at once of what is folded. */
export const MORE_LINES = 100;

/** Lines that are left out, and the button for more of them; `data-run` says which. */
export function renderGap({ run, hidden }: Extract<DiffPart, { kind: 'gap' }>, role: string): TemplateResult {
  const words = hidden > 2 * MORE_LINES ? contentWords.diff.showMoreLines : contentWords.diff.showLines;
  return html`<div role="row"><div role=${role}><button type="button" class="diff-gap" data-run=${run}>${words(hidden)}</button></div></div>`;
}

/** What the head of a hunk offers. */
export interface HunkHead {
  readonly acts: readonly DiffAct[];
  /** How many of its lines are picked. */
  readonly picked: number;
  /** The number of the first line of the texts. */
  readonly firstLine: number;
}

/** Where a hunk is, and what can be done with it; `data-act` says what. */
export function renderHunk(
  { n, hunk }: Extract<DiffPart, { kind: 'hunk' }>,
  { acts, picked, firstLine }: HunkHead,
): TemplateResult {
  const [from, count] = hunk.new[1] > 0 ? hunk.new : hunk.old;
  const first = from + firstLine;
  return html`<div class="diff-hunk" role="row" tabindex="-1" data-hunk=${n}><div class="diff-hunk-cell" role=${acts.length > 0 ? 'gridcell' : 'cell'}>
    <span class="diff-hunk-place">${contentWords.diff.hunk(first, first + count - 1)}</span>
    ${acts.map(
      ({ id, icon: picture, hunk: words, lines, isLoss }) =>
        html`<button type="button" class=${isLoss ? 'diff-act loss' : 'diff-act'} data-act=${id}>${icon(picture)}<span>${picked > 0 ? lines(picked) : words}</span></button>`,
    )}
  </div></div>`;
}
