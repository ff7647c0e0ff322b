import { css } from 'lit';

/** The settings around their pages. */
export const settingsViewStyles = css`
  :host {
    display: grid;
    grid-template: auto auto minmax(0, 1fr) / minmax(0, 1fr);
    background: var(--bg);
    color: var(--text);
    font: 400 var(--t-sm) / 1.5 var(--font);
  }

  header {
    display: flex;
    align-items: center;
    gap: var(--s2);
    min-height: 48px;
    padding: env(safe-area-inset-top) max(var(--s4), env(safe-area-inset-right)) 0
      max(var(--s2), env(safe-area-inset-left));
    border-bottom: 1px solid var(--line);
  }

  h1 {
    margin: 0;
    font: 600 var(--t-sm) / 1.4 var(--font);
  }

  .body {
    display: grid;
    grid-template-columns: 200px minmax(0, 1fr);
    min-height: 0;
  }

  nav {
    display: flex;
    flex-direction: column;
    gap: 2px;
    padding: var(--s5) var(--s2) var(--s4) var(--s4);
    overflow: auto;
  }

  nav .btn {
    justify-content: flex-start;
    text-decoration: none;
  }

  nav .btn[aria-current] {
    background: var(--accent-soft);
    color: var(--text);
  }

  section {
    min-width: 0;
    overflow: hidden auto;
    overscroll-behavior: contain;
  }

  .page {
    max-width: 680px;
    padding: var(--s5) max(var(--gutter), env(safe-area-inset-right))
      max(var(--s7), env(safe-area-inset-bottom)) var(--gutter);
  }

  h2 {
    margin: 0 0 var(--s4);
    font: 600 var(--t-xl) / 1.3 var(--font);
    letter-spacing: -0.01em;
  }

  .failure {
    display: flex;
    align-items: center;
    gap: var(--s2);
  }

  .failure .icon {
    color: var(--danger);
  }

  @media (max-width: 799px) {
    .body {
      grid-template: auto minmax(0, 1fr) / minmax(0, 1fr);
    }

    nav {
      flex-direction: row;
      padding: var(--s2) var(--s3);
      overflow: auto hidden;
      border-bottom: 1px solid var(--line);
    }

    .page {
      padding-top: var(--s4);
    }
  }
`;
