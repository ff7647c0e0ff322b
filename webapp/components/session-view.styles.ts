import { css } from 'lit';

/** A session: its bar, the transcript, the docks, the composer. */
export const sessionViewStyles = css`
  session-view {
    display: grid;
    grid-template: auto auto minmax(0, 1fr) auto / minmax(0, 1fr);
    height: 100%;
    min-width: 0;
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

  .topbar .agent {
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

  .topbar .agent .icon {
    font-size: 13px;
  }

  .topbar button.agent {
    min-height: calc(var(--tap) - 4px);
    border: 0;
    font-family: var(--font);
    cursor: pointer;
    anchor-name: --account;
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

  .topbar .icon-btn {
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
    border-bottom: 1px solid var(--line);
  }

  .switch-tab {
    position: relative;
    flex: 1;
    min-width: 0;
    min-height: 44px;
    padding: 0 var(--s1);
    border: 0;
    background: none;
    color: var(--text-2);
    font: 500 var(--t-sm) / 1.2 var(--font);
    white-space: nowrap;
    cursor: pointer;
  }

  .switch-tab[aria-current] {
    color: var(--text);
  }

  .switch-tab[aria-current]::after {
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
  @container shell (max-width: 699px) {
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

  .banners:empty {
    display: none;
  }

  .banner {
    display: flex;
    align-items: center;
    justify-content: center;
    flex-wrap: wrap;
    gap: var(--s1) var(--s3);
    min-height: 40px;
    padding: var(--s2) var(--gutter);
    background: var(--raised);
    color: var(--text);
    font-size: var(--t-sm);
    overflow-wrap: anywhere;
  }

  .banner > span {
    flex: 0 1 auto;
    max-width: calc(100% - 40px);
  }

  .banner .btn {
    flex: 0 1 auto;
  }

  .banners > * + .banner {
    border-top: 1px solid var(--line);
  }

  .banner .icon {
    color: var(--info);
  }

  .banner.warning {
    background: var(--warn-soft);
  }

  .banner.warning .icon {
    color: var(--warn);
  }

  .banner.error {
    background: var(--danger-soft);
  }

  .banner.error .icon {
    color: var(--danger);
  }

  .banner code {
    padding: 1px 6px;
    border-radius: 4px;
    background: color-mix(in oklch, var(--text) 8%, transparent);
    font: 400 0.9em var(--mono);
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
    .topbar,
    .bottom,
    .banners {
      display: none;
    }
  }
`;
