import { css } from 'lit';

/** The request whether the agent may do something: what it is scrolls, the answers stay in sight. */
export const permissionDockStyles = css`
  permission-dock {
    display: flex;
    min-height: 0;
    max-height: min(60dvh, 44rem);
  }

  .permission {
    display: flex;
    flex: 1;
    flex-direction: column;
    min-width: 0;
    min-height: 0;
    border-color: color-mix(in oklch, var(--accent) 45%, var(--line));
    animation: dock-in var(--d-med) var(--ease-out);
  }

  @keyframes dock-in {
    from {
      opacity: 0;
      transform: translateY(6px);
    }
  }

  .permission-head {
    flex: none;
    align-items: flex-start;
    padding-block: var(--s2) var(--s1);
  }

  .permission .dock-head > .icon {
    margin-top: 2px;
    color: var(--accent);
  }

  .permission-titles {
    flex: 1;
    min-width: 0;
  }

  .permission .dock-title {
    font-size: var(--t-md);
    line-height: 1.4;
    white-space: normal;
    overflow-wrap: anywhere;
  }

  .permission-subtitle {
    color: var(--text-2);
    overflow-wrap: anywhere;
  }

  .permission-pager {
    flex: none;
    white-space: nowrap;
    /* Its buttons are taller than the title beside them. */
    margin-block: -3px;
  }

  .permission-pager .icon-btn {
    width: 28px;
    min-height: 28px;
  }

  .permission-pager .flip .icon {
    rotate: 180deg;
  }

  .permission-view {
    position: relative;
    display: flex;
    flex: 0 1 auto;
    min-height: 4.5rem;
  }

  .permission-view:not(:has(.request-risks, .request-box > *, .request-places, .request-fields, .permission-changed)) {
    min-height: 0;
  }

  .permission-scroll {
    flex: 1;
    min-width: 0;
    padding: 2px var(--s3);
    overflow: auto;
    overscroll-behavior: contain;
    outline-offset: -2px;
  }

  .permission-one + .permission-one {
    margin-top: var(--s3);
    padding-top: var(--s3);
    border-top: 1px solid var(--line);
  }

  .permission-listed {
    padding-bottom: var(--s1);
    font-weight: 600;
    overflow-wrap: anywhere;
  }

  .permission-end {
    height: 1px;
  }

  /* Over the lower edge of what scrolls: nobody takes the cut for the end. */
  .permission-rest {
    position: absolute;
    right: var(--s3);
    bottom: 0;
    left: var(--s3);
    display: flex;
    gap: var(--s2);
    align-items: center;
    justify-content: center;
    min-height: 32px;
    padding: var(--s4) var(--s2) var(--s1);
    border: 0;
    border-radius: 0 0 var(--r-s) var(--r-s);
    background: linear-gradient(transparent, var(--surface) 45%);
    color: var(--accent);
    font: 600 var(--t-xs) / 1.4 var(--font);
    cursor: pointer;
  }

  .permission-changed {
    display: flex;
    gap: var(--s2);
    margin-bottom: var(--s2);
    padding: var(--s2) var(--s3);
    border: 1px solid color-mix(in oklch, var(--warn) 40%, transparent);
    border-radius: var(--r-s);
    background: var(--warn-soft);
    color: var(--warn);
    overflow-wrap: anywhere;
  }

  .permission-changed .icon {
    margin-top: 2px;
  }

  .permission-before {
    display: -webkit-box;
    overflow: hidden;
    color: var(--text-2);
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
  }

  .permission-before code {
    font: 400 var(--t-xs) / 1.5 var(--mono);
  }

  .permission-foot {
    flex: none;
    padding: var(--s2) var(--s3) var(--s3);
  }

  .permission-options {
    display: flex;
    flex-wrap: wrap;
    gap: var(--s2);
    align-items: center;
  }

  .permission-gap {
    flex: 1 1 0;
  }

  .permission-options .btn {
    flex-shrink: 1;
    min-width: 0;
    max-width: 100%;
    min-height: max(var(--tap), 34px);
    white-space: normal;
    overflow-wrap: anywhere;
  }

  .permission-options .btn.quiet {
    padding-inline: var(--s2);
  }

  .permission-options small {
    color: inherit;
    font-size: var(--t-xs);
    font-weight: 400;
    opacity: 0.9;
  }

  .permission-options .btn.reject_once,
  .permission-options .btn.reject_always {
    color: var(--danger);
  }

  .permission-options kbd {
    opacity: 0.75;
  }

  .permission-why.held,
  .permission-why.told {
    padding-bottom: var(--s2);
  }

  .permission-why.held {
    color: var(--text-2);
  }

  .permission-unseen {
    display: flex;
    gap: var(--s2);
    align-items: center;
    min-height: var(--tap);
    padding-bottom: var(--s2);
    color: var(--text);
    cursor: pointer;
  }

  .permission-unseen input {
    width: 16px;
    height: 16px;
    margin: 0;
    accent-color: var(--danger);
  }

  /* What is decided upon stays in sight while the person writes. */
  .permission:is(.adding-rule, .adding-note) .permission-view {
    flex-shrink: 1;
    max-height: 9rem;
  }

  .permission-form {
    flex: 0 1 auto;
    min-height: 0;
    overflow: auto;
    border-top: 1px solid var(--line);
    margin-top: var(--s2);
  }

  .permission-note {
    display: grid;
    gap: var(--s2);
    padding: var(--s3);
  }

  .permission-note label {
    color: var(--text-2);
  }

  .permission-note textarea {
    width: 100%;
    padding: var(--s2) var(--s3);
    border: 1px solid var(--line-strong);
    border-radius: var(--r-s);
    background: var(--bg);
    color: var(--text);
    font: 400 var(--t-md) / 1.5 var(--font);
    resize: vertical;
  }

  .permission-acts {
    display: flex;
    flex-wrap: wrap;
    gap: var(--s2);
  }

  @media (pointer: coarse), (max-width: 699px) {
    permission-dock {
      max-height: 62dvh;
    }

    .permission-options {
      display: grid;
      grid-template-columns: repeat(2, minmax(0, 1fr));
    }

    .permission-options .btn {
      width: 100%;
      min-height: 48px;
      flex-wrap: wrap;
      justify-content: center;
      gap: 0 var(--s2);
      padding-block: var(--s1);
      text-align: center;
    }

    .permission-options .btn.quiet {
      min-height: 44px;
      border-color: transparent;
    }

    /* Yes and no side by side under the thumb, all else below them. */
    .permission-options .allow_once {
      order: -2;
    }

    .permission-options .reject_once {
      order: -1;
      border-color: color-mix(in oklch, var(--danger) 35%, var(--line));
    }

    .permission-options .btn:only-of-type {
      grid-column: 1 / -1;
    }

    .permission-gap,
    .permission-options kbd {
      display: none;
    }

    .permission-pager {
      margin-block: -11px;
    }

    .permission-pager .icon-btn {
      width: 44px;
      min-height: 44px;
    }

    .permission-acts .btn {
      flex: 1 1 auto;
      min-height: 48px;
    }

    .permission-rest {
      min-height: 44px;
    }
  }
`;
