import { css } from 'lit';

/** The ways to sign in, and an attempt under way. */
export const signInDockStyles = css`
  .dock {
    border-color: color-mix(in oklab, var(--warn) 50%, var(--line));
  }

  .dock-head > .icon {
    color: var(--warn);
  }

  .body {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--s3);
    padding: 0 var(--s3) var(--s3);
  }

  p {
    margin: 0;
    overflow-wrap: anywhere;
  }

  ul {
    display: grid;
    margin: 0;
    padding: 0;
    border: 1px solid var(--line);
    border-radius: var(--r-s);
    list-style: none;
  }

  li {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr) auto;
    align-items: center;
    gap: var(--s1) var(--s3);
    padding: var(--s2) var(--s3);
  }

  li + li {
    border-top: 1px solid var(--line);
  }

  li > .icon {
    color: var(--text-3);
  }

  .name {
    font-weight: 500;
    overflow-wrap: anywhere;
  }

  .about {
    color: var(--text-2);
    font-size: var(--t-xs);
    white-space: pre-line;
    overflow-wrap: anywhere;
  }

  .more {
    display: grid;
    grid-column: 2 / -1;
    gap: var(--s2);
    min-width: 0;
  }

  .line {
    max-height: 9rem;
    margin: 0;
    padding: var(--s2) var(--s3);
    overflow: auto;
    border: 1px solid var(--line);
    border-radius: var(--r-s);
    background: var(--sunken);
    font: 400 var(--t-xs) / var(--lh-code) var(--mono);
    white-space: pre-wrap;
    overflow-wrap: anywhere;
    unicode-bidi: isolate;
  }

  .actions {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--s2);
  }

  .note {
    color: var(--text-2);
    font-size: var(--t-xs);
  }

  .note a {
    color: var(--accent);
    overflow-wrap: anywhere;
  }

  .failed {
    display: flex;
    gap: var(--s2);
    padding: var(--s2) var(--s3);
    border-radius: var(--r-s);
    background: var(--danger-soft);
  }

  .failed .icon {
    margin-top: 2px;
    color: var(--danger);
  }

  .waiting {
    display: flex;
    align-items: center;
    gap: var(--s3);
  }

  .spinner {
    flex: none;
    width: 16px;
    height: 16px;
    border: 2px solid var(--line-strong);
    border-top-color: var(--accent);
    border-radius: var(--r-full);
    animation: turn 900ms linear infinite;
  }

  @keyframes turn {
    to {
      transform: rotate(1turn);
    }
  }

  .dock-title {
    flex: none;
  }

  .command {
    flex: 1 1 0;
    min-width: 0;
    overflow: hidden;
    color: var(--text-3);
    font: 400 var(--t-xs) / 1.4 var(--mono);
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  sign-in-terminal {
    min-height: min(20rem, 38dvh);
  }

  @media (max-width: 699px) {
    .dock-head {
      flex-wrap: wrap;
    }

    .command {
      order: 1;
      flex-basis: 100%;
      padding-bottom: var(--s2);
    }

    li > .btn {
      grid-column: 2 / -1;
      justify-self: start;
    }
  }

  @media (prefers-reduced-motion: reduce) {
    .spinner {
      animation: none;
    }
  }
`;
