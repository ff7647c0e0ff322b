import { css } from 'lit';

/** A command of a person, as a terminal in the transcript. */
export const shellEntryStyles = css`
  shell-entry {
    display: block;
  }

  .shell-box {
    overflow: hidden;
    border: 1px solid var(--line);
    border-radius: var(--r-m);
    background: var(--surface);
  }

  .shell-head {
    display: flex;
    align-items: baseline;
    gap: var(--s2);
    padding: var(--s2) var(--s3);
  }

  .shell-head .icon {
    flex: none;
    align-self: center;
    color: var(--warn);
  }

  .shell-command {
    flex: 1;
    min-width: 0;
    font: 500 var(--t-sm) / 1.5 var(--mono);
    overflow-wrap: anywhere;
    white-space: pre-wrap;
  }

  .shell-time,
  .shell-who {
    flex: none;
    color: var(--text-3);
    font: 400 var(--t-xs) / 1.5 var(--font);
    font-variant-numeric: tabular-nums;
  }

  .shell-box terminal-output {
    border-width: 1px 0 0;
    border-radius: 0;
  }

  .shell-foot {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: var(--s2);
    padding: var(--s1) var(--s2) var(--s1) var(--s3);
    border-top: 1px solid var(--line);
  }

  .shell-foot .icon {
    font-size: 12px;
  }
`;
