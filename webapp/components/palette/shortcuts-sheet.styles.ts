import { css } from 'lit';

/** The sheet of shortcuts. */
export const shortcutsSheetStyles = css`
  :host {
    width: min(760px, 100vw - 2 * var(--s2));
    max-height: min(40rem, 100dvh - 80px);
    font: 400 var(--t-sm) / 1.45 var(--font);
  }

  header {
    display: flex;
    flex: none;
    align-items: center;
    justify-content: space-between;
    padding: var(--s2) var(--s2) var(--s2) var(--s5);
    border-bottom: 1px solid var(--line);
  }

  h2 {
    margin: 0;
    font: 600 var(--t-md) / 1.4 var(--font);
  }

  .groups {
    min-height: 0;
    padding: var(--s2) var(--s5) var(--s5);
    overflow: hidden auto;
    columns: 20rem 2;
    column-gap: var(--s6);
  }

  /* It has the focus from the start, so that keys scroll it: a line says so, as in the other layers. */
  .groups:focus-visible {
    outline: 2px solid transparent;
    outline-offset: -3px;
    box-shadow: inset 0 2px 0 var(--accent);
  }

  section {
    break-inside: avoid;
    padding-top: var(--s3);
  }

  h3 {
    margin: 0 0 var(--s1);
    color: var(--text-3);
    font: 500 var(--t-xs) / 1.4 var(--font);
  }

  small {
    font-weight: 400;
  }

  dl {
    margin: 0;
  }

  dl > div {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: var(--s4);
    min-height: 30px;
  }

  dd {
    display: inline-flex;
    flex: none;
    gap: 3px;
    margin: 0;
    color: var(--text-2);
  }
`;
