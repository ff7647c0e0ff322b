import { css } from 'lit';

/** The search across the folder. */
export const searchStyles = css`
  :host {
    font-size: var(--t-sm);
    display: grid;
    grid-template: auto auto minmax(0, 1fr) / minmax(0, 1fr);
    min-height: 0;
  }

  .search-tools {
    display: grid;
    gap: var(--s2);
    padding: var(--s2) var(--s3);
    border-bottom: 1px solid var(--line);
  }

  .search-line {
    display: flex;
    gap: var(--s1);
    min-width: 0;
  }

  .search-line > .picker-field {
    flex: 1;
    min-width: 0;
  }

  .search-option[aria-pressed='true'] {
    background: var(--raised);
    color: var(--text);
    box-shadow: inset 0 0 0 1px var(--accent);
  }

  .search-globs {
    display: grid;
    grid-template-columns: 1fr 1fr;
    gap: var(--s2);
  }

  .search-globs > label {
    display: grid;
    gap: 2px;
    min-width: 0;
    color: var(--text-2);
    font-size: var(--t-xs);
  }

  .search-globs .picker-field {
    box-sizing: border-box;
    width: 100%;
    min-width: 0;
  }

  .search-sum {
    min-height: 1.5em;
    margin: 0;
    padding: var(--s1) var(--s3);
    color: var(--text-2);
    font-size: var(--t-xs);
  }

  .search-file {
    content-visibility: auto;
    contain-intrinsic-size: auto 120px;
  }

  .search-file > h3 {
    position: sticky;
    top: 0;
    z-index: 1;
    display: flex;
    gap: var(--s2);
    align-items: center;
    margin: 0;
    padding: var(--s1) var(--s3);
    background: var(--bg);
    font-size: var(--t-sm);
    font-weight: 500;
    overflow-wrap: anywhere;
  }

  .search-hit {
    display: flex;
    align-items: center;
    min-width: 0;
  }

  .search-go {
    display: flex;
    flex: 1;
    gap: var(--s2);
    align-items: center;
    min-width: 0;
    min-height: 28px;
    padding: 0 var(--s3);
    border: 0;
    background: none;
    color: var(--text);
    font: 400 var(--t-xs) / 1.6 var(--mono);
    text-align: start;
    cursor: pointer;
  }

  .search-go:hover,
  .search-go:focus-visible {
    background: var(--hover);
  }

  .search-n {
    flex: none;
    min-width: 4ch;
    color: var(--text-2);
    text-align: end;
  }

  .search-text {
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: pre;
  }

  .search-text mark {
    border-radius: 2px;
    background: var(--warn-soft);
    color: inherit;
    font-weight: 600;
  }

  .picker-field {
    min-height: var(--tap);
    padding: 0 var(--s2);
    border: 1px solid var(--line);
    border-radius: var(--r-s);
    background: var(--surface);
    color: var(--text);
    font: 400 var(--t-sm) / 1.2 var(--font);
  }

  .work-scroll {
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

  .work-count {
    padding: 1px 5px;
    border-radius: var(--r-full);
    background: var(--raised);
    color: var(--text-2);
    font-size: var(--t-xs);
  }

  @media (pointer: coarse) {
    .picker-field {
      font-size: 16px;
    }

    .search-go {
      min-height: var(--tap);
      align-items: center;
    }
  }
`;
