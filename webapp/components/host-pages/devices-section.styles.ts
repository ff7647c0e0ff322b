import { css } from 'lit';

export const devicesSectionStyles = css`
  ul {
    list-style: none;
  }

  .badge {
    padding: 1px 8px;
    border-radius: var(--r-full);
    background: var(--accent-soft);
    font-weight: 400;
    font-size: var(--t-xs);
  }

  .acts {
    display: flex;
    flex-wrap: wrap;
    gap: var(--s2);
  }

  form.naming {
    display: flex;
    flex: 1;
    flex-wrap: wrap;
    gap: var(--s2);
    padding: 0;
    border: 0;
  }

  .naming .input {
    flex: 1 1 12rem;
  }
`;
