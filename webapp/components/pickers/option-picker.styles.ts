import { css } from 'lit';

/** Above its chip where there is room, else a sheet at the bottom. */
export const optionPickerStyles = css`
  :host {
    inset: auto;
    bottom: calc(100dvh - var(--chip-top, 100dvh));
    left: max(var(--s2), min(var(--chip-left, 0px), 100vw - 400px - var(--s2)));
    width: min(400px, 100vw - 2 * var(--s2));
    max-height: min(26rem, var(--chip-top, 100dvh) - var(--s4));
    margin: 0;
    outline: none;
  }

  @media (max-width: 699px) {
    :host {
      inset: auto 0 0;
      width: 100vw;
      max-height: min(70dvh, var(--seen-height, 100dvh) - var(--s6));
      padding-bottom: env(safe-area-inset-bottom);
      border-inline: 0;
      border-bottom: 0;
      border-radius: var(--r-l) var(--r-l) 0 0;
    }
  }
`;
