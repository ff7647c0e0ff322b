import { css } from 'lit';

/** The sheet by which another agent is asked. */
export const askAgentSheetStyles = css`
  :host {
    max-height: min(40rem, 100dvh - 80px);
    font: 400 var(--t-sm) / 1.45 var(--font);
  }

  form {
    display: flex;
    flex-direction: column;
    gap: var(--s3);
    min-height: 0;
    padding: var(--s4) var(--s5) var(--s5);
    overflow: hidden auto;
  }

  h2 {
    margin: 0;
    font: 600 var(--t-md) / 1.4 var(--font);
  }

  p {
    margin: 0;
  }

  .help {
    color: var(--text-2);
  }

  label {
    display: flex;
    flex-direction: column;
    gap: var(--s1);
    font-weight: 500;
  }

  .grows {
    flex: 1 1 auto;
    min-height: 8rem;
  }

  select,
  textarea {
    width: 100%;
    min-height: var(--tap);
    padding: var(--s2) var(--s3);
    border: 1px solid var(--line-strong);
    border-radius: var(--r-s);
    background: var(--bg);
    color: var(--text);
    font: 400 var(--t-sm) / 1.5 var(--font);
  }

  textarea {
    flex: 1 1 auto;
    resize: vertical;
  }

  .acts {
    display: flex;
    flex-wrap: wrap;
    gap: var(--s2);
  }

  @media (max-width: 699px) {
    :host {
      max-height: calc(100dvh - 2 * var(--s2));
    }

    select,
    textarea {
      font-size: 16px;
    }
  }
`;
