import { css } from 'lit';

/** The place of a conversation that is not known yet. */
export const silenceStyles = css`
  .silence {
    position: absolute;
    inset: 0;
    display: grid;
    place-items: center;
    pointer-events: none;
  }

  /* Said only of what takes its time. */
  .waiting {
    color: var(--text-3);
    font-size: var(--t-sm);
    animation: waiting-in var(--d-med) 1s both;
  }

  @keyframes waiting-in {
    from {
      visibility: hidden;
      opacity: 0;
    }
  }
`;
