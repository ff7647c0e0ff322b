import { css } from 'lit';

/** A tool call: one quiet line, and a box below it when it is open. */
export const toolCardStyles = css`
  tool-card,
  tool-group {
    display: block;
    min-width: 0;
  }

  .tool-line {
    display: flex;
    align-items: center;
    gap: var(--s2);
    width: calc(100% + 2 * var(--s2));
    min-height: var(--row);
    margin-inline: calc(-1 * var(--s2));
    padding: 0 var(--s2);
    border: 0;
    border-radius: var(--r-s);
    background: none;
    color: var(--text-2);
    font: 400 var(--t-sm) / 1.4 var(--font);
    text-align: start;
    cursor: pointer;
    transition: background-color var(--d-fast) var(--ease);
  }

  .tool-line:hover {
    background: var(--hover);
  }

  .tool-line > .icon {
    font-size: 15px;
    color: var(--text-3);
  }

  .tool-verb {
    flex: none;
    color: var(--text-2);
  }

  .tool-target {
    flex: 0 1 auto;
    min-width: 0;
    overflow: hidden;
    color: var(--text);
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  .tool-target.code {
    font: 400 0.75rem / 1.4 var(--mono);
  }

  .tool-target.quiet {
    color: var(--text-3);
  }

  .tool-result {
    flex: none;
    color: var(--text-3);
    font-size: var(--t-xs);
  }

  .tool-flag,
  .tool-by {
    display: inline-flex;
    flex: none;
    gap: 3px;
    align-items: center;
    color: var(--text-3);
    font-size: var(--t-xs);
    white-space: nowrap;
  }

  .tool-flag {
    color: var(--warn);
    font-weight: 600;
  }

  .tool-flag .icon,
  .tool-by .icon {
    font-size: 13px;
  }

  .tool-note.flag {
    color: var(--warn);
  }

  diff-stat {
    flex: none;
    font: 500 var(--t-xs) / 1.4 var(--mono);
  }

  .stat-plus {
    color: var(--ok);
  }

  .stat-minus {
    color: var(--danger);
  }

  .tool-end {
    display: flex;
    flex: none;
    align-items: center;
    gap: var(--s2);
    margin-inline-start: auto;
    color: var(--text-3);
    font: 400 var(--t-xs) / 1 var(--font);
    font-variant-numeric: tabular-nums;
  }

  .tool-end > .icon {
    font-size: 14px;
    opacity: 0;
    transition:
      opacity var(--d-fast) var(--ease),
      rotate var(--d-fast) var(--ease);
  }

  .tool-line:hover .tool-end > .icon,
  .tool-line:focus-visible .tool-end > .icon,
  .tool-line[aria-expanded="true"] .tool-end > .icon {
    opacity: 1;
  }

  .tool-line[aria-expanded="true"] .tool-end > .icon {
    rotate: 90deg;
  }

  tool-card[data-tone="danger"] .tool-line > .icon,
  tool-card[data-tone="danger"] .tool-result {
    color: var(--danger);
  }

  tool-card[data-tone="quiet"] .tool-target {
    color: var(--text-2);
  }

  tool-card[data-running] .tool-line > .icon,
  tool-group[data-running] > .tool-line > .icon {
    color: var(--accent);
  }

  .tool-body {
    margin: 2px 0 var(--s2) 7px;
    padding-inline-start: 15px;
    border-inline-start: 1px solid var(--line);
  }

  .tool-box {
    overflow: hidden;
    border: 1px solid var(--line);
    border-radius: var(--r-m);
    background: var(--surface);
  }

  .tool-box > * + *:not(:empty) {
    border-top: 1px solid var(--line);
  }

  .tool-box:empty {
    display: none;
  }

  .tool-box diff-view {
    border: 0;
    border-radius: 0;
    max-height: 26rem;
    overflow: auto;
  }

  .tool-box terminal-output {
    border: 0;
    border-radius: 0;
  }

  .tail .term-head {
    display: none;
  }

  .tail terminal-output {
    border: 0;
    background: none;
  }

  .plain {
    max-height: 22rem;
    margin: 0;
    padding: var(--s2) var(--s3);
    overflow: auto;
    color: var(--text);
    font: 400 var(--t-xs) / var(--lh-code) var(--mono);
    white-space: pre-wrap;
    overflow-wrap: anywhere;
    tab-size: 4;
  }

  .command {
    margin: 0;
    padding: var(--s2) var(--s3);
    overflow: auto;
    background: var(--sunken);
    color: var(--text);
    font: 400 var(--t-xs) / var(--lh-code) var(--mono);
    white-space: pre-wrap;
    overflow-wrap: anywhere;
    unicode-bidi: isolate;
  }

  .tool-note {
    padding: var(--s1) 0;
    color: var(--text-3);
    font-size: var(--t-xs);
  }

  .tool-note.below {
    padding: 0 0 var(--s1) 23px;
  }

  @media (pointer: coarse) {
    .tool-end > .icon {
      opacity: 1;
    }
  }
`;
