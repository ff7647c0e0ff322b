import { css } from 'lit';

/** The folder as a tree, and the tools above it. */
export const treeStyles = css`
  .files {
    display: flex;
    flex: 1;
    min-width: 0;
    min-height: 0;
    --tree-row: 28px;
  }

  :root[data-density='compact'] .files {
    --tree-row: 24px;
  }

  .files > [hidden] {
    display: none;
  }

  .files-tree,
  .files > file-view {
    display: flex;
    flex: 1;
    flex-direction: column;
    min-width: 0;
    min-height: 0;
  }

  .files.two > .files-tree {
    flex: 0 0 clamp(220px, 32%, 320px);
    border-inline-end: 1px solid var(--line);
  }

  .files-tree > .work-tools {
    flex-wrap: nowrap;
    gap: var(--s1);
    padding-inline: var(--s2);
  }

  .tree-recent {
    display: flex;
    flex: none;
    gap: var(--s1);
    padding: var(--s1) var(--s2) 0;
    overflow: hidden;
  }

  .recent {
    min-width: 0;
    max-width: 14ch;
    min-height: 24px;
    padding: 0 var(--s2);
    overflow: hidden;
    border: 1px solid var(--line);
    border-radius: var(--r-full);
    background: none;
    color: var(--text-2);
    font: 400 var(--t-xs) / 1.4 var(--font);
    text-overflow: ellipsis;
    white-space: nowrap;
    cursor: pointer;
  }

  .recent:hover {
    background: var(--hover);
    color: var(--text);
  }

  file-tree {
    display: flex;
    flex: 1;
    flex-direction: column;
    min-height: 0;
  }

  .tree-scroll {
    flex: 1;
    min-width: 0;
    padding: var(--s1) 0 max(var(--s4), env(safe-area-inset-bottom));
    overflow: hidden auto;
    overscroll-behavior: contain;
  }

  .tree-scroll:focus-visible {
    outline-offset: -2px;
  }

  .tree-all {
    position: relative;
    height: calc(var(--count) * var(--tree-row));
  }

  .tree-row {
    position: absolute;
    inset-inline: var(--s1);
    top: calc(var(--n) * var(--tree-row));
    display: flex;
    align-items: center;
    gap: 6px;
    height: var(--tree-row);
    padding-inline: calc(4px + (var(--level) - 1) * 14px) var(--s2);
    border-radius: var(--r-s);
    color: var(--text);
    font: 400 var(--t-sm) / 1.2 var(--font);
    cursor: pointer;
    user-select: none;
  }

  /* A line for each folder that leads here. */
  .tree-row::before {
    position: absolute;
    inset-block: 0;
    inset-inline-start: 12px;
    width: calc((var(--level) - 1) * 14px);
    background: repeating-linear-gradient(to right, var(--line) 0 1px, transparent 1px 14px);
    content: '';
    pointer-events: none;
  }

  .tree-row:hover {
    background: var(--hover);
  }

  .tree-row.open {
    background: var(--accent-soft);
  }

  .tree-scroll:focus-visible .tree-row.active {
    box-shadow: inset 0 0 0 1px var(--accent);
  }

  .tree-scroll:focus .tree-row.active:not(.open) {
    background: var(--hover);
  }

  .tree-row .icon {
    color: var(--text-3);
    font-size: 15px;
  }

  .tree-twist {
    display: inline-flex;
    flex: none;
    width: 14px;
  }

  .tree-twist .icon {
    font-size: 14px;
  }

  .tree-name {
    flex: 1;
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  .tree-row.ignored .tree-name,
  .tree-row.ignored .icon {
    color: var(--text-3);
    font-style: italic;
  }

  .tree-note {
    padding-inline-start: 20px;
    overflow: hidden;
    color: var(--text-3);
    font-size: var(--t-xs);
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  .tree-note.danger-text {
    color: var(--danger);
  }

  .tree-mark {
    flex: none;
    width: 1.2em;
    font: 600 var(--t-xs) / 1 var(--mono);
    text-align: center;
  }

  .tree-mark::after {
    content: attr(data-letter);
  }

  .tree-dot {
    flex: none;
    width: 6px;
    height: 6px;
    margin-inline: calc(0.6em - 3px);
    border-radius: 50%;
    background: currentColor;
  }

  .tree-unsaved {
    flex: none;
    width: 8px;
    height: 8px;
    border: 2px solid var(--accent);
    border-radius: 50%;
  }

  .tree-row:is(.is-changed, .is-moved, .is-repository) :is(.tree-name, .tree-mark, .tree-dot) {
    color: var(--warn);
  }

  .tree-row:is(.is-new, .is-added) :is(.tree-name, .tree-mark, .tree-dot) {
    color: var(--ok);
  }

  .tree-row:is(.is-conflict, .is-deleted) :is(.tree-name, .tree-mark, .tree-dot) {
    color: var(--danger);
  }

  .tree-field {
    flex: 1;
    min-width: 0;
    height: calc(var(--tree-row) - 4px);
    padding: 0 6px;
    border: 1px solid var(--accent);
    border-radius: 4px;
    background: var(--surface);
    color: var(--text);
    font: 400 var(--t-sm) / 1.2 var(--font);
  }

  .tree-acts {
    display: flex;
    flex: none;
    align-items: center;
    padding: 2px var(--s2) max(2px, env(safe-area-inset-bottom)) var(--s3);
    border-top: 1px solid var(--line);
  }

  /* The end of a long path says more than its beginning. */
  .tree-acts bdi {
    flex: 1;
    min-width: 0;
    overflow: hidden;
    color: var(--text-3);
    font-size: var(--t-xs);
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  @media (pointer: coarse) {
    .files {
      --tree-row: 44px;
    }

    .recent {
      min-height: 36px;
    }

    .tree-field {
      font-size: 16px;
    }
  }
`;
