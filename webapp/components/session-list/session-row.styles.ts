import { css } from 'lit';

/** A row of the list of sessions. */
export const sessionRowStyles = css`
  li {
    position: relative;
    display: flex;
    align-items: center;
    border-radius: var(--r-s);
  }

  /* The weakest text would be too weak on it. */
  li:hover,
  li:focus-within {
    --text-3: var(--text-2);
    background: var(--hover);
  }

  li.active {
    background: var(--accent-soft);
  }

  li.tasks-of {
    display: block;
    padding-inline-start: var(--s5);
    background: none;
  }

  .tasks {
    display: inline-flex;
    gap: var(--s1);
    align-items: center;
    min-height: var(--tap);
    padding: 0 var(--s2);
    border: 0;
    border-radius: var(--r-s);
    background: none;
    color: var(--text-2);
    font: inherit;
    font-size: var(--t-xs);
    cursor: pointer;
  }

  .tasks:hover {
    background: var(--hover);
  }

  .tasks[aria-expanded='true'] .icon {
    transform: rotate(90deg);
  }

  .below {
    margin: 0;
    padding: 0;
    list-style: none;
  }

  li {
    /* Rows that nobody sees cost nothing in a list of thousands. */
    content-visibility: auto;
    contain-intrinsic-size: auto 48px;
  }

  li.chosen {
    background: var(--accent-soft);
  }

  .open {
    display: grid;
    flex: 1;
    grid-template-columns: auto minmax(0, 1fr) auto;
    align-items: center;
    gap: 1px var(--s2);
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

  .details {
    display: flex;
    grid-column: 2 / -1;
    gap: var(--s2);
    align-items: center;
    min-width: 0;
    overflow: hidden;
    color: var(--text-3);
    font-size: var(--t-xs);
    white-space: nowrap;
  }

  .details:empty {
    display: none;
  }

  .badge {
    display: inline-flex;
    flex: none;
    gap: 2px;
    align-items: center;
    max-width: 9rem;
    overflow: hidden;
    text-overflow: ellipsis;
  }

  .badge bdi {
    overflow: hidden;
    text-overflow: ellipsis;
  }

  .badge.failed {
    color: var(--danger);
  }

  .open .badge .icon {
    flex: none;
    font-size: 12px;
  }

  .preview {
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
  }

  /* On the second line, so that the title can be read. */
  .row-acts {
    position: absolute;
    right: 2px;
    bottom: 2px;
    display: none;
    gap: 0;
    border-radius: var(--r-s);
    background: var(--row-acts, var(--surface));
    box-shadow: 0 0 0 1px var(--line);
  }

  li:hover .row-acts,
  li:focus-within .row-acts {
    display: flex;
  }

  .row-acts .icon-btn {
    width: 26px;
    min-height: 24px;
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
    li {
      flex-wrap: wrap;
    }

    .open {
      flex-basis: 100%;
      min-height: 44px;
    }

    /* Fingers need room: what can be done to the session on screen has a line of its own. */
    li:hover .row-acts,
    li:focus-within .row-acts {
      display: none;
    }

    li.active .row-acts {
      position: static;
      display: flex;
      background: none;
      box-shadow: none;
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
