import { css } from 'lit';

/** Changed files: a line each that stays in sight while its diff is read. */
export const sessionChangesStyles = css`
  .besides-head {
    display: flex;
    align-items: center;
    gap: var(--s2);
    min-height: var(--row);
    margin: 0;
    padding: 0 var(--s3);
    color: var(--text-2);
    font: 600 var(--t-xs) / 1.4 var(--font);
  }

  change-file {
    display: block;
    border-bottom: 1px solid var(--line);
  }

  .change-line {
    position: sticky;
    top: 0;
    z-index: 1;
    display: flex;
    align-items: center;
    background: var(--bg);
  }

  .change-head {
    display: flex;
    flex: 1;
    align-items: center;
    gap: var(--s2);
    min-width: 0;
    min-height: max(40px, var(--row));
    padding: var(--s1) var(--s2) var(--s1) var(--s3);
    border: 0;
    background: none;
    color: inherit;
    font: inherit;
    text-align: start;
    cursor: pointer;
  }

  .change-head:hover {
    background: var(--hover);
  }

  .change-head:focus-visible {
    outline-offset: -2px;
  }

  .change-head .icon {
    color: var(--text-3);
  }

  .change-name {
    flex: 1;
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  .change-base {
    font-weight: 600;
  }

  .change-folder,
  .change-note {
    color: var(--text-3);
    font-size: var(--t-xs);
  }

  .change-viewed {
    display: flex;
    flex: none;
    align-items: center;
    gap: 6px;
    min-height: var(--tap);
    padding: 0 var(--s3) 0 var(--s2);
    color: var(--text-2);
    font-size: var(--t-xs);
    cursor: pointer;
  }

  .change-viewed input {
    width: 16px;
    height: 16px;
    margin: 0;
  }

  .change-body {
    padding: 0 var(--s3) var(--s3);
  }

  .change-body {
    position: relative;
  }

  .change-tools {
    display: flex;
    flex-wrap: wrap;
    gap: var(--s1);
    margin: 0 0 0 calc(-1 * var(--s2) + 1px);
  }

  /* With one diff its own tools stand in the same row. */
  .change-body.single > .change-tools {
    position: absolute;
    z-index: 1;
  }

  @media (max-width: 600px) {
    .change-body.single > .change-tools {
      position: static;
    }
  }

  .change-tools .btn {
    padding: 0 var(--s2);
    font-size: var(--t-xs);
  }

  /* The line above says these already. */
  change-file .diff-name,
  change-file .diff-plus,
  change-file .diff-minus {
    display: none;
  }

  change-file .diff-head {
    justify-content: flex-end;
    padding: 0;
    border: 0;
  }

  change-file diff-view {
    max-width: none;
    margin-inline: calc(-1 * var(--s3));
    padding-inline-start: var(--s3);
    border: 0;
    border-radius: 0;
    background: none;
  }

  change-file .diff-table {
    margin-inline-start: calc(-1 * var(--s3));
    border-block-start: 1px solid var(--line);
    background: var(--surface);
  }

  change-file .change-body {
    padding-bottom: 0;
  }

  change-file .diff-head {
    padding-inline-end: var(--s3);
  }
`;
