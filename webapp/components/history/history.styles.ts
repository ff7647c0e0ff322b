import { css } from 'lit';

/** The graph and the commit below it. */
export const historyStyles = css`
  .work-body > history-view {
    display: grid;
    grid-template: auto minmax(0, 1fr) / minmax(0, 1fr);
    min-height: 0;
  }

  .work-body > history-view[is-open] {
    grid-template-rows: auto minmax(120px, 2fr) minmax(0, 3fr);
  }

  .history-tools {
    display: flex;
    flex-wrap: wrap;
    gap: var(--s2);
    align-items: center;
    padding: var(--s2) var(--s3);
    border-bottom: 1px solid var(--line);
  }

  .history-tools > .picker-field {
    flex: 1 1 8rem;
    min-width: 0;
  }

  .history-path {
    flex: 1;
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  .graph {
    position: relative;
    min-height: 0;
    overflow: hidden auto;
    overscroll-behavior: contain;
  }

  .graph-rows {
    position: relative;
    margin: 0;
    padding: 0;
    list-style: none;
  }

  .graph-row {
    position: absolute;
    inset-inline: 0;
    display: flex;
    align-items: center;
    gap: var(--s2);
    height: 32px;
    padding: 0 var(--s3);
    border: 0;
    background: none;
    color: var(--text);
    font: 400 var(--t-sm) / 1.2 var(--font);
    text-align: start;
    cursor: pointer;
  }

  .graph-row:hover {
    background: var(--hover);
  }

  .graph-row[aria-selected='true'] {
    background: var(--accent-soft, var(--raised));
  }

  .graph-row:focus-visible {
    outline: 2px solid var(--accent);
    outline-offset: -2px;
  }

  .graph-lanes {
    flex: none;
    height: 32px;
  }

  .graph-lanes path {
    fill: none;
    stroke: currentcolor;
    stroke-width: 2;
  }

  .graph-lanes [data-lane='0'] {
    color: var(--accent);
  }

  .graph-lanes [data-lane='1'] {
    color: var(--ok);
  }

  .graph-lanes [data-lane='2'] {
    color: var(--warn);
  }

  .graph-lanes [data-lane='3'] {
    color: var(--danger);
  }

  .graph-lanes [data-lane='4'] {
    color: var(--text-2);
  }

  .graph-lanes [data-lane='5'] {
    color: var(--text-3);
  }

  .graph-ref {
    flex: none;
    max-width: 10rem;
    padding: 1px 6px;
    overflow: hidden;
    border: 1px solid var(--line);
    border-radius: var(--r-full);
    color: var(--text-2);
    font-size: var(--t-xs);
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  .graph-ref.is-current {
    border-color: var(--accent);
    color: var(--text);
  }

  .graph-subject {
    flex: 1;
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  .graph-when {
    flex: none;
    color: var(--text-2);
    font-size: var(--t-xs);
    white-space: nowrap;
  }

  commit-view {
    display: block;
    min-height: 0;
    overflow: auto;
    border-top: 1px solid var(--line);
    overscroll-behavior: contain;
  }

  .commit-head {
    display: grid;
    gap: var(--s2);
    padding: var(--s2) var(--s3) var(--s3);
  }

  .commit-head h3 {
    margin: 0;
    font-size: var(--t-md, 1rem);
    overflow-wrap: anywhere;
  }

  .commit-head > .work-sum {
    margin: 0;
  }

  .commit-words {
    margin: 0;
    color: var(--text-2);
    font: 400 var(--t-sm) / 1.5 var(--font);
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }

  .commit-acts {
    display: flex;
    flex-wrap: wrap;
    gap: var(--s2);
    align-items: center;
    padding: var(--s3) var(--s3) 0;
  }

  .commit-back .when-page {
    display: none;
  }

  /* Without room for both the commit is a page; what is behind it keeps its place. */
  @media (max-height: 620px), (max-width: 699px) {
    .work-body > history-view[is-open] {
      grid-template-rows: auto minmax(0, 1fr);
    }

    history-view[is-open] > :is(.history-tools, .graph) {
      visibility: hidden;
    }

    history-view[is-open] > commit-view {
      z-index: 1;
      grid-area: 1 / 1 / -1 / -1;
      border-top: 0;
    }

    .commit-back {
      width: auto;
      padding-inline: var(--s2);
    }

    .commit-back .when-page {
      display: inline-flex;
      gap: var(--s1);
      align-items: center;
    }

    .commit-back .when-beside {
      display: none;
    }
  }
`;
