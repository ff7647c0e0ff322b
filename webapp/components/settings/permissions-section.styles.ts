import { css } from 'lit';

/** Rules as a list. */
export const permissionsSectionStyles = css`
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

  .effect.paused {
    color: var(--warn);
  }

  .waiting {
    flex-wrap: wrap;
    gap: var(--s2);
  }

  .waiting .about {
    flex: 1 1 280px;
  }

  .waiting .acts {
    display: flex;
    flex-wrap: wrap;
    gap: var(--s2);
  }

  code {
    font: 500 var(--t-xs) / 1.5 var(--mono);
    overflow-wrap: anywhere;
  }
`;
