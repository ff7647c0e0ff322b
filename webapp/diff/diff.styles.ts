import { css } from 'lit';

/** Diffs: rows of numbers, signs and lines, in one column or two. Lines wrap, so nothing scrolls sideways. */
export const diffStyles = css`
  diff-view {
    display: block;
    min-width: 0;
    max-width: 100%;
    border: 1px solid var(--line, #ddd);
    border-radius: var(--r-s, 6px);
    background: var(--surface, light-dark(#fff, #16191f));
    color: var(--text, inherit);
    font-size: var(--t-sm, 0.8125rem);
    overflow: clip;
  }
  .diff-head {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 var(--s2, 8px);
    min-height: var(--row, 32px);
    padding-inline: var(--s3, 12px) var(--s1, 4px);
    border-block-end: 1px solid var(--line, #ddd);
    font-size: var(--t-xs, 0.75rem);
  }
  .diff-name {
    flex: 1 1 12ch;
    min-width: 0;
    min-height: var(--tap, 32px);
    padding: 0;
    border: 0;
    background: none;
    color: var(--accent, #2a4fd0);
    font: inherit;
    font-family: var(--mono, monospace);
    text-align: start;
    overflow-wrap: anywhere;
    unicode-bidi: isolate;
    cursor: pointer;
  }
  .diff-plus {
    color: var(--ok, #1a7f37);
  }
  .diff-minus,
  .diff-warning {
    color: var(--danger, #b00020);
  }
  .diff-tool {
    min-height: var(--tap, 32px);
    padding-inline: var(--s2, 8px);
    border: 0;
    border-radius: var(--r-s, 6px);
    background: none;
    color: var(--text-2, inherit);
    font: inherit;
    cursor: pointer;
  }
  .diff-tool:hover,
  .diff-tool[aria-pressed='true'] {
    background: var(--raised, light-dark(#eef0f4, #262b33));
    color: var(--text, inherit);
  }
  .diff-empty {
    padding: var(--s3, 12px);
    color: var(--text-2, inherit);
  }
  .diff-table {
    display: block;
    font-family: var(--mono, monospace);
    line-height: var(--lh-code, 1.5);
    tab-size: 4;
    direction: ltr;
    text-align: start;
  }
  diff-chunk {
    display: block;
    min-height: 1lh;
    content-visibility: auto;
    contain-intrinsic-size: auto calc(var(--rows, 1) * 1lh);
  }
  .diff-row {
    display: flex;
  }
  .diff-side {
    display: flex;
    flex: 1 1 0;
    min-width: 0;
  }
  .diff-side.removed {
    background: var(--del-bg, light-dark(#ffebe9, #3b1c1f));
  }
  .diff-side.added {
    background: var(--add-bg, light-dark(#e6ffec, #15301f));
  }
  .diff-side.none {
    background: var(--raised, light-dark(#f3f4f6, #1c2027));
  }
  .diff-number {
    flex: none;
    width: calc(var(--digits, 3) * 1ch);
    padding-inline: var(--s1, 4px);
    color: var(--text-2, inherit);
    text-align: end;
    user-select: none;
  }
  .diff-sign {
    flex: none;
    width: 2ch;
    text-align: center;
    user-select: none;
  }
  .diff-text {
    flex: 1;
    min-width: 0;
    padding-inline-end: var(--s2, 8px);
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  .removed .diff-word {
    border-radius: 2px;
    background: var(--del-word, light-dark(#ffc9c4, #6b2a30));
  }
  .added .diff-word {
    border-radius: 2px;
    background: var(--add-word, light-dark(#abf2bc, #1f5a33));
  }
  .diff-note {
    color: var(--text-2, inherit);
    font-style: italic;
    user-select: none;
  }
  .diff-gap {
    display: block;
    width: 100%;
    min-height: var(--tap, 32px);
    border: 0;
    border-block: 1px solid var(--line, #ddd);
    background: var(--raised, light-dark(#f3f4f6, #1c2027));
    color: var(--text-2, inherit);
    font: inherit;
    font-size: var(--t-xs, 0.75rem);
    cursor: pointer;
  }
  .diff-gap:hover {
    color: var(--text, inherit);
  }
  .diff-table[data-selects='left'] .diff-side:last-child:not(:first-child),
  .diff-table[data-selects='right'] .diff-side:first-child:not(:last-child) {
    user-select: none;
  }
  @media (max-width: 360px) {
    .diff-number {
      display: none;
    }
  }
  @media (forced-colors: active) {
    .diff-word {
      text-decoration: underline;
    }
  }
`;
