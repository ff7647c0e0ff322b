import { css } from 'lit';

/** The sidebar. */
export const sessionListStyles = css`
  :host {
    display: flex;
    flex-direction: column;
    height: 100%;
    min-height: 0;
    padding-bottom: env(safe-area-inset-bottom);
    color: var(--text);
    font: 400 var(--t-sm) / 1.4 var(--font);
  }

  header {
    display: flex;
    align-items: center;
    gap: var(--s2);
    min-height: 48px;
    padding: 0 var(--s2) 0 var(--s4);
  }

  .logo {
    flex: none;
    width: 20px;
    height: 20px;
  }

  .project {
    flex: 1;
    min-width: 0;
    margin: 0;
    overflow: hidden;
    font: 600 var(--t-sm) / 1.4 var(--font);
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  .new {
    display: flex;
    gap: 1px;
    padding: var(--s1) var(--s3) var(--s2);
  }

  .new .btn {
    flex: 1;
    justify-content: flex-start;
    border-radius: var(--r-s);
  }

  .new .btn:not(:last-child) {
    border-start-end-radius: 0;
    border-end-end-radius: 0;
  }

  .new .icon-btn {
    flex: none;
    border: 1px solid var(--line);
    border-inline-start: 0;
    border-start-start-radius: 0;
    border-end-start-radius: 0;
    background: var(--surface);
  }

  nav {
    flex: 1;
    min-height: 0;
    padding: 0 var(--s2) var(--s3);
    overflow: hidden auto;
  }

  h3 {
    margin: var(--s3) var(--s2) var(--s1);
    color: var(--text-3);
    font: 500 var(--t-xs) / 1.4 var(--font);
  }

  ul {
    margin: 0;
    padding: 0;
    list-style: none;
  }

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

  .empty {
    padding: var(--s2);
    color: var(--text-3);
  }

  footer {
    display: flex;
    align-items: center;
    gap: var(--s1);
    padding: var(--s2) var(--s3);
    border-top: 1px solid var(--line);
  }

  footer [aria-pressed="true"] {
    background: var(--hover);
    color: var(--accent);
  }

  .version {
    margin-inline-start: auto;
    overflow: hidden;
    color: var(--text-3);
    font-size: var(--t-xs);
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  [popover] {
    inset: auto;
    min-width: 14rem;
    max-width: min(22rem, 90vw);
    max-height: 60dvh;
    margin: 4px 0 0;
    padding: var(--s1);
    overflow: auto;
    border: 1px solid var(--line);
    border-radius: var(--r-m);
    background: var(--surface);
    box-shadow: var(--e2);
    color: var(--text);
    position-area: bottom span-left;
    position-try-fallbacks: flip-inline;
  }

  [popover] .btn {
    width: 100%;
    justify-content: flex-start;
    color: var(--text);
  }

  [popover] small {
    margin-inline-start: auto;
    padding-inline-start: var(--s3);
    color: var(--text-3);
    font-weight: 400;
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
