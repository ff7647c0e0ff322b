import { css } from 'lit';

/** What stands below the transcript: the docks and the composer. */
export const docksStyles = css`
  .bottom {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--s2);
    width: 100%;
    max-width: calc(var(--measure) + 2 * var(--gutter));
    min-width: 0;
    margin: 0 auto;
    padding: var(--s1) max(var(--gutter), env(safe-area-inset-right))
      max(var(--s4), env(safe-area-inset-bottom)) max(var(--gutter), env(safe-area-inset-left));
  }

  .bottom > * {
    min-width: 0;
  }

  /* Room for shadows and focus rings in a box that scrolls when the window is low. */
  .docks {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--s2);
    max-height: 64dvh;
    margin: -6px;
    padding: 6px;
    overflow: hidden auto;
    overscroll-behavior: contain;
  }

  .docks:not(:has(> *)) {
    display: none;
  }

  /* On a phone the answer belongs under the thumb; what is not asked for waits. */
  @media (max-width: 699px) {
    .docks:has(> permission-dock) > :is(plan-dock, changes-bar) {
      display: none;
    }
  }

  @media (min-width: 700px) {
    .bottom {
      padding-bottom: var(--s5);
    }
  }
`;
