import { css } from 'lit';

/** The box that a person writes in. */
export const promptComposerStyles = css`
  :host {
    display: block;
    container-type: inline-size;
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

  /* The words scroll within these edges, not up to the rounded ones. */
  .field {
    position: relative;
    padding: var(--s3) 0 var(--s2);
  }

  textarea {
    display: block;
    width: 100%;
    min-height: 1.5em;
    max-height: calc(var(--seen-height, 100dvh) * 0.4);
    padding: 0 var(--s4);
    border: 0;
    outline: none;
    background: none;
    color: var(--text);
    font: 400 var(--t-md) / 1.5 var(--font);
    field-sizing: content;
    overflow-wrap: anywhere;
    resize: none;
    scrollbar-width: thin;
  }

  /* For a finger the edges are part of the field. */
  @media (pointer: coarse) {
    .field {
      padding: 0;
    }

    textarea {
      min-height: var(--tap);
      padding-block: calc((var(--tap) - 1.5em) / 2);
    }
  }

  .tall textarea {
    min-height: calc(var(--seen-height, 100dvh) * 0.5);
    max-height: calc(var(--seen-height, 100dvh) * 0.65);
  }

  .full textarea {
    padding-inline-end: calc(var(--tap) + var(--s4));
  }

  .expand {
    position: absolute;
    top: var(--s1);
    right: var(--s3);
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
    align-items: flex-end;
    gap: var(--s1);
    padding: 0 var(--s2) var(--s2);
  }

  .options {
    display: var(--composer-options, flex);
    flex: 1;
    min-width: 0;
    flex-wrap: wrap;
    gap: 2px;
  }

  /* Where they do not fit beside the buttons, they have a line of their own. */
  @container (max-width: 480px) {
    .bar {
      flex-wrap: wrap;
    }

    .options {
      flex-basis: 100%;
      order: -1;
    }
  }

  .option {
    flex: none;
    gap: 5px;
    max-width: min(22rem, 100%);
    min-height: var(--tap);
    padding: 0 var(--s2);
    color: var(--text-2);
    font: 500 var(--t-sm) / 1.2 var(--font);
  }

  .option:is(:hover, [aria-expanded="true"]) {
    background: var(--hover);
    color: var(--text);
  }

  .option-name {
    flex: none;
    color: var(--text-3);
    font-weight: 400;
    white-space: nowrap;
  }

  .option-value {
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  .option > .icon {
    flex: none;
    font-size: 13px;
    color: var(--text-3);
  }

  .toggle {
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
    min-height: max(var(--tap), 34px);
    display: flex;
    flex: none;
    align-items: center;
    gap: var(--s2);
    margin-inline-start: auto;
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
