import { css } from 'lit';

/** A terminal that fills its place, the search above it, and keys for fingers below. */
export const terminalScreenStyles = css`
  :host {
    position: relative;
    display: flex;
    flex: 1;
    flex-direction: column;
    min-width: 0;
    min-height: 0;
    background: var(--sunken);
  }

  .screen {
    flex: 1;
    min-height: 0;
    padding: var(--s2);
    overflow: auto hidden;
  }

  :host(:focus-within) .screen {
    outline: 2px solid var(--accent);
    outline-offset: -2px;
  }

  .find {
    position: absolute;
    inset: var(--s2) var(--s2) auto auto;
    z-index: 2;
    display: flex;
    align-items: center;
    gap: var(--s1);
    max-width: calc(100% - 2 * var(--s2));
    padding: var(--s1);
    border: 1px solid var(--line);
    border-radius: var(--r-m);
    background: var(--surface);
    box-shadow: var(--e2);
  }

  .find input {
    flex: 1;
    min-width: 6rem;
    min-height: var(--tap);
    padding: 0 var(--s2);
    border: 1px solid var(--line);
    border-radius: var(--r-s);
    background: var(--bg);
    color: var(--text);
    font: 400 var(--t-sm) / 1.2 var(--font);
  }

  .find output {
    min-width: 4.5em;
    color: var(--text-2);
    font-size: var(--t-xs);
    font-variant-numeric: tabular-nums;
    text-align: center;
    white-space: nowrap;
  }

  .keys {
    display: flex;
    flex: none;
    gap: var(--s1);
    padding: var(--s1) var(--s2);
    padding-bottom: max(var(--s1), env(safe-area-inset-bottom));
    overflow-x: auto;
    border-top: 1px solid var(--line);
    background: var(--bg);
  }

  .keys .btn {
    min-width: var(--tap);
    padding: 0 var(--s2);
  }

  .keys .btn[aria-pressed='true'] {
    border-color: var(--accent);
    background: var(--accent-soft);
    color: var(--text);
  }

  .ended {
    display: flex;
    flex: none;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: var(--s2);
    margin: 0;
    padding: var(--s2) var(--s3);
    border-top: 1px solid var(--line);
    background: var(--bg);
    color: var(--text-2);
    font-size: var(--t-sm);
  }
`;
