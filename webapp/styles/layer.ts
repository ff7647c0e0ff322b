import { css } from 'lit';

/** What appears above the page without covering it: below the top bar, as wide as its words need, gone with a press beside it. */
export const layer = css`
  :host {
    position: fixed;
    inset: calc(56px + env(safe-area-inset-top)) 0 auto;
    width: min(640px, 100vw - 2 * var(--s2));
    max-width: none;
    max-height: min(30rem, 100dvh - 120px);
    margin: 0 auto;
    padding: 0;
    overflow: hidden;
    border: 1px solid var(--line);
    border-radius: var(--r-l);
    background: var(--surface);
    box-shadow: var(--e-layer);
    color: var(--text);
  }

  :host(:popover-open) {
    display: flex;
    flex-direction: column;
    animation: layer-in var(--d-fast) var(--ease-out);
  }

  :host::backdrop {
    background: none;
  }

  @keyframes layer-in {
    from {
      opacity: 0;
      transform: translateY(-8px);
    }
  }

  @media (max-width: 699px) {
    :host {
      top: max(var(--s2), env(safe-area-inset-top));
      max-height: min(70dvh, 100dvh - 2 * var(--s2));
    }
  }
`;
