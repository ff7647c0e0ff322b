import { css } from 'lit';

/** A session: its bar, the transcript, the docks, the composer. */
export const sessionViewStyles = css`
  session-view {
    display: grid;
    grid-template: auto auto minmax(0, 1fr) auto / minmax(0, 1fr);
    height: 100%;
    min-width: 0;
    /* There may be two. */
    anchor-scope: --account, --conversation-menu;
  }

  session-view:is([side='first'], [side='second']) {
    border-top: 2px solid var(--accent);
  }

  session-view[side='second'] {
    border-inline-start: 1px solid var(--line);
  }

  session-view[beside]:is([side='first'], [side='second']) {
    border-top-color: transparent;
  }

  session-view[beside] .topbar .title {
    color: var(--text-2);
  }

  session-view[side='second'] connection-banner {
    display: none;
  }

  .topbar {
    display: flex;
    align-items: center;
    gap: var(--s2);
    min-height: 48px;
    padding: env(safe-area-inset-top) max(var(--s4), env(safe-area-inset-right)) 0
      max(var(--s4), env(safe-area-inset-left));
    border-bottom: 1px solid var(--line);
  }

  .topbar .title {
    min-width: 0;
    margin: 0;
    overflow: hidden;
    font: 600 var(--t-sm) / 1.4 var(--font);
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  .topbar .agent,
  .topbar .branch-chip {
    display: inline-flex;
    flex: 0 10 auto;
    align-items: center;
    gap: 6px;
    min-width: 35px;
    padding: 2px 10px;
    overflow: hidden;
    border-radius: var(--r-full);
    background: var(--raised);
    color: var(--text-2);
    font-size: var(--t-xs);
    white-space: nowrap;
  }

  .topbar :is(.agent, .branch-chip) .icon {
    flex: none;
    font-size: 13px;
  }

  .topbar :is(.agent span, .branch-chip bdi) {
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
  }

  .topbar :is(button.agent, .branch-chip) {
    min-height: calc(var(--tap) - 4px);
    border: 0;
    font-family: var(--font);
    cursor: pointer;
  }

  .topbar button.agent {
    anchor-name: --account;
  }

  @media (width < 700px) {
    .topbar .branch-chip {
      display: none;
    }
  }

  /* Where there is room, a long title gives way: it is in the list too, and a chip of two letters says nothing. */
  @media (width >= 700px) {
    .topbar .title {
      flex: 0 10 auto;
    }

    .topbar :is(.agent, .branch-chip) {
      flex-shrink: 1;
      max-width: 14em;
    }
  }

  @media (pointer: coarse) {
    .topbar button.agent {
      justify-content: center;
      min-width: var(--tap);
      min-height: var(--tap);
    }
  }

  .topbar button.agent:hover {
    color: var(--text);
  }

  .agent-menu {
    position: fixed;
    inset: auto;
    position-area: bottom span-right;
    position-anchor: --account;
    min-width: 200px;
    max-height: min(70vh, 480px);
    overflow: hidden auto;
    max-width: min(320px, calc(100vw - 24px));
    margin: var(--s1) 0;
    padding: var(--s1);
    border: 1px solid var(--line);
    border-radius: var(--r-m);
    background: var(--surface);
    box-shadow: var(--e2);
    color: var(--text);
    font: 400 var(--t-sm) / 1.5 var(--font);
  }

  @supports not (position-area: bottom) {
    .agent-menu {
      top: 48px;
    }
  }

  .agent-menu p {
    margin: 0;
    padding: var(--s1) var(--s3);
  }

  .agent-menu small,
  .agent-menu .note {
    color: var(--text-3);
    font-size: var(--t-xs);
  }

  .agent-menu .btn {
    justify-content: flex-start;
    width: 100%;
  }

  .agent-menu hr {
    margin: var(--s1) 0;
    border: 0;
    border-top: 1px solid var(--line);
  }

  .topbar .conversation-button {
    margin-inline-start: 0;
    anchor-name: --conversation-menu;
  }

  .conversation-menu {
    position-area: bottom span-left;
    position-anchor: --conversation-menu;
  }

  @supports not (position-area: bottom) {
    .conversation-menu {
      right: var(--s3);
    }
  }

  .topbar .icon-btn:not(.conversation-button) {
    margin-inline-start: calc(-1 * var(--s2));
  }

  @media (max-width: 699px) {
    .topbar span.agent,
    .topbar .agent span,
    .topbar .agent .icon + .icon,
    .topbar .agent span + .icon {
      display: none;
    }
  }

  .topbar connection-badge {
    flex: none;
    margin-inline-start: auto;
  }

  .work-button {
    gap: 6px;
    padding: 0 var(--s2);
    color: var(--text-2);
    font-variant-numeric: tabular-nums;
  }

  .work-button[aria-expanded='true'] {
    background: var(--raised);
    color: var(--text);
  }

  .work-switch {
    display: none;
    overflow: auto hidden;
    scrollbar-width: none;
    border-bottom: 1px solid var(--line);
  }

  .switch-tab {
    position: relative;
    flex: 1 0 auto;
    min-height: 44px;
    padding: 0 var(--s1);
    border: 0;
    background: none;
    color: var(--text-2);
    font: 500 var(--t-sm) / 1.2 var(--font);
    white-space: nowrap;
    cursor: pointer;
  }

  .switch-tab[aria-selected='true'] {
    color: var(--text);
  }

  .switch-tab[aria-selected='true']::after {
    position: absolute;
    inset: auto 20% -1px;
    height: 2px;
    border-radius: 2px 2px 0 0;
    background: var(--accent);
    content: '';
  }

  .switch-count {
    padding: 1px 6px;
    border-radius: var(--r-full);
    background: var(--raised);
    font-size: var(--t-xs);
  }

  /* The switch below the bar does the same. */
  @container shell (max-width: 899px) {
    .work-button {
      display: none;
    }

    .topbar {
      border-bottom: 0;
    }

    .work-switch {
      display: flex;
    }
  }

  /* The panel leaves little room: the agent is its picture. */
  @container shell (max-width: 1299px) {
    .shell.has-work .topbar :is(span.agent, .agent span, .agent .icon + .icon, .agent span + .icon) {
      display: none;
    }
  }

  /* A keyboard covers half of a phone: what is written and what was said need the rest. */
  @media (max-height: 560px) and (pointer: coarse) {
    session-view:has(prompt-composer:focus-within) :is(.work-switch, changes-bar, plan-dock) {
      display: none;
    }

    session-view:has(prompt-composer:focus-within) {
      --composer-options: none;
    }
  }

  :root[data-keyboard] session-view:has(prompt-composer:focus-within) {
    --composer-options: none;
  }

  :root[data-keyboard] session-view:has(prompt-composer:focus-within) :is(.work-switch, changes-bar, plan-dock) {
    display: none;
  }

  .banners > * + .banner {
    border-top: 1px solid var(--line);
  }

  .stage {
    position: relative;
    display: grid;
    grid-template: minmax(0, 1fr) / minmax(0, 1fr);
    min-height: 0;
  }

  .gone {
    place-self: center;
    color: var(--text-2);
  }

  @media print {
    .top,
    .bottom,
    .banners,
    startup-overlay {
      display: none;
    }
  }

  /* The place of a conversation that is not known yet. */
  .silence {
    position: absolute;
    inset: 0;
    display: grid;
    place-items: center;
    pointer-events: none;
  }

  /* Said only of what takes its time. */
  .waiting {
    color: var(--text-3);
    font-size: var(--t-sm);
    animation: waiting-in var(--d-med) 1s both;
  }

  @keyframes waiting-in {
    from {
      visibility: hidden;
      opacity: 0;
    }
  }
`;
