import { css } from 'lit';

/** What is below the transcript: the docks and the composer. */
export const docksStyles = css`
  /* No box of its own: one that grew upward would count as a jump of all that is in it. */
  .bottom {
    display: contents;
  }

  .bottom > * {
    justify-self: center;
    width: calc(100% - max(var(--gutter), env(safe-area-inset-left)) - max(var(--gutter), env(safe-area-inset-right)));
    max-width: var(--measure);
  }

  .bottom > prompt-composer {
    margin-block: var(--s1) max(var(--s4), env(safe-area-inset-bottom));
  }

  .bottom > * {
    min-width: 0;
  }

  /* Room for shadows and focus rings in a box that scrolls when the window is low. */
  .bottom > .docks {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--s2);
    max-height: 64dvh;
    width: calc(100% - max(var(--gutter), env(safe-area-inset-left)) - max(var(--gutter), env(safe-area-inset-right)) + 12px);
    max-width: calc(var(--measure) + 12px);
    margin: -2px 0;
    padding: 6px;
    overflow: hidden auto;
    overscroll-behavior: contain;
  }

  .bottom > .docks:not(:has(> *)) {
    display: none;
  }

  /* On a phone the answer belongs under the thumb; what is not asked for waits. */
  @media (max-width: 699px) {
    .docks:has(> permission-dock) > :is(plan-dock, changes-bar) {
      display: none;
    }
  }

  @media (min-width: 700px) {
    .bottom > prompt-composer {
      margin-bottom: var(--s5);
    }
  }

  @media print {
    .bottom {
      display: none;
    }
  }
`;
