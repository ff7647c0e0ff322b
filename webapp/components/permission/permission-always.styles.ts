import { css } from 'lit';

/** The rules that "always" could store. */
export const permissionAlwaysStyles = css`
  :host {
    display: flex;
    flex-direction: column;
    font: 400 var(--t-sm) / 1.5 var(--font);
  }

  form {
    display: flex;
    flex-direction: column;
    min-height: 0;
  }

  .body {
    display: grid;
    flex: 0 1 auto;
    grid-auto-rows: max-content;
    gap: var(--s2);
    min-height: 0;
    padding: var(--s3) var(--s3) var(--s1);
    overflow: auto;
    overscroll-behavior: contain;
  }

  .memories {
    gap: var(--s1);
  }

  .memory {
    border: 1px solid var(--line);
  }

  .memory:has(:checked) {
    border-color: color-mix(in oklch, var(--accent) 45%, var(--line));
  }

  .note.warning {
    display: flex;
    gap: var(--s2);
    color: var(--warn);
  }

  .note.warning .icon {
    margin-top: 2px;
  }

  fieldset {
    display: grid;
    gap: 2px;
    min-width: 0;
    margin: 0;
    padding: 0;
    border: 0;
  }

  legend {
    padding: 0 0 var(--s1);
    font-weight: 600;
  }

  .choice {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: 0 var(--s2);
    align-items: center;
    min-height: var(--tap);
    padding: var(--s1) var(--s2);
    border-radius: var(--r-s);
    cursor: pointer;
  }

  .choice:hover {
    background: var(--hover);
  }

  .choice:has(:checked) {
    background: var(--accent-soft);
  }

  input[type="radio"],
  input[type="checkbox"] {
    width: 16px;
    height: 16px;
    margin: 0;
    accent-color: var(--accent);
  }

  code {
    color: var(--text);
    font: 500 var(--t-xs) / 1.5 var(--mono);
    overflow-wrap: anywhere;
  }

  /* A long command is shown above; here it only has to be recognized. */
  .choice code {
    display: -webkit-box;
    overflow: hidden;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
  }

  mark.odd {
    border-radius: 3px;
    background: var(--warn-soft);
    color: var(--warn);
    font-weight: 600;
  }

  .choice > span {
    grid-column: 2;
  }

  .choice span,
  .after {
    color: var(--text-2);
    font-size: var(--t-xs);
  }

  .field {
    display: flex;
    flex-wrap: wrap;
    gap: var(--s2);
    align-items: center;
    color: var(--text-2);
  }

  .field input {
    flex: 1 1 12rem;
    min-width: 0;
    min-height: var(--tap);
    padding: 0 var(--s2);
    border: 1px solid var(--line-strong);
    border-radius: var(--r-s);
    background: var(--bg);
    color: var(--text);
    font: 400 var(--t-sm) / 1.5 var(--mono);
  }

  .reach {
    display: flex;
    flex-wrap: wrap;
    gap: var(--s1) var(--s4);
    color: var(--text-2);
  }

  .reach label {
    display: inline-flex;
    gap: var(--s2);
    align-items: center;
    min-height: var(--tap);
    cursor: pointer;
  }

  .sentence {
    margin: 0;
    padding: var(--s2) var(--s3);
    border-inline-start: 3px solid var(--accent);
    border-radius: 2px;
    background: var(--raised);
    max-height: 5.5em;
    color: var(--text);
    overflow: auto;
    overflow-wrap: anywhere;
  }

  .note {
    margin: 0;
    color: var(--text-2);
  }

  /* In sight however long the rules are. */
  .acts {
    display: flex;
    flex: none;
    flex-wrap: wrap;
    gap: var(--s2);
    padding: var(--s2) var(--s3) var(--s3);
    border-top: 1px solid var(--line);
  }

  @media (pointer: coarse), (max-width: 699px) {
    .choice {
      min-height: 48px;
    }

    .field input {
      min-height: 44px;
      font-size: 16px;
    }

    .reach label {
      min-height: 44px;
    }

    .acts .btn {
      flex: 1 1 auto;
      min-height: 48px;
    }
  }
`;
