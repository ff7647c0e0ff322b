import { css } from 'lit';

/** The list above the field. */
export const composerMenuStyles = css`
  composer-menu {
    position: absolute;
    right: 0;
    bottom: calc(100% + var(--s2));
    left: 0;
    z-index: 3;
  }

  .menu {
    overflow: hidden;
    border: 1px solid var(--line);
    border-radius: var(--r-m);
    background: var(--surface);
    box-shadow: var(--e2);
  }

  .menu ul {
    max-height: min(19rem, 40dvh);
    margin: 0;
    padding: var(--s1);
    overflow: hidden auto;
    list-style: none;
    overscroll-behavior: contain;
  }

  .suggestion {
    display: flex;
    align-items: center;
    gap: var(--s2);
    min-height: max(var(--tap), 32px);
    padding: 0 var(--s2);
    border-radius: var(--r-s);
    color: var(--text-2);
    font: 400 var(--t-sm) / 1.3 var(--font);
    cursor: pointer;
  }

  .suggestion:hover {
    background: var(--hover);
  }

  .suggestion[aria-selected="true"] {
    background: var(--accent-soft);
    color: var(--text);
  }

  .suggestion .icon {
    color: var(--text-3);
    font-size: 15px;
  }

  .suggestion .what {
    flex: none;
    min-width: 0;
    max-width: 100%;
    overflow: hidden;
    color: var(--text);
    white-space: nowrap;
  }

  .suggestion .what.file {
    display: flex;
    flex: 1;
    gap: var(--s2);
    align-items: baseline;
  }

  .suggestion .what.session {
    flex: 1;
    text-overflow: ellipsis;
  }

  .suggestion .what.command {
    font-family: var(--mono);
  }

  .suggestion .folder {
    overflow: hidden;
    color: var(--text-3);
    text-overflow: ellipsis;
  }

  .suggestion .detail {
    flex: 1;
    min-width: 0;
    overflow: hidden;
    color: var(--text-3);
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  .suggestion .owner {
    flex: none;
    padding: 1px 7px;
    border: 1px solid var(--line);
    border-radius: var(--r-full);
    color: var(--text-2);
    font-size: var(--t-xs);
  }

  .suggestion mark {
    background: none;
    color: var(--accent);
    font-weight: 650;
  }

  .menu-note {
    margin: 0;
    padding: var(--s2) var(--s3);
    color: var(--text-3);
    font: 400 var(--t-sm) / 1.3 var(--font);
  }

  @media (pointer: coarse) {
    .suggestion {
      min-height: 44px;
    }
  }

  @media (forced-colors: active) {
    .suggestion[aria-selected="true"] {
      outline: 2px solid Highlight;
      outline-offset: -2px;
    }
  }
`;
