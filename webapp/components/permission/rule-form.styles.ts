import { css } from 'lit';

/** All that a rule can say. */
export const ruleFormStyles = css`
  form {
    display: grid;
    grid-template-columns: repeat(2, minmax(0, 1fr));
    gap: var(--s3);
    padding: var(--s4);
    border: 1px solid color-mix(in oklch, var(--accent) 45%, var(--line));
    border-radius: var(--r-m);
    background: var(--surface);
  }

  form > * {
    grid-column: 1 / -1;
  }

  .choices {
    justify-self: start;
  }

  .field {
    display: grid;
    grid-column: auto;
    gap: var(--s1);
    align-content: start;
    color: var(--text-2);
  }

  .field[for="command"] {
    grid-column: 1 / -1;
  }

  .field input,
  .field select {
    width: 100%;
  }

  .field input {
    font-family: var(--mono);
  }

  ::placeholder {
    color: var(--text-3);
    opacity: 1;
  }

  .check {
    display: inline-flex;
    gap: var(--s2);
    align-items: center;
    margin-top: calc(-1 * var(--s2));
    min-height: var(--tap);
    color: var(--text-2);
    cursor: pointer;
  }

  .check input {
    width: 16px;
    height: 16px;
    margin: 0;
    accent-color: var(--accent);
  }

  .sentence,
  .trial {
    margin: 0;
    padding: var(--s2) var(--s3);
    border-inline-start: 3px solid var(--accent);
    border-radius: 2px;
    background: var(--raised);
    overflow-wrap: anywhere;
  }

  .trial p,
  .trial ul {
    margin: 0;
  }

  .trial ul {
    padding: 0;
    list-style: none;
  }

  .trial li {
    display: flex;
    gap: var(--s3);
    justify-content: space-between;
    padding-top: var(--s1);
  }

  .trial code {
    min-width: 0;
    overflow: hidden;
    font: 400 var(--t-xs) / 1.5 var(--mono);
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  .trial li span {
    flex: none;
    color: var(--text-2);
    font-size: var(--t-xs);
  }

  .problem {
    margin: 0;
    color: var(--danger);
  }

  .acts {
    display: flex;
    flex-wrap: wrap;
    gap: var(--s2);
  }

  @media (pointer: coarse), (max-width: 599px) {
    form {
      grid-template-columns: minmax(0, 1fr);
    }

    .field input,
    .field select,
    .check {
      min-height: 44px;
      font-size: 16px;
    }

    .acts .btn {
      flex: 1 1 auto;
      min-height: 44px;
    }
  }
`;
