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

  .side {
    display: grid;
    grid-template: auto minmax(0, 1fr) / minmax(0, 1fr);
    min-height: 0;
  }

  search {
    padding: var(--s4) var(--s2) var(--s2) var(--s4);
  }

  .search {
    display: flex;
    align-items: center;
    gap: var(--s2);
    min-height: var(--tap);
    padding: 0 var(--s2);
    border: 1px solid var(--line);
    border-radius: var(--r-s);
    background: var(--surface);
    color: var(--text-3);
  }

  .search:focus-within {
    outline: 2px solid var(--accent);
    outline-offset: 1px;
  }

  .search input {
    flex: 1;
    min-width: 0;
    border: 0;
    outline: 0;
    background: none;
    color: var(--text);
    font: inherit;
  }

  /* Smaller letters make phones zoom in. */
  @media (pointer: coarse) {
    .search input {
      font-size: 16px;
    }
  }

  nav {
    display: flex;
    flex-direction: column;
    gap: 2px;
    padding: var(--s2) var(--s2) var(--s4) var(--s4);
    overflow: auto;
  }

  .found .btn {
    flex-direction: column;
    align-items: flex-start;
    gap: 0;
    padding-block: var(--s1);
    text-align: start;
    overflow-wrap: anywhere;
  }

  .found small,
  .found .none {
    margin: 0;
    color: var(--text-3);
    font: 400 var(--t-xs) / 1.4 var(--font);
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

    search {
      padding: var(--s2) var(--s3) 0;
    }

    nav {
      flex-direction: row;
      padding: var(--s2) var(--s3);
      overflow: auto hidden;
      border-bottom: 1px solid var(--line);
    }

    nav .btn {
      flex: 1 0 auto;
      justify-content: center;
    }

    nav.found {
      flex-direction: column;
      max-height: 50vh;
      overflow: hidden auto;
    }

    .page {
      padding-top: var(--s4);
    }
  }

  /* More names fit on a phone without their pictures. */
  @media (max-width: 499px) {
    nav .icon {
      display: none;
    }
  }
`;
