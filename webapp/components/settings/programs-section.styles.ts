import { css } from 'lit';

/** Tokens and programs as lists. */
export const programsSectionStyles = css`
  .list {
    list-style: none;
  }

  .name {
    overflow-wrap: anywhere;
  }

  code {
    font-family: var(--mono);
    font-size: var(--t-xs);
  }

  .answers {
    display: flex;
    gap: var(--s2);
  }
`;
