import { css } from 'lit';

export const delegationCardStyles = css`
  delegation-card {
    display: block;
    min-width: 0;
    margin-block: var(--s1);
    border: 1px solid var(--line);
    border-inline-start: 3px solid var(--info);
    border-radius: var(--r-m);
    background: var(--surface);
  }

  delegation-card[data-state='failed'],
  delegation-card[data-state='interrupted'],
  delegation-card[data-state='refused'] {
    border-inline-start-color: var(--danger);
  }

  delegation-card[data-state='waiting'] {
    border-inline-start-color: var(--warn);
  }

  .task-line {
    display: flex;
    gap: var(--s2);
    align-items: center;
    width: 100%;
    min-height: var(--tap);
    padding: var(--s1) var(--s3);
    border: 0;
    border-radius: var(--r-m);
    background: none;
    color: var(--text);
    font: inherit;
    font-size: var(--t-sm);
    text-align: start;
    cursor: pointer;
  }

  .task-line:hover {
    background: var(--hover);
  }

  .task-line > svg:first-child {
    flex: none;
    color: var(--info);
  }

  .task-agent {
    flex: none;
    font-weight: 600;
  }

  .task-name {
    overflow: hidden;
    min-width: 0;
    font-family: var(--mono);
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  .task-state {
    display: inline-flex;
    flex: none;
    gap: var(--s1);
    align-items: center;
    color: var(--text-2);
  }

  delegation-card[data-state='waiting'] .task-state {
    color: var(--warn);
  }

  delegation-card[data-state='failed'] .task-state,
  delegation-card[data-state='interrupted'] .task-state,
  delegation-card[data-state='refused'] .task-state {
    color: var(--danger);
  }

  .task-end {
    display: inline-flex;
    flex: none;
    gap: var(--s1);
    align-items: center;
    margin-inline-start: auto;
    color: var(--text-2);
    font-variant-numeric: tabular-nums;
  }

  .task-note.used {
    padding-block-end: 0;
    font-size: var(--t-xs);
    font-variant-numeric: tabular-nums;
  }

  .task-end svg {
    transition: transform var(--d-fast) var(--ease);
  }

  .task-line[aria-expanded='true'] .task-end svg {
    transform: rotate(90deg);
  }

  .task-fold {
    display: grid;
    grid-template-rows: 0fr;
    transition: grid-template-rows var(--d-med) var(--ease);
  }

  .task-fold[data-open] {
    grid-template-rows: 1fr;
  }

  .task-body {
    overflow: hidden;
    min-width: 0;
    min-height: 0;
  }

  delegated-turn {
    display: block;
  }

  .task-log {
    overflow-y: auto;
    overflow-anchor: none;
    max-height: 60vh;
    border-top: 1px solid var(--line);
  }

  .task-entries {
    display: flex;
    flex-direction: column;
    gap: var(--s2);
    padding: var(--s3);
  }

  .task-entries > [data-embedded] {
    display: none;
  }

  .task-note {
    margin: 0;
    padding: var(--s2) var(--s3);
    color: var(--text-2);
    font-size: var(--t-sm);
  }

  .task-note.free {
    display: flex;
    gap: var(--s2);
    align-items: center;
    padding-block-start: 0;
    color: var(--warn);
  }

  .task-note.trouble {
    color: var(--danger);
  }

  .task-acts {
    display: flex;
    flex-wrap: wrap;
    gap: var(--s2);
    padding: var(--s2) var(--s3);
    border-top: 1px solid var(--line);
  }

  @media (max-width: 600px) {
    .task-line {
      flex-wrap: wrap;
    }
  }
`;
