import { css } from 'lit';

/** A line across the page that says what is wrong, with buttons at its end. */
export const banner = css`
  .banner {
    display: flex;
    align-items: center;
    justify-content: center;
    flex-wrap: wrap;
    gap: var(--s1) var(--s3);
    min-height: 40px;
    padding: var(--s2) var(--gutter);
    background: var(--raised);
    color: var(--text);
    font-size: var(--t-sm);
    overflow-wrap: anywhere;
  }

  .banner > span {
    flex: 0 1 auto;
    max-width: calc(100% - 40px);
  }

  .banner .btn {
    flex: 0 1 auto;
  }

  .banner .icon {
    color: var(--info);
  }

  .banner.warning {
    background: var(--warn-soft);
  }

  .banner.warning .icon {
    color: var(--warn);
  }

  .banner.error {
    background: var(--danger-soft);
  }

  .banner.error .icon {
    color: var(--danger);
  }

  .banner code {
    padding: 1px 6px;
    border-radius: 4px;
    background: color-mix(in oklch, var(--text) 8%, transparent);
    font: 400 0.9em var(--mono);
  }

  /* What does not fit on one line is read from the left, and so are the buttons below it. */
  @media (max-width: 899px) {
    .banner {
      position: relative;
      justify-content: flex-start;
      padding-inline-start: calc(var(--gutter) + 28px);
    }

    .banner > .icon {
      position: absolute;
      inset-block-start: calc(var(--s2) + 2px);
      inset-inline-start: var(--gutter);
    }

    .banner > span {
      max-width: 100%;
    }
  }
`;

/** For an element that draws some of them, or none. */
export const bannerGroup = css`
  :host {
    display: block;
  }

  .banner {
    border-top: 1px solid var(--line);
  }
`;
