import { css } from 'lit';
import { controls } from './controls.js';

/** The boxes that are between the transcript and the composer. */
export const dock = css`
  .dock {
    border: 1px solid var(--line);
    border-radius: var(--r-m);
    background: var(--surface);
    box-shadow: var(--e-dock);
    color: var(--text);
    font: 400 var(--t-sm) / 1.5 var(--font);
  }

  .dock:focus-visible {
    outline: 2px solid var(--accent);
    outline-offset: 1px;
  }

  .dock-head {
    display: flex;
    align-items: center;
    gap: var(--s2);
    min-height: 36px;
    padding: var(--s1) var(--s3);
  }

  @media (pointer: coarse) {
    button.dock-head {
      min-height: 44px;
    }
  }

  .dock-head > .icon {
    color: var(--text-3);
  }

  .dock-title {
    min-width: 0;
    overflow: hidden;
    font-weight: 600;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  .dock-text {
    flex: 1;
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  .dock-note {
    color: var(--text-3);
    font-size: var(--t-xs);
  }

  .dock-end {
    display: flex;
    align-items: center;
    gap: var(--s1);
    margin-inline-start: auto;
  }

  /* A dock that is one line of words and buttons, as long as there is room. */
  .dock-line {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    padding: var(--s1) var(--s2) var(--s1) var(--s3);
  }
`;

/** All that an element which is a dock begins with. */
export const dockElement = [
  controls,
  dock,
  css`
    :host {
      display: block;
    }
  `,
];
