import { css } from 'lit';

/** The box at the foot of the changes in which a commit is written. */
export const commitBoxStyles = css`
  commit-box {
    flex: none;
    border-top: 1px solid var(--line);
    background: var(--bg);
  }

  .commit {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--s2);
    padding: var(--s3) var(--s3) max(var(--s2), env(safe-area-inset-bottom));
  }

  .commit-fields {
    position: relative;
    display: grid;
    border: 1px solid var(--line);
    border-radius: var(--r-m);
    background: var(--surface);
    transition: border-color var(--d-fast) var(--ease);
  }

  .commit-fields:focus-within {
    border-color: var(--accent);
  }

  .commit-subject,
  .commit-body {
    width: 100%;
    padding: var(--s2) var(--s3);
    border: 0;
    border-radius: var(--r-m);
    background: none;
    color: var(--text);
    font: 400 var(--t-sm) / 1.5 var(--font);
    outline: none;
  }

  .commit-subject {
    min-height: 38px;
    padding-inline-end: 7ch;
    font-weight: 600;
  }

  .commit-subject::placeholder,
  .commit-body::placeholder {
    color: var(--text-3);
    font-weight: 400;
    opacity: 1;
  }

  .commit-body {
    min-height: 44px;
    max-height: 24vh;
    padding-top: 0;
    field-sizing: content;
    resize: none;
  }

  .commit-write {
    display: flex;
    align-items: center;
    justify-content: flex-end;
    gap: 2px;
    padding: 0 var(--s1) var(--s1);
    color: var(--text-3);
    font-size: var(--t-xs);
  }

  .commit-write .btn {
    min-height: max(26px, calc(var(--tap) - 6px));
    padding: 0 var(--s2);
    font-size: var(--t-xs);
  }

  .commit-write .icon {
    font-size: 14px;
  }

  .commit-writer-btn {
    anchor-name: --commit-writer;
    margin-inline-start: -4px;
  }

  .commit-writer {
    position: fixed;
    inset: auto;
    width: min(18rem, calc(100vw - 2 * var(--s3)));
    margin: 0 0 var(--s1);
    padding: var(--s3);
    border: 1px solid var(--line);
    border-radius: var(--r-m);
    background: var(--surface);
    color: var(--text);
    box-shadow: var(--e2);
    font-size: var(--t-xs);
    position-anchor: --commit-writer;
    position-area: top span-left;
    position-try-fallbacks: flip-inline, flip-block;
  }

  .commit-writer label {
    display: grid;
    gap: var(--s1);
    margin-bottom: var(--s2);
    color: var(--text-2);
  }

  .commit-writer select,
  .commit-writer input {
    width: 100%;
    min-height: max(32px, var(--tap));
    padding: 0 var(--s2);
    border: 1px solid var(--line-strong);
    border-radius: var(--r-s);
    background: var(--bg);
    color: var(--text);
    font: 400 var(--t-sm) / 1.4 var(--font);
  }

  .commit-writer p {
    margin: 0;
    color: var(--text-3);
  }

  .commit-length {
    position: absolute;
    inset: 0 var(--s3) auto auto;
    line-height: 38px;
    color: var(--text-3);
    font-size: var(--t-xs);
    font-variant-numeric: tabular-nums;
    pointer-events: none;
  }

  .commit-length.long {
    color: var(--warn);
  }

  .commit-length.over {
    color: var(--danger);
  }

  .commit-choices {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--s1) var(--s3);
  }

  .commit-choices label {
    display: flex;
    align-items: center;
    gap: 6px;
    min-height: var(--tap);
    color: var(--text-2);
    font-size: var(--t-xs);
    cursor: pointer;
  }

  .commit-choices input {
    width: 16px;
    height: 16px;
    margin: 0;
    accent-color: var(--accent);
  }

  .commit-go {
    display: flex;
    flex: 1;
    align-items: center;
    justify-content: flex-end;
    gap: var(--s3);
    min-width: min(100%, 16rem);
  }

  .commit-why {
    flex: none;
    color: var(--text-3);
    font-size: var(--t-xs);
    text-align: end;
    white-space: nowrap;
  }

  .commit-choices .primary {
    flex: 0 1 auto;
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  .commit-choices .primary:disabled {
    background: var(--raised);
    color: var(--text-2);
    opacity: 1;
  }

  .commit-last {
    display: flex;
    align-items: center;
    gap: var(--s2);
    min-height: 28px;
    margin: 0;
    color: var(--text-2);
    font-size: var(--t-xs);
  }

  .commit-last-subject {
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  .commit-last-when {
    flex: none;
    color: var(--text-3);
  }

  .commit-last .btn {
    min-height: max(26px, calc(var(--tap) - 6px));
    margin-inline: auto calc(-1 * var(--s2));
    padding-inline: var(--s2);
    font-size: var(--t-xs);
  }

  .commit-task {
    display: grid;
    gap: var(--s2);
    padding: var(--s2) var(--s3);
    border: 1px solid var(--line);
    border-radius: var(--r-m);
    background: var(--raised);
    color: var(--text-2);
  }

  .commit-task.failed {
    border-color: color-mix(in oklch, var(--warn) 40%, var(--line));
    background: var(--warn-soft);
    color: var(--text);
  }

  .commit-task p {
    margin: 0;
  }

  .commit-task.failed .commit-says .icon {
    color: var(--warn);
  }

  .commit-says {
    display: flex;
    align-items: center;
    gap: var(--s2);
  }

  .commit-says .btn {
    margin-inline-start: auto;
  }

  .commit-task-acts {
    display: flex;
    flex-wrap: wrap;
    gap: var(--s2);
  }

  .commit-task terminal-output {
    min-width: 0;
    max-height: 30vh;
    overflow: auto;
  }

  .commit-spinner {
    flex: none;
    width: 14px;
    height: 14px;
    border: 2px solid var(--line-strong);
    border-top-color: var(--accent);
    border-radius: 50%;
    animation: commit-turn 0.9s linear infinite;
  }

  @keyframes commit-turn {
    to {
      rotate: 1turn;
    }
  }

  @media (prefers-reduced-motion: reduce) {
    .commit-spinner {
      animation: none;
    }
  }

  @media (pointer: coarse) {
    .commit-subject,
    .commit-body {
      font-size: 16px;
    }
  }

  /* On a phone the list needs the room until somebody writes. */
  @media (max-width: 600px), (max-height: 640px) {
    .commit:not(:focus-within) .commit-body:placeholder-shown {
      display: none;
    }
  }
`;
