import { css } from 'lit';

/** The list of commands, and the output of one of them. */
export const terminalsStyles = css`
  /* Many terminals scroll sideways, so that the screen keeps its height. */
  .terminal-strip {
    flex-wrap: nowrap;
    gap: var(--s1);
    overflow-x: auto;
    scrollbar-width: thin;
  }

  .terminal-strip .btn {
    padding-inline: var(--s2);
  }

  .terminal-strip .btn[aria-pressed='true'] {
    background: var(--raised);
    color: var(--text);
  }

  .terminal-own {
    display: inline-flex;
    flex: none;
    border-radius: var(--r-s);
  }

  .terminal-own .icon-btn {
    width: auto;
    min-width: 24px;
    padding-inline: var(--s1);
  }

  .terminal-refusal {
    flex: none;
    color: var(--danger);
    overflow-wrap: anywhere;
  }

  .terminal-list {
    flex: none;
    max-height: 32%;
    margin: 0;
    padding: var(--s1);
    overflow: hidden auto;
    border-bottom: 1px solid var(--line);
    list-style: none;
  }

  .terminal-row {
    display: flex;
    align-items: center;
    gap: var(--s2);
    width: 100%;
    min-height: var(--row);
    padding: 0 var(--s2);
    border: 0;
    border-radius: var(--r-s);
    background: none;
    color: var(--text-2);
    font: inherit;
    text-align: start;
    cursor: pointer;
  }

  .terminal-row:hover {
    background: var(--hover);
  }

  .terminal-row[aria-current] {
    background: var(--raised);
    color: var(--text);
  }

  .terminal-state {
    display: inline-flex;
    color: var(--ok);
  }

  .terminal-state.running {
    color: var(--accent);
  }

  .terminal-state.failed {
    color: var(--danger);
  }

  .terminal-name {
    flex: 1;
    min-width: 0;
    overflow: hidden;
    font-family: var(--mono);
    font-size: var(--t-xs);
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  .terminal-time {
    color: var(--text-3);
    font-size: var(--t-xs);
    font-variant-numeric: tabular-nums;
  }

  .terminal-shown {
    display: flex;
    flex: 1;
    flex-direction: column;
    min-height: 0;
    padding: var(--s3);
    gap: var(--s2);
  }

  .terminal-title {
    display: flex;
    flex: none;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--s1) var(--s2);
  }

  .terminal-title .work-note {
    padding: 0;
  }

  .terminal-command {
    max-width: 100%;
    max-height: 6lh;
    overflow: auto;
    font: 500 var(--t-xs) / 1.5 var(--mono);
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }

  .terminal-shown terminal-output {
    display: flex;
    flex: 1;
    flex-direction: column;
    min-height: 0;
  }

  .terminal-shown .term-body {
    flex: 1;
    min-height: 0;
    max-height: none;
  }
`;
