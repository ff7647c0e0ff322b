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
  /* As high as its rows until they are drawn. */
  diff-chunk:empty {
    min-height: calc(var(--rows, 1) * 1lh);
  }
  .diff-row {
    display: flex;
  }
  .diff-margin {
    display: flex;
    flex: none;
    user-select: none;
  }
  .pickable .diff-row[data-row] {
    scroll-margin-block: 96px;
    outline-offset: -2px;
  }
  .pickable .diff-row[data-row] .diff-margin {
    cursor: pointer;
    touch-action: none;
  }
  .pickable .diff-row[data-row] .diff-margin:hover {
    box-shadow: inset 3px 0 var(--accent);
  }
  .pickable .diff-row[aria-selected='true'] .diff-margin {
    background: var(--accent);
    color: var(--on-accent);
  }
  .pickable .diff-row[aria-selected='true'] .diff-number {
    color: inherit;
  }
  .pickable .diff-row[aria-selected='true'] .diff-side {
    background: color-mix(in oklch, var(--accent-soft) 70%, var(--surface));
  }
  .pickable .diff-row[aria-selected='true'] .diff-side.none {
    background: var(--raised);
  }
  .diff-hunk {
    position: sticky;
    top: var(--diff-top, 0);
    z-index: 1;
    border-block: 1px solid var(--line);
    background: var(--raised);
    font: 400 var(--t-xs) / 1.2 var(--font);
    scroll-margin-block: 48px;
    outline-offset: -2px;
  }
  .diff-hunk-cell {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 var(--s1);
    min-height: 28px;
    padding-inline: var(--s3) var(--s1);
  }
  .diff-hunk-place {
    flex: 1;
    color: var(--text-2);
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
  .diff-act {
    display: inline-flex;
    align-items: center;
    gap: 6px;
    min-height: max(26px, calc(var(--tap) - 6px));
    padding-inline: var(--s2);
    border: 0;
    border-radius: var(--r-s);
    background: none;
    color: var(--text-2);
    font: 500 var(--t-xs) / 1.2 var(--font);
    white-space: nowrap;
    cursor: pointer;
  }
  .diff-act .icon {
    font-size: 14px;
  }
  .diff-act:hover {
    background: var(--hover);
    color: var(--text);
  }
  .diff-act.loss:hover {
    color: var(--danger);
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
  .diff-rest {
    padding: 0 var(--s1);
    border: 1px solid var(--line);
    border-radius: var(--r-s);
    background: var(--surface);
    color: var(--text-2);
    font: inherit;
    font-size: var(--t-xs);
    user-select: none;
    cursor: pointer;
  }
  .diff-rest:hover {
    color: var(--text);
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
  @media (pointer: coarse) {
    .pickable .diff-row[data-row] {
      min-height: 28px;
    }
    .pickable .diff-row[data-row] .diff-margin {
      align-items: center;
    }
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
