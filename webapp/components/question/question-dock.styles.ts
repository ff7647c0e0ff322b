import { css } from 'lit';

/** The form of a question. */
export const questionDockStyles = css`
  .dock {
    border-color: color-mix(in oklch, var(--accent) 45%, var(--line));
  }

  .dock-head > .icon {
    color: var(--accent);
  }

  .dock-title {
    white-space: pre-line;
    overflow-wrap: anywhere;
  }

  form {
    display: block;
  }

  .fields {
    display: grid;
    gap: var(--s3);
    max-height: min(46dvh, 30rem);
    padding: var(--s1) var(--s3);
    overflow: auto;
  }

  .field {
    display: grid;
    gap: var(--s1);
    min-width: 0;
    margin: 0;
    padding: 0;
    border: 0;
  }

  .field > label,
  legend {
    padding: 0;
    font-weight: 500;
  }

  .name {
    font-weight: 500;
  }

  .choices {
    display: flex;
    flex-wrap: wrap;
    gap: var(--s2);
  }

  .choices .btn {
    min-width: 6rem;
    justify-content: center;
  }

  .fields:has(.choices) + .actions {
    padding: 0 var(--s3) var(--s2);
  }

  .fields:has(.choices) + .actions .btn {
    padding-inline: var(--s2);
    color: var(--text-2);
  }

  .hint {
    color: var(--text-3);
    font-size: var(--t-xs);
  }

  .problem {
    color: var(--danger);
    font-size: var(--t-xs);
  }

  input:not([type="checkbox"]),
  select {
    width: 100%;
    min-height: max(var(--tap), 34px);
    padding: 0 var(--s3);
    border: 1px solid var(--line-strong);
    border-radius: var(--r-s);
    background: var(--bg);
    color: var(--text);
    font: 400 var(--t-md) / 1.4 var(--font);
  }

  [aria-invalid="true"] {
    border-color: var(--danger) !important;
  }

  .check {
    display: flex;
    align-items: center;
    gap: var(--s2);
    min-height: 28px;
  }

  .check input {
    width: 16px;
    height: 16px;
    margin: 0;
  }

  .url {
    padding: var(--s2) var(--s3);
    border: 1px solid var(--line);
    border-radius: var(--r-s);
    background: var(--sunken);
    font: 400 var(--t-xs) / var(--lh-code) var(--mono);
    overflow-wrap: anywhere;
    unicode-bidi: isolate;
  }

  .url strong {
    color: var(--text);
  }

  .actions {
    display: flex;
    flex-wrap: wrap;
    gap: var(--s2);
    padding: var(--s3);
  }

  @media (pointer: coarse) {
    .check {
      min-height: 44px;
    }
  }
`;
