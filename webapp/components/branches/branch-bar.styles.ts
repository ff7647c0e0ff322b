import { css } from 'lit';

/** The branch with its menu, the remote, and what a person is asked. */
export const branchBarStyles = css`
  :host {
    display: grid;
    flex: 1;
    gap: var(--s2);
    min-width: 0;
  }

  .bar {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--s1);
    min-width: 0;
  }

  .place {
    flex: 0 1 auto;
    min-width: 0;
    max-width: 100%;
    padding-inline: var(--s1);
    color: var(--text);
  }

  .place > bdi {
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  .place > .icon {
    flex: none;
    color: var(--text-3);
  }

  .acts {
    display: flex;
    flex-wrap: wrap;
    gap: var(--s1);
    margin-inline-start: auto;
  }

  .acts > .btn {
    gap: 2px;
    padding-inline: 6px;
  }

  .count {
    font-variant-numeric: tabular-nums;
  }

  .box {
    display: grid;
    gap: var(--s2);
    padding: var(--s2) var(--s3);
    border: 1px solid var(--line);
    border-radius: var(--r-s);
    background: var(--raised);
    font-size: var(--t-sm);
    overflow-wrap: anywhere;
  }

  .box.warn {
    border-color: transparent;
    background: var(--warn-soft);
  }

  p {
    margin: 0;
  }

  .said {
    max-height: 9em;
    margin: 0;
    overflow: auto;
    color: var(--text-2);
    font: 400 var(--t-xs) / 1.5 var(--mono);
    white-space: pre-wrap;
  }

  .commits {
    display: grid;
    gap: 2px;
    max-height: 12em;
    margin: 0;
    padding: 0;
    overflow: auto;
    list-style: none;
  }

  .commits code {
    color: var(--text-2);
    font-size: var(--t-xs);
  }

  .row {
    display: flex;
    flex-wrap: wrap;
    gap: var(--s2);
  }

  .vh {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }

  [popover] {
    position: fixed;
    inset: auto;
    width: min(24rem, 100vw - 2 * var(--s3));
    max-height: min(30rem, 80dvh);
    margin: 0;
    padding: var(--s2);
    overflow: auto;
    border: 1px solid var(--line);
    border-radius: var(--r-m);
    background: var(--surface);
    box-shadow: var(--e-layer);
    color: var(--text);
  }

  .find {
    box-sizing: border-box;
    width: 100%;
    min-height: var(--tap);
    padding: 0 var(--s2);
    border: 1px solid var(--line);
    border-radius: var(--r-s);
    background: var(--bg);
    color: var(--text);
    font: 400 var(--t-sm) / 1.2 var(--font);
  }

  h3 {
    margin: var(--s3) var(--s2) var(--s1);
    color: var(--text-2);
    font-size: var(--t-xs);
    font-weight: 600;
  }

  ul.list {
    margin: 0;
    padding: 0;
    list-style: none;
  }

  .list > li {
    display: flex;
    align-items: center;
    min-width: 0;
  }

  .item {
    display: grid;
    flex: 1;
    grid-template-columns: 16px minmax(0, 1fr) auto;
    gap: 0 var(--s2);
    align-items: center;
    min-width: 0;
    min-height: var(--tap);
    padding: var(--s1) var(--s2);
    border: 0;
    border-radius: var(--r-s);
    background: none;
    color: var(--text);
    font: 400 var(--t-sm) / 1.3 var(--font);
    text-align: start;
    cursor: pointer;
  }

  .item:hover,
  .item:focus-visible {
    background: var(--hover);
  }

  .item > bdi {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  .item > small {
    color: var(--text-2);
    white-space: nowrap;
  }

  .note {
    padding: var(--s2);
    color: var(--text-2);
    font-size: var(--t-sm);
  }

  form {
    display: flex;
    flex: 1;
    gap: var(--s1);
    padding: var(--s1);
  }

  @media (pointer: coarse) {
    .find {
      font-size: 16px;
    }
  }

  @media (max-width: 699px) {
    [popover] {
      inset: auto var(--s2) max(var(--s2), env(safe-area-inset-bottom)) !important;
      width: auto;
    }
  }
`;
