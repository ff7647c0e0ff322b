import { css } from 'lit';

/** The rules that "always" could store. */
export const permissionAlwaysStyles = css`
  :host {
    display: block;
    font: 400 var(--t-sm) / 1.5 var(--font);
  }

  form {
    display: grid;
    gap: var(--s3);
    max-height: min(46dvh, 30rem);
    padding: var(--s3) var(--s3) 0;
    overflow: auto;
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
    grid-template-columns: auto minmax(0, auto) 1fr;
    gap: var(--s2);
    align-items: center;
    min-height: var(--tap);
    padding: 2px var(--s2);
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

  .choice span {
    white-space: nowrap;
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
    color: var(--text);
    overflow-wrap: anywhere;
  }

  .note {
    margin: 0;
    color: var(--text-2);
  }

  /* In sight however long the rules are. */
  .acts {
    position: sticky;
    bottom: 0;
    display: flex;
    flex-wrap: wrap;
    gap: var(--s2);
    padding-block: var(--s2) var(--s3);
    background: var(--surface);
    box-shadow: 0 -12px 12px -8px var(--surface);
  }

  @media (pointer: coarse), (max-width: 699px) {
    form {
      max-height: 42dvh;
    }

    .choice {
      grid-template-columns: auto minmax(0, 1fr);
      gap: 0 var(--s2);
      min-height: 48px;
    }

    .choice span {
      grid-column: 2;
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
