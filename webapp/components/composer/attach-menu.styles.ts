import { css } from 'lit';

/** The plus with its menu, and the place to drop files. */
export const attachMenuStyles = css`
  .plus {
    border-radius: 50%;
    color: var(--text-2);
  }

  .attach {
    position: fixed;
    inset: auto;
    width: max-content;
    min-width: 14rem;
    margin: 0 0 var(--s2);
    padding: var(--s1);
    border: 1px solid var(--line);
    border-radius: var(--r-m);
    background: var(--surface);
    color: var(--text);
    box-shadow: var(--e2);
    position-area: top span-right;
  }

  .attach .item {
    position: relative;
    display: flex;
    align-items: center;
    gap: var(--s3);
    width: 100%;
    min-height: max(var(--tap), 34px);
    padding: 0 var(--s3);
    border: 0;
    border-radius: var(--r-s);
    background: none;
    color: var(--text);
    font: 400 var(--t-sm) / 1.3 var(--font);
    text-align: start;
    cursor: pointer;
  }

  .attach .item span {
    flex: 1;
  }

  .attach .item:hover,
  .attach .item:focus-visible,
  .attach .item:focus-within {
    background: var(--hover);
  }

  .attach .item .icon {
    color: var(--text-3);
  }

  .attach kbd {
    color: var(--text-3);
  }

  .attach hr {
    margin: var(--s1) 0;
    border: 0;
    border-top: 1px solid var(--line);
  }

  .drop {
    position: fixed;
    inset: var(--s3);
    width: auto;
    height: auto;
    margin: 0;
    padding: 0;
    place-items: center;
    border: 2px dashed var(--accent);
    border-radius: var(--r-l);
    background: color-mix(in oklch, var(--accent-soft) 80%, transparent);
    color: var(--text);
    pointer-events: none;
  }

  .drop:popover-open {
    display: grid;
  }

  .drop p {
    display: flex;
    gap: var(--s2);
    align-items: center;
    margin: 0;
    font: 600 var(--t-lg) / 1.3 var(--font);
  }
`;
