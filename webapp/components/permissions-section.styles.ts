import { css } from 'lit';

/** Rules as a list. */
export const permissionsSectionStyles = css`
  .head {
    display: flex;
    gap: var(--s2);
    align-items: center;
    justify-content: space-between;
    margin-bottom: var(--s1);
  }

  .head h3 {
    margin: 0;
  }

  p.help {
    max-width: 60ch;
    margin: 0 0 var(--s3);
  }

  .none {
    margin: 0;
    padding: var(--s5);
    border: 1px dashed var(--line);
    border-radius: var(--r-m);
    color: var(--text-2);
    text-align: center;
  }

  .rules {
    list-style: none;
  }

  .rules li + li {
    border-top: 1px solid var(--line);
  }

  .rule {
    flex-wrap: nowrap;
    gap: var(--s1);
  }

  .rule .about {
    flex-basis: 0;
  }

  .effect {
    display: inline-flex;
    gap: var(--s1);
    align-items: center;
    margin-inline-end: var(--s1);
  }

  .effect .icon {
    font-size: 14px;
  }

  .effect.allow {
    color: var(--ok);
  }

  .effect.reject {
    color: var(--danger);
  }

  code {
    font: 500 var(--t-xs) / 1.5 var(--mono);
    overflow-wrap: anywhere;
  }

  select {
    min-height: var(--tap);
    padding: 0 var(--s2);
    border: 1px solid var(--line-strong);
    border-radius: var(--r-s);
    background: var(--surface);
    color: var(--text);
    font: 400 var(--t-sm) / 1.4 var(--font);
  }

  @media (pointer: coarse) {
    select {
      min-height: 44px;
    }
  }
`;
