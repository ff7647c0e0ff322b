import { css } from 'lit';

/** A file to be read, and the field that finds one. */
export const fileStyles = css`
  file-picker {
    position: relative;
    display: block;
    flex: 1;
    min-width: 0;
  }

  .picker-field {
    width: 100%;
  }

  .picker-list {
    position: absolute;
    inset: calc(100% + 4px) 0 auto;
    z-index: 3;
    max-height: min(60dvh, 420px);
    padding: var(--s1);
    overflow: hidden auto;
    border: 1px solid var(--line);
    border-radius: var(--r-m);
    background: var(--surface);
    box-shadow: var(--e2);
  }

  .picker-file,
  .picker-note {
    padding: 6px var(--s2);
    border-radius: var(--r-s);
    color: var(--text-2);
    font: 400 var(--t-xs) / 1.4 var(--mono);
    overflow-wrap: anywhere;
  }

  .picker-file {
    display: flex;
    align-items: center;
    min-height: var(--row);
    cursor: pointer;
  }

  .picker-file:hover {
    background: var(--hover);
  }

  .picker-file[aria-selected='true'] {
    background: var(--accent-soft);
    color: var(--text);
  }

  .picker-note {
    font-family: var(--font);
  }

  .picker-file mark {
    background: none;
    color: var(--accent);
    font-weight: 600;
  }

  .file-follow {
    display: flex;
    flex: none;
    align-items: center;
    gap: var(--s2);
    min-height: 36px;
    padding: 0 var(--s3);
    border-bottom: 1px solid var(--line);
    background: var(--sunken);
    color: var(--text-2);
    font-size: var(--t-xs);
  }

  .file-follow .icon {
    color: var(--accent);
  }

  .file-place {
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  .file-place bdi {
    font-family: var(--mono);
  }

  file-lines {
    display: flex;
    flex: 1;
    min-height: 0;
  }

  .file-scroll {
    flex: 1;
    min-width: 0;
    padding: var(--s2) 0 max(var(--s4), env(safe-area-inset-bottom));
    overflow: auto;
    overscroll-behavior: contain;
    font: 400 var(--t-xs) / var(--line-px) var(--mono);
    tab-size: 4;
    direction: ltr;
  }

  .file-scroll:focus-visible {
    outline-offset: -2px;
  }

  .file-text {
    position: relative;
    min-width: 100%;
  }

  .file-slice {
    position: absolute;
    left: 0;
    width: max-content;
    min-width: 100%;
  }

  .file-line {
    display: flex;
    height: var(--line-px);
    padding-inline-end: var(--s4);
    white-space: pre;
  }

  .file-line.meant {
    background: var(--accent-soft);
    box-shadow: inset 3px 0 var(--accent);
  }

  .file-number {
    position: sticky;
    left: 0;
    flex: none;
    box-sizing: content-box;
    width: calc(var(--digits) * 1ch);
    padding: 0 var(--s3) 0 var(--s4);
    background: var(--bg);
    color: var(--text-3);
    text-align: end;
    user-select: none;
  }

  .file-line.meant .file-number {
    background: var(--accent-soft);
    box-shadow: inset 3px 0 var(--accent);
    color: var(--text);
  }

  @media (pointer: coarse) {
    .file-follow kbd {
      display: none;
    }
  }
`;
