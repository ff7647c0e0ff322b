import { css } from 'lit';

/** The work panel and what stands in it. */
export const workPanelStyles = css`
  work-panel {
    position: relative;
    display: grid;
    grid-template: auto minmax(0, 1fr) / minmax(0, 1fr);
    min-width: 0;
    min-height: 0;
    background: var(--bg);
    color: var(--text);
    font-size: var(--t-sm);
  }

  panel-divider {
    position: absolute;
    inset-block: 0;
    inset-inline-start: -5px;
    z-index: 2;
    display: none;
    width: 9px;
    cursor: col-resize;
    touch-action: none;
  }

  panel-divider::after {
    position: absolute;
    inset-block: 0;
    inset-inline-start: 4px;
    width: 1px;
    background: var(--line);
    content: '';
    transition: background-color var(--d-fast) var(--ease);
  }

  panel-divider:hover::after,
  panel-divider:focus-visible::after {
    inset-inline-start: 3px;
    width: 3px;
    background: var(--accent);
  }

  panel-divider:focus-visible {
    outline: none;
  }

  .work-bar {
    display: flex;
    align-items: stretch;
    min-height: 48px;
    padding-inline: var(--s2);
    padding-top: env(safe-area-inset-top);
    border-bottom: 1px solid var(--line);
  }

  .work-tabs {
    display: flex;
    min-width: 0;
    overflow: auto hidden;
    scrollbar-width: none;
  }

  .work-tab {
    position: relative;
    flex: none;
    padding: 0 var(--s2);
    border: 0;
    background: none;
    color: var(--text-2);
    font: 500 var(--t-sm) / 1.2 var(--font);
    white-space: nowrap;
    cursor: pointer;
  }

  .work-tab:hover {
    color: var(--text);
  }

  .work-tab[aria-selected='true'],
  .work-tab[aria-current='page'] {
    color: var(--text);
  }

  .work-tab[aria-selected='true']::after,
  .work-tab[aria-current='page']::after {
    position: absolute;
    inset: auto var(--s3) -1px;
    height: 2px;
    border-radius: 2px 2px 0 0;
    background: var(--accent);
    content: '';
  }

  .work-tab:focus-visible {
    outline-offset: -3px;
    border-radius: var(--r-s);
  }

  .work-count,
  .work-asks {
    display: inline-block;
    min-width: 18px;
    padding: 1px 5px;
    border-radius: var(--r-full);
    background: var(--raised);
    color: var(--text-2);
    font-size: var(--t-xs);
    font-variant-numeric: tabular-nums;
    text-align: center;
  }

  .work-asks {
    margin-inline-start: 6px;
    background: var(--warn-soft);
    color: var(--warn);
  }

  .work-chat {
    display: none;
  }

  .work-close {
    align-self: center;
    margin-inline-start: auto;
  }

  .work-body,
  .work-body > * {
    display: flex;
    flex-direction: column;
    min-width: 0;
    min-height: 0;
  }

  .work-body > * {
    flex: 1;
  }

  .work-tools {
    display: flex;
    flex: none;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--s2);
    min-height: 44px;
    padding: var(--s1) var(--s3);
    border-bottom: 1px solid var(--line);
  }

  session-changes > .work-tools > .btn,
  .file-follow > .btn {
    margin-inline-start: auto;
  }

  .work-select,
  .picker-field {
    min-height: var(--tap);
    padding: 0 var(--s2);
    border: 1px solid var(--line);
    border-radius: var(--r-s);
    background: var(--surface);
    color: var(--text);
    font: 400 var(--t-sm) / 1.2 var(--font);
  }

  editor-link {
    display: contents;
  }

  /* Looks like the buttons beside it; the dots say that there is more to choose. */
  .editor-choice {
    appearance: none;
    field-sizing: content;
  }

  .work-sum {
    display: flex;
    gap: var(--s2);
    color: var(--text-2);
    white-space: nowrap;
  }

  .count-plus {
    color: var(--ok);
    font-variant-numeric: tabular-nums;
  }

  .count-minus {
    color: var(--danger);
    font-variant-numeric: tabular-nums;
  }

  .work-scroll {
    flex: 1;
    min-height: 0;
    padding-bottom: max(var(--s4), env(safe-area-inset-bottom));
    overflow: hidden auto;
    overscroll-behavior: contain;
  }

  .work-empty {
    max-width: 36ch;
    margin: var(--s7) auto;
    padding: 0 var(--s4);
    color: var(--text-2);
    text-align: center;
    overflow-wrap: anywhere;
  }

  .work-note {
    margin: 0;
    padding: var(--s2) var(--s3);
    color: var(--text-2);
    font-size: var(--t-xs);
    overflow-wrap: anywhere;
  }

  @media (pointer: coarse) {
    .work-select,
    .picker-field {
      font-size: 16px;
    }
  }
`;
