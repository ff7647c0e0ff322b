import { css } from 'lit';

/** Lines as a terminal would show them, with what they are in front. */
export const logsSectionStyles = css`
  .bar {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--s2) var(--s3);
    margin-bottom: var(--s2);
  }

  .source {
    position: relative;
    display: inline-flex;
    align-items: center;
  }

  select {
    max-width: 16rem;
  }

  .filter {
    flex: 1 1 8rem;
    min-width: 0;
  }

  @media (pointer: coarse) {
    .filter {
      font-size: 16px;
    }
  }

  .messages {
    display: inline-flex;
    align-items: center;
    gap: var(--s2);
    min-height: var(--tap);
    color: var(--text-2);
    cursor: pointer;
  }

  .lines {
    height: min(56dvh, 640px);
    min-height: 220px;
    padding: var(--s2) 0;
    overflow: auto;
    overscroll-behavior: contain;
    border: 1px solid var(--line);
    border-radius: var(--r-m);
    background: var(--sunken);
    font: 400 var(--t-xs) / 1.6 var(--mono);
  }

  .line {
    display: grid;
    grid-template-columns: auto 6.5em minmax(0, 1fr);
    gap: 0 var(--s3);
    padding: 0 var(--s3);
  }

  .line:hover {
    background: var(--hover);
  }

  .line span {
    overflow-wrap: anywhere;
    white-space: pre-wrap;
  }

  time {
    color: var(--text-3);
    font-variant-numeric: tabular-nums;
  }

  b {
    overflow: hidden;
    color: var(--text-2);
    font-weight: 500;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  [data-kind="stderr"] b {
    color: var(--warn);
  }

  [data-kind="garbage"] b {
    color: var(--danger);
  }

  [data-kind="in"] b {
    color: var(--ok);
  }

  [data-kind="out"] b {
    color: var(--info);
  }

  [data-kind="life"] b {
    color: var(--accent);
  }

  .note {
    margin: 0;
    padding: var(--s1) var(--s3);
    color: var(--text-3);
    font-family: var(--font);
  }

  .help {
    margin: var(--s2) 0 0;
  }

  @media (max-width: 599px) {
    .line {
      grid-template-columns: auto minmax(0, 1fr);
      padding-block: 2px;
    }

    .line span {
      grid-column: 1 / -1;
    }
  }
`;
