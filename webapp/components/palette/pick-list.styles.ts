import { css } from 'lit';

/** A search field with its findings. */
export const pickListStyles = css`
  :host {
    display: flex;
    flex-direction: column;
    min-height: 0;
    max-height: inherit;
    color: var(--text);
    font: 400 var(--t-sm) / 1.45 var(--font);
  }

  .search {
    display: flex;
    flex: none;
    align-items: center;
    gap: var(--s3);
    padding: 0 var(--s2) 0 var(--s4);
    border-bottom: 1px solid var(--line);
  }

  .search > .icon {
    color: var(--text-3);
  }

  input {
    flex: 1;
    min-width: 0;
    min-height: 48px;
    padding: 0;
    border: 0;
    background: none;
    color: var(--text);
    font: 400 max(1rem, var(--t-md)) / 1.4 var(--font);
    outline: none;
  }

  input:focus-visible {
    outline: none;
  }

  input::placeholder {
    color: var(--text-3);
    opacity: 1;
  }

  /* The whole box stands for the field. */
  .search:has(:focus-visible) {
    box-shadow: inset 0 -1px 0 var(--accent);
  }

  [role="listbox"] {
    min-height: 0;
    padding: var(--s1) var(--s2) var(--s2);
    overflow: hidden auto;
    overscroll-behavior: contain;
    scroll-padding-block: 32px var(--s2);
  }

  [role="listbox"]:not(:has(.item)) {
    display: none;
  }

  .group {
    position: sticky;
    top: calc(-1 * var(--s1));
    z-index: 1;
    padding: var(--s2) var(--s2) var(--s1);
    background: var(--surface);
    color: var(--text-3);
    font: 500 var(--t-xs) / 1.4 var(--font);
  }

  .item {
    display: flex;
    align-items: center;
    gap: var(--s3);
    min-height: max(var(--row), 36px);
    padding: var(--s1) var(--s2);
    border-radius: var(--r-s);
    cursor: pointer;
  }

  .item[aria-selected="true"] {
    background: var(--accent-soft);
  }

  .item > .icon {
    color: var(--text-3);
  }

  .words {
    display: grid;
    flex: 1;
    min-width: 0;
  }

  .title,
  .detail {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  .detail,
  .note {
    color: var(--text-2);
    font-size: var(--t-xs);
  }

  .note {
    flex: none;
    max-width: 40%;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  :host([wraps]) .detail {
    display: -webkit-box;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
    white-space: normal;
  }

  .star {
    display: grid;
    flex: none;
    place-items: center;
    width: max(var(--tap), 28px);
    height: max(var(--tap), 28px);
    margin-block: -4px;
    border-radius: var(--r-s);
    color: var(--text-3);
    opacity: 0;
  }

  .star:hover {
    background: var(--hover);
  }

  .item:is(:hover, [aria-selected="true"]) .star,
  .star.on {
    opacity: 1;
  }

  .star.on {
    color: var(--accent);
  }

  .star.on .icon {
    fill: currentColor;
  }

  .foot {
    flex: none;
    justify-content: flex-start;
    gap: var(--s2);
    padding-inline: var(--s4);
    border-top: 1px solid var(--line);
    border-radius: 0;
    color: var(--text-2);
    font-size: var(--t-xs);
    text-align: start;
  }

  .foot span {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  mark {
    background: none;
    color: var(--accent);
    font-weight: 600;
  }

  .item[aria-selected="true"] mark {
    color: inherit;
    text-decoration: underline;
    text-underline-offset: 2px;
  }

  .keys {
    display: inline-flex;
    flex: none;
    gap: 3px;
    color: var(--text-2);
  }

  .empty,
  .status {
    margin: 0;
    padding: var(--s4);
    color: var(--text-2);
  }

  .status {
    padding: var(--s2) var(--s4);
    border-top: 1px solid var(--line);
    color: var(--text-3);
    font-size: var(--t-xs);
  }

  .status:empty {
    padding: 0;
    border: 0;
  }

  @media (hover: none) {
    .keys {
      display: none;
    }

    .star {
      opacity: 1;
    }
  }

  @media (forced-colors: active) {
    .item[aria-selected="true"] {
      outline: 2px solid Highlight;
      outline-offset: -2px;
    }
  }
`;
