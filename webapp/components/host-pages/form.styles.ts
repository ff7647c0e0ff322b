import { css } from 'lit';

/** Forms of the settings: names above their fields, help below, buttons at the end. */
export const formStyles = css`
  form {
    display: grid;
    gap: var(--s4);
    padding: var(--s4);
    border: 1px solid var(--line);
    border-radius: var(--r-m);
    background: var(--surface);
  }

  form h3 {
    margin: 0;
  }

  .field {
    display: grid;
    gap: var(--s1);
  }

  .field > label,
  .field > .label {
    font-weight: 500;
  }

  .input {
    width: 100%;
  }

  textarea.input {
    min-height: 4.5em;
    resize: vertical;
  }

  .mono {
    font-family: var(--mono);
  }

  .row > .input {
    flex: 0 1 16rem;
  }

  .error {
    margin: 0;
    color: var(--danger);
    overflow-wrap: anywhere;
  }

  .acts {
    display: flex;
    flex-wrap: wrap;
    gap: var(--s2);
  }

  ul {
    margin: 0;
    padding: 0;
    list-style: none;
  }

  code {
    padding: 1px 6px;
    border-radius: 4px;
    background: var(--sunken);
    font: 400 var(--t-xs) / 1.6 var(--mono);
    overflow-wrap: anywhere;
  }

`;
