import { css } from 'lit';

/** The question whether the agent may do something. */
export const permissionDockStyles = css`
  permission-dock {
    display: block;
  }

  .permission {
    border-color: color-mix(in oklch, var(--accent) 45%, var(--line));
    animation: dock-in var(--d-med) var(--ease-out);
  }

  @keyframes dock-in {
    from {
      opacity: 0;
      transform: translateY(6px);
    }
  }

  .permission .dock-head > .icon {
    color: var(--accent);
  }

  .permission .dock-title {
    white-space: normal;
    overflow-wrap: anywhere;
  }

  .permission-what {
    max-height: min(40dvh, 24rem);
    margin: 0 var(--s3);
    overflow: auto;
    border: 1px solid var(--line);
    border-radius: var(--r-s);
  }

  /* What is decided upon stays in sight while the person writes. */
  .permission:has(permission-always, .permission-note) .permission-what {
    max-height: min(16dvh, 12rem);
  }

  .permission-what:empty {
    display: none;
  }

  .permission-what > * + *:not(:empty) {
    border-top: 1px solid var(--line);
  }

  .permission-what .diff-head {
    display: none;
  }

  .permission-what diff-view {
    border: 0;
    border-radius: 0;
  }

  .permission-file {
    display: flex;
    flex-wrap: wrap;
    gap: var(--s2);
    align-items: center;
    min-height: 32px;
    padding: var(--s1) var(--s3);
    color: var(--text-2);
    font: 400 var(--t-xs) / 1.5 var(--mono);
    overflow-wrap: anywhere;
  }

  .permission-file .icon {
    font-size: 14px;
    color: var(--text-3);
  }

  .permission-file diff-stat {
    margin-inline-start: auto;
  }

  .permission-where {
    display: flex;
    gap: var(--s2);
    align-items: center;
    padding: var(--s2) var(--s3) 0;
    color: var(--text-3);
    font: 400 var(--t-xs) / 1.5 var(--mono);
    overflow-wrap: anywhere;
  }

  .permission-where .icon {
    font-size: 13px;
  }

  .permission-options {
    display: flex;
    flex-wrap: wrap;
    gap: var(--s2);
    padding: var(--s3);
  }

  .permission-what .deed {
    display: block;
  }

  .permission-what .risk {
    border-radius: 3px;
    background: var(--danger-soft);
    box-shadow: 0 0 0 2px var(--danger-soft);
    color: var(--danger);
    font-weight: 600;
  }

  .permission-more {
    display: flex;
    flex-wrap: wrap;
    gap: var(--s1);
    align-items: center;
    margin-top: calc(-1 * var(--s2));
    padding: 0 var(--s2) var(--s2);
  }

  .permission-more .dock-note {
    margin-inline-start: auto;
    padding-inline-end: var(--s1);
  }

  .permission-note {
    display: grid;
    gap: var(--s2);
    padding: var(--s3);
  }

  .permission-note label {
    color: var(--text-2);
  }

  .permission-note textarea {
    width: 100%;
    padding: var(--s2) var(--s3);
    border: 1px solid var(--line-strong);
    border-radius: var(--r-s);
    background: var(--bg);
    color: var(--text);
    font: 400 var(--t-md) / 1.5 var(--font);
    resize: vertical;
  }

  .permission-acts {
    display: flex;
    flex-wrap: wrap;
    gap: var(--s2);
  }

  .permission-options small {
    padding-inline-start: var(--s1);
    color: var(--text-3);
    font-size: var(--t-xs);
    font-weight: 400;
  }

  .permission-options .btn {
    white-space: normal;
    overflow-wrap: anywhere;
  }

  .permission-options .btn.reject_once,
  .permission-options .btn.reject_always,
  .permission-acts .btn.reject_once {
    color: var(--danger);
  }

  .permission-options .btn:disabled {
    opacity: 1;
  }

  .permission-options kbd {
    opacity: 0.75;
  }

  @media (pointer: coarse), (max-width: 699px) {
    .permission-options {
      display: grid;
      grid-template-columns: repeat(2, minmax(0, 1fr));
    }

    .permission-options .primary,
    .permission-options .btn:only-child {
      grid-column: 1 / -1;
    }

    .permission-options .btn {
      width: 100%;
      min-height: 48px;
      justify-content: center;
      text-align: center;
    }

    .permission-options kbd {
      display: none;
    }

    .permission-more .btn,
    .permission-acts .btn {
      flex: 1 1 auto;
      min-height: 48px;
    }
  }
`;
