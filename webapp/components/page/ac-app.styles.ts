import { css } from 'lit';

/** The page's frame: sessions at the side where there is room, in a drawer where not. */
export const acAppStyles = css`
  .shell {
    position: relative;
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    height: 100%;
  }

  .shell.wide {
    grid-template-columns: 264px minmax(0, 1fr);
  }

  .shell > aside {
    min-height: 0;
    border-inline-end: 1px solid var(--line);
    background: var(--sunken);
  }

  .shell > main {
    position: relative;
    min-width: 0;
    min-height: 0;
  }

  .shell > main.split {
    display: grid;
    grid-template: minmax(0, 1fr) / minmax(0, 1fr) minmax(0, 1fr);
  }

  /* The session keeps its place behind the settings, so that it is as it was when they are left. */
  main > session-view[inert] {
    visibility: hidden;
  }

  main > settings-view {
    position: absolute;
    inset: 0;
  }

  .drawer {
    width: min(320px, 86vw);
    max-width: none;
    height: 100dvh;
    max-height: none;
    margin: 0;
    padding: 0;
    padding-top: env(safe-area-inset-top);
    border: 0;
    border-inline-end: 1px solid var(--line);
    background: var(--bg);
    box-shadow: var(--e2);
    color: var(--text);
  }

  .drawer::backdrop {
    background: oklch(0 0 0 / 0.35);
  }

  .drawer[open] {
    animation: drawer-in var(--d-med) var(--ease-out);
  }

  @keyframes drawer-in {
    from {
      transform: translateX(-24px);
      opacity: 0;
    }
  }

  @media print {
    .shell,
    .shell.wide {
      display: block;
      height: auto;
    }

    .shell > :not(main),
    main > :not(session-view),
    toast-region {
      display: none;
    }
  }
`;
