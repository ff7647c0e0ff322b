import { css } from 'lit';

/** Where the work panel stands, by the width of the page; loaded with the panel. */
export const workLayoutStyles = css`
  /* A small screen shows one or the other; what is behind cannot be reached. */
  .shell > work-panel {
    position: absolute;
    inset: 0;
    z-index: 1;
  }

  @container shell (max-width: 899px) {
    .shell.has-work > main {
      visibility: hidden;
    }

    .shell > work-panel .work-close {
      display: none;
    }

    .shell > work-panel :is(.work-tabs, .work-tabs > *) {
      flex: 1;
    }

    .shell > work-panel .work-tab {
      padding: 0 var(--s1);
    }
  }

  /* Where the panel stands before the conversation, it leads back there. */
  @container shell (max-width: 899px) {
    .shell > work-panel .work-chat {
      display: block;
    }
  }

  @container shell (min-width: 900px) {
    .shell.has-work {
      grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
    }

    .shell > work-panel {
      position: relative;
      inset: auto;
      border-inline-start: 1px solid var(--line);
    }
  }

  @container shell (min-width: 1100px) {
    .shell.has-work {
      --work: clamp(360px, var(--panel-width, var(--half, 440px)), 60%);
      grid-template-columns: minmax(0, 1fr) var(--work);
    }

    .shell.wide.has-work {
      grid-template-columns: 264px minmax(0, 1fr) var(--work);
    }

    .shell > work-panel {
      border-inline-start: 0;
    }

    .shell > work-panel > panel-divider {
      display: block;
    }
  }

  @container shell (min-width: 1600px) {
    .shell.has-work {
      --half: 50%;
    }

    .shell.wide.has-work {
      --half: calc((100% - 264px) / 2);
    }
  }

  /* Something that was asked for has not been done for a second. */
  .progress {
    position: fixed;
    inset: 0 0 auto;
    z-index: 11;
    height: 2px;
    background: var(--accent);
    transform-origin: left;
    animation:
      progress-in 1ms 600ms both,
      progress-run 1.2s 600ms var(--ease) infinite alternate;
  }

  @keyframes progress-in {
    from {
      visibility: hidden;
    }
  }

  @keyframes progress-run {
    from {
      transform: scaleX(0.1);
    }
  }

  @media (prefers-reduced-motion: reduce) {
    .progress {
      animation: progress-in 1ms 600ms both;
    }
  }
`;
