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

  .filter {
    display: flex;
    align-items: center;
    gap: var(--s2);
    margin: 0 var(--s3) var(--s1);
    padding-inline-start: var(--s2);
    border: 1px solid transparent;
    border-radius: var(--r-s);
    background: var(--hover);
    color: var(--text-3);
  }

  .filter:focus-within {
    border-color: var(--accent);
    background: var(--surface);
  }

  .filter .icon {
    font-size: 14px;
  }

  .filter input {
    flex: 1;
    min-width: 0;
    min-height: max(30px, var(--tap) - 2px);
    padding: 0;
    border: 0;
    background: none;
    color: var(--text);
    font: inherit;
    outline: none;
    appearance: none;
  }

  .filter input::placeholder {
    color: var(--text-3);
    opacity: 1;
  }

  .count {
    color: var(--text-3);
    font-weight: 400;
  }

  .more {
    width: 100%;
    margin-top: var(--s1);
    justify-content: center;
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

  .empty {
    padding: var(--s2);
    color: var(--text-3);
  }

  footer {
    display: flex;
    align-items: center;
    gap: 0;
    padding: var(--s2) var(--s3);
    border-top: 1px solid var(--line);
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
    .filter input {
      min-height: 44px;
      font-size: 1rem;
    }
  }
`;
