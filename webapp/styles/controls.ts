import { css } from 'lit';

/** What every shadow root and the page share: buttons, icons, the focus ring, words for screen readers only. */
export const controls = css`
  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }

  :focus-visible {
    outline: 2px solid var(--accent);
    outline-offset: 2px;
  }

  .icon {
    flex: none;
    width: 1em;
    height: 1em;
    font-size: 16px;
  }

  .btn,
  .icon-btn {
    display: inline-flex;
    flex: none;
    align-items: center;
    justify-content: center;
    gap: var(--s2);
    min-height: var(--tap);
    padding: 0 var(--s3);
    border: 1px solid transparent;
    border-radius: var(--r-s);
    background: none;
    color: var(--text-2);
    font: 500 var(--t-sm) / 1.2 var(--font);
    text-align: start;
    cursor: pointer;
    transition:
      background-color var(--d-fast) var(--ease),
      color var(--d-fast) var(--ease);
  }

  .btn:hover,
  .icon-btn:hover {
    background: var(--hover);
    color: var(--text);
  }

  .btn:disabled,
  .icon-btn:disabled {
    opacity: 0.5;
    cursor: default;
  }

  .icon-btn {
    width: var(--tap);
    padding: 0;
  }

  .btn.outline {
    border-color: var(--line);
    background: var(--surface);
    color: var(--text);
  }

  .btn.outline:hover {
    border-color: var(--line-strong);
  }

  .btn.primary {
    background: var(--accent);
    color: var(--on-accent);
  }

  .btn.primary:hover {
    background: color-mix(in oklch, var(--accent) 90%, var(--text));
    color: var(--on-accent);
  }

  .btn.link {
    min-height: 0;
    padding: 0;
    border-radius: 2px;
    color: var(--accent);
    text-decoration: underline;
    text-underline-offset: 3px;
  }

  .btn.link:hover {
    background: none;
  }

  .btn.danger {
    border-color: var(--danger);
    background: var(--surface);
    color: var(--danger);
  }

  .danger-text,
  .btn.danger-text {
    color: var(--danger);
  }

  kbd {
    min-width: 1.5em;
    padding: 1px 5px;
    border: 1px solid color-mix(in oklch, currentColor 30%, transparent);
    border-radius: 4px;
    font: 500 0.6875rem / 1.3 var(--mono);
    text-align: center;
  }

  .vh {
    position: absolute;
    width: 1px;
    height: 1px;
    margin: -1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }

  @media (forced-colors: active) {
    .btn,
    .icon-btn {
      border-color: ButtonBorder;
    }
  }
`;
