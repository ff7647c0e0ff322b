import { css } from 'lit';

/** The box that a person writes in. */
export const promptComposerStyles = css`
  :host {
    display: block;
  }

  .box {
    position: relative;
    border: 1px solid var(--line);
    border-radius: var(--r-l);
    background: var(--surface);
    box-shadow: var(--e-dock);
    transition: border-color var(--d-fast) var(--ease);
  }

  .box:has(textarea:focus-visible) {
    border-color: var(--accent);
    box-shadow:
      0 0 0 3px var(--accent-soft),
      var(--e-dock);
  }

  textarea {
    display: block;
    width: 100%;
    min-height: calc(1.5em + var(--s3) * 2);
    max-height: 40dvh;
    padding: var(--s3) var(--s4) var(--s2);
    border: 0;
    outline: none;
    background: none;
    color: var(--text);
    font: 400 max(var(--t-md), 1rem) / 1.5 var(--font);
    field-sizing: content;
    overflow-wrap: anywhere;
    resize: none;
  }

  textarea:focus-visible {
    outline: none;
  }

  textarea::placeholder {
    color: var(--text-3);
    opacity: 1;
  }

  .shell {
    border-color: var(--warn);
  }

  .shell:has(textarea:focus-visible) {
    border-color: var(--warn);
    box-shadow:
      0 0 0 3px var(--warn-soft),
      var(--e-dock);
  }

  .shell textarea {
    font-family: var(--mono);
  }

  .shell-note {
    display: flex;
    gap: var(--s2);
    align-items: center;
    padding: var(--s2) var(--s4) 0;
    color: var(--text-3);
    font-size: var(--t-xs);
  }

  .shell-note b {
    color: var(--text);
    font-weight: 600;
  }

  .now {
    padding-inline: var(--s2);
    white-space: nowrap;
  }

  .now .icon {
    font-size: 14px;
  }

  @media (max-width: 699px) {
    .now {
      width: var(--tap);
      padding: 0;
    }

    .now span {
      display: none;
    }
  }

  .bar {
    display: flex;
    align-items: center;
    gap: var(--s1);
    padding: 0 var(--s2) var(--s2);
  }

  .options {
    display: flex;
    flex: 1;
    min-width: 0;
    gap: 2px;
    overflow: auto hidden;
    mask-image: linear-gradient(to right, #000 calc(100% - 20px), transparent);
    scrollbar-width: none;
  }

  .option {
    position: relative;
    display: inline-flex;
    flex: none;
    align-items: center;
    max-width: 13rem;
    min-height: var(--tap);
    border-radius: var(--r-s);
    color: var(--text-2);
    font: 500 var(--t-sm) / 1.2 var(--font);
  }

  .option:hover {
    background: var(--hover);
    color: var(--text);
  }

  .option select {
    width: 100%;
    min-height: var(--tap);
    padding: 0 24px 0 var(--s2);
    border: 0;
    border-radius: var(--r-s);
    background: none;
    color: inherit;
    font: inherit;
    text-overflow: ellipsis;
    cursor: pointer;
    appearance: none;
    field-sizing: content;
  }

  .option-name {
    padding-left: var(--s2);
    white-space: nowrap;
  }

  .option-name + select {
    padding-left: 5px;
  }

  .option option,
  .option optgroup {
    background: var(--surface);
    color: var(--text);
  }

  .option:not(.toggle) > .icon {
    position: absolute;
    right: 7px;
    font-size: 13px;
    color: var(--text-3);
    pointer-events: none;
  }

  .toggle {
    padding: 0 var(--s2);
    white-space: nowrap;
  }

  .toggle .icon {
    font-size: 14px;
    color: var(--text-3);
  }

  .toggle[aria-pressed="true"] .icon {
    color: var(--accent);
  }

  .end {
    display: flex;
    flex: none;
    align-items: center;
    gap: var(--s2);
  }

  .round {
    display: grid;
    place-items: center;
    width: max(var(--tap), 34px);
    height: max(var(--tap), 34px);
    padding: 0;
    border: 0;
    border-radius: 50%;
    cursor: pointer;
    transition:
      background-color var(--d-fast) var(--ease),
      opacity var(--d-fast) var(--ease);
  }

  .send {
    background: var(--accent);
    color: var(--on-accent);
  }

  .send:disabled {
    background: var(--raised);
    color: var(--text-3);
    cursor: default;
  }

  .stop {
    background: var(--text);
    color: var(--surface);
  }

  .stop .icon {
    font-size: 12px;
    fill: currentColor;
  }

  .stopping {
    color: var(--text-3);
    font-size: var(--t-sm);
    white-space: nowrap;
  }

  .hint {
    padding: var(--s1) var(--s4) 0;
    color: var(--text-3);
    font-size: var(--t-xs);
    text-align: center;
  }

  .readonly {
    display: flex;
    gap: var(--s2);
    align-items: center;
    justify-content: center;
    padding: var(--s4);
    color: var(--text-2);
    font-size: var(--t-sm);
    text-align: center;
  }

  @media (forced-colors: active) {
    .round {
      border: 1px solid ButtonBorder;
    }
  }
`;
