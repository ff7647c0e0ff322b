import { css } from 'lit';

/** Characters that cannot be seen, or are not the ones that they look like. */
export const oddCharacters = css`
  mark.odd {
    margin-inline: 1px;
    padding-inline: 2px;
    border-radius: 3px;
    background: var(--warn-soft);
    outline: 1px solid color-mix(in oklch, var(--warn) 45%, transparent);
    color: var(--warn);
    font-weight: 600;
  }
`;
