import { css } from 'lit';

/** A request for permission, as it is decided on and as a card keeps it. */
export const requestStyles = css`
  .request-risks {
    display: flex;
    gap: var(--s2);
    margin-bottom: var(--s2);
    padding: var(--s2) var(--s3);
    border-radius: var(--r-s);
    background: var(--danger-soft);
    color: var(--danger);
    font: 600 var(--t-sm) / 1.45 var(--font);
  }

  .request-risks .icon {
    margin-top: 1px;
  }

  .request-risks ul {
    display: flex;
    flex-wrap: wrap;
    min-width: 0;
    margin: 0;
    padding: 0;
    list-style: none;
  }

  /* At the end of a line, where one breaks, and not at the start of the next. */
  .request-risks li:not(:last-child)::after {
    content: "·";
    padding-inline: var(--s2);
  }

  .request-box {
    overflow: hidden;
    border: 1px solid var(--line);
    border-radius: var(--r-s);
  }

  .request-box:empty {
    display: none;
  }

  .request-box > * + *:not(:empty) {
    border-top: 1px solid var(--line);
  }

  .request-box .diff-head {
    display: none;
  }

  .request-box diff-view {
    max-height: none;
    border: 0;
    border-radius: 0;
  }

  .request-box .command,
  .request-box .plain {
    max-height: none;
    overflow: visible;
  }

  .request-box .deed {
    display: block;
  }

  .request-box .risk {
    border-radius: 3px;
    background: var(--danger-soft);
    box-shadow: 0 0 0 2px var(--danger-soft);
    color: var(--danger);
    font-weight: 600;
  }

  .patch-line {
    display: block;
    min-height: 1lh;
    margin-inline: calc(-1 * var(--s3));
    padding-inline: var(--s3);
  }

  .patch-line.added {
    background: var(--add-bg);
  }

  .patch-line.removed {
    background: var(--del-bg);
  }

  .patch-line.head {
    color: var(--text-2);
    font-weight: 600;
  }

  .blank-lines {
    display: table;
    margin: 2px 0;
    padding: 0 var(--s2);
    border: 1px dashed var(--line-strong);
    border-radius: var(--r-full);
    color: var(--text-2);
    font: 500 var(--t-xs) / 1.6 var(--font);
  }

  .request-file {
    display: flex;
    flex-wrap: wrap;
    gap: var(--s2);
    align-items: center;
    min-height: 32px;
    padding: var(--s1) var(--s3);
    background: var(--surface);
    color: var(--text-2);
    font: 400 var(--t-xs) / 1.5 var(--mono);
    overflow-wrap: anywhere;
  }

  .request-file .icon,
  .request-places .icon {
    font-size: 14px;
    color: var(--text-3);
  }

  .request-file diff-stat {
    margin-inline-start: auto;
  }

  .request-name {
    padding: var(--s1) var(--s3) 0;
    background: var(--sunken);
    color: var(--text-2);
    font: 500 var(--t-xs) / 1.6 var(--font);
    overflow-wrap: anywhere;
  }

  .request-places {
    display: grid;
    gap: 2px;
    padding: var(--s2) 2px 0;
    color: var(--text-3);
    font: 400 var(--t-xs) / 1.5 var(--mono);
    overflow-wrap: anywhere;
  }

  .request-places > div {
    display: flex;
    gap: var(--s2);
    align-items: center;
    min-width: 0;
  }

  .request-fields {
    margin-top: var(--s2);
    padding-bottom: var(--s1);
    border: 1px solid var(--line);
    border-radius: var(--r-s);
  }

  .request-fields .request-name {
    background: none;
  }

  .request-fields dl {
    display: grid;
    gap: 2px;
    margin: 0;
    padding: 2px var(--s3) var(--s1);
    font: 400 var(--t-xs) / var(--lh-code) var(--mono);
  }

  .request-fields dl > div {
    display: grid;
    grid-template-columns: fit-content(14rem) minmax(0, 1fr);
    gap: var(--s3);
  }

  .request-fields dt {
    color: var(--text-2);
    overflow-wrap: anywhere;
  }

  .request-fields dd {
    min-width: 0;
    margin: 0;
    color: var(--text);
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }

  .request-details {
    margin-top: var(--s2);
  }

  .request-details summary {
    padding: 2px;
    color: var(--text-3);
    font: 400 var(--t-xs) / 1.6 var(--font);
    cursor: pointer;
  }

  .request-places .words {
    font-family: var(--font);
  }

  @media (max-width: 699px) {
    .request-risks ul {
      display: block;
    }

    .request-risks li:not(:last-child)::after {
      content: none;
    }

    .request-fields dl > div {
      grid-template-columns: minmax(0, 1fr);
      gap: 0;
    }
  }
`;
