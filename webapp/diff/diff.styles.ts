import { css } from 'lit';

/** Diffs: rows of numbers, signs and lines, in one column or two. Lines wrap, so nothing scrolls sideways. */
export const diffStyles = css`
  diff-view {
    display: block;
    min-width: 0;
    max-width: 100%;
    border: 1px solid var(--line);
    border-radius: var(--r-s);
    background: var(--surface);
    color: var(--text);
    font-size: var(--t-sm);
    overflow: clip;
  }
  .diff-head {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 var(--s2);
    min-height: var(--row);
    padding-inline: var(--s3) var(--s1);
    border-block-end: 1px solid var(--line);
    font-size: var(--t-xs);
  }
  .diff-name {
    flex: 1 1 12ch;
    min-width: 0;
    min-height: var(--tap);
    padding: 0;
    border: 0;
    background: none;
    color: var(--accent);
    font: inherit;
    font-family: var(--mono);
    text-align: start;
    overflow-wrap: anywhere;
    unicode-bidi: isolate;
    cursor: pointer;
  }
  .diff-plus {
    color: var(--ok);
  }
  .diff-minus,
  .diff-warning {
    color: var(--danger);
  }
  .diff-tool {
    min-height: var(--tap);
    padding-inline: var(--s2);
    border: 0;
    border-radius: var(--r-s);
    background: none;
    color: var(--text-2);
    font: inherit;
    cursor: pointer;
  }
  .diff-tool:hover,
  .diff-tool[aria-pressed='true'] {
    background: var(--raised);
    color: var(--text);
  }
  .diff-empty {
    padding: var(--s3);
    color: var(--text-2);
  }
  .diff-table {
    display: block;
    font-family: var(--mono);
    line-height: var(--lh-code);
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
    background: var(--del-bg);
  }
  .diff-side.added {
    background: var(--add-bg);
  }
  .diff-side.none {
    background: var(--raised);
  }
  .diff-number {
    flex: none;
    box-sizing: content-box;
    width: calc(var(--digits, 3) * 1ch);
    padding-inline: var(--s1);
    color: var(--text-2);
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
    padding-inline-end: var(--s2);
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  .removed .diff-word {
    border-radius: 2px;
    background: var(--del-word);
  }
  .added .diff-word {
    border-radius: 2px;
    background: var(--add-word);
  }
  .diff-note {
    color: var(--text-2);
    font-style: italic;
    user-select: none;
  }
  .diff-gap {
    display: block;
    width: 100%;
    min-height: var(--tap);
    border: 0;
    border-block: 1px solid var(--line);
    background: var(--raised);
    color: var(--text-2);
    font: inherit;
    font-size: var(--t-xs);
    cursor: pointer;
  }
  .diff-gap:hover {
    color: var(--text);
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
