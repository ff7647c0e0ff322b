import { css } from 'lit';

/** A row of the list of sessions. */
export const sessionRowStyles = css`
  li {
    position: relative;
    display: flex;
    align-items: center;
    border-radius: var(--r-s);
  }

  li:hover,
  li:focus-within {
    background: var(--hover);
  }

  li.active {
    background: var(--accent-soft);
  }

  .open {
    display: flex;
    flex: 1;
    align-items: center;
    gap: var(--s2);
    min-width: 0;
    min-height: max(var(--row), 34px);
    padding: var(--s1) var(--s2);
    border: 0;
    border-radius: var(--r-s);
    background: none;
    color: inherit;
    font: inherit;
    text-align: start;
    cursor: pointer;
  }

  .open .icon {
    font-size: 14px;
    color: var(--text-3);
  }

  .running .open .icon {
    color: var(--accent);
  }

  .waiting .open .icon {
    color: var(--warn);
  }

  .title {
    flex: 1;
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  .active .title {
    font-weight: 500;
  }

  .when {
    flex: none;
    color: var(--text-3);
    font-size: var(--t-xs);
  }

  .row-acts {
    position: absolute;
    right: 2px;
    display: none;
    gap: 0;
    border-radius: var(--r-s);
    background: inherit;
  }

  li:hover .row-acts,
  li:focus-within .row-acts {
    display: flex;
  }

  li:hover .when,
  li:focus-within .when {
    visibility: hidden;
  }

  .row-acts .icon-btn {
    width: 28px;
    min-height: 28px;
  }

  .row-acts .icon {
    font-size: 14px;
  }

  li input {
    flex: 1;
    min-width: 0;
    min-height: 30px;
    margin: 2px;
    padding: 0 var(--s2);
    border: 1px solid var(--accent);
    border-radius: var(--r-s);
    background: var(--surface);
    color: var(--text);
    font: inherit;
  }

  .foreign .title,
  .copies .title {
    color: var(--text-2);
  }

  .unread .title {
    font-weight: 600;
  }

  .unread .open .icon {
    color: var(--accent);
  }

  @media (hover: none) {
    .active .row-acts {
      position: static;
      display: flex;
    }

    .active .when {
      display: none;
    }

    .row-acts .icon-btn {
      width: 44px;
      min-height: 44px;
    }

    li input {
      min-height: 44px;
      font-size: 1rem;
    }
  }
`;
