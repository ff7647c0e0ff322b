import { css } from 'lit';

/**
 * Terminal output. Programs choose colours for a terminal they cannot see, so every colour keeps its hue and gets the
 * lightness that the theme needs: letters far from the ground, grounds near it.
 */
export const terminalStyles = css`
  terminal-output {
    display: block;
    min-width: 0;
    max-width: 100%;
    border: 1px solid var(--line);
    border-radius: var(--r-s);
    background: var(--sunken);
    color: var(--text);
    overflow: clip;
  }
  .term-head {
    display: flex;
    align-items: center;
    gap: var(--s2);
    padding-inline: var(--s3) var(--s1);
    color: var(--text-2);
    font-size: var(--t-xs);
  }
  .term-state {
    flex: 1;
    min-width: 0;
  }
  .term-failed {
    color: var(--danger);
  }
  .term-copy {
    min-height: var(--tap);
    padding-inline: var(--s2);
    border: 0;
    border-radius: var(--r-s);
    background: none;
    color: inherit;
    font: inherit;
    cursor: pointer;
  }
  .term-copy:hover {
    background: var(--raised);
    color: var(--text);
  }
  .term-search {
    display: flex;
    align-items: center;
    gap: var(--s1);
    padding: 0 var(--s1) var(--s1) var(--s3);
    color: var(--text-2);
    font-size: var(--t-xs);
  }
  .term-search input {
    flex: 1;
    min-width: 0;
    max-width: 24rem;
    min-height: var(--tap);
    padding: 0 var(--s2);
    border: 1px solid var(--line-strong);
    border-radius: var(--r-s);
    background: var(--surface);
    color: var(--text);
    font: inherit;
  }
  .term-search [role="status"] {
    margin-inline-end: auto;
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
  .term-found,
  .term-here {
    background: var(--warn-soft);
    color: inherit;
  }
  .term-here {
    outline: 2px solid var(--accent);
    outline-offset: -1px;
  }
  .term-path {
    padding: 0;
    border: 0;
    background: none;
    color: inherit;
    font: inherit;
    text-align: start;
    text-decoration: underline;
    text-decoration-color: color-mix(in oklab, currentcolor 40%, transparent);
    text-underline-offset: 2px;
    overflow-wrap: anywhere;
    cursor: pointer;
  }
  .term-path:hover {
    text-decoration-color: currentcolor;
  }
  .term-body {
    max-height: 22rem;
    margin: 0;
    padding: var(--s2) var(--s3);
    overflow: auto;
    overscroll-behavior: contain;
    font-family: var(--mono);
    font-size: var(--t-xs);
    line-height: var(--lh-code);
    white-space: pre-wrap;
    overflow-wrap: anywhere;
    tab-size: 8;
    direction: ltr;
    text-align: start;
  }
  .term-body:focus-visible {
    outline: 2px solid var(--accent);
    outline-offset: -2px;
  }
  .term-lines {
    display: block;
  }
  .term-lines:not(:last-child) {
    content-visibility: auto;
    contain-intrinsic-size: auto calc(100lh);
  }
  terminal-output {
    --ansi-black: oklch(0.3 0 0);
    --ansi-red: oklch(0.6 0.2 25);
    --ansi-green: oklch(0.65 0.17 148);
    --ansi-yellow: oklch(0.7 0.14 85);
    --ansi-blue: oklch(0.6 0.16 258);
    --ansi-magenta: oklch(0.62 0.2 325);
    --ansi-cyan: oklch(0.68 0.11 205);
    --ansi-white: oklch(0.8 0 0);
    --ansi-bright-black: oklch(0.5 0 0);
    --ansi-bright-red: oklch(0.7 0.19 25);
    --ansi-bright-green: oklch(0.75 0.19 148);
    --ansi-bright-yellow: oklch(0.82 0.16 95);
    --ansi-bright-blue: oklch(0.72 0.14 258);
    --ansi-bright-magenta: oklch(0.74 0.18 325);
    --ansi-bright-cyan: oklch(0.8 0.12 205);
    --ansi-bright-white: oklch(1 0 0);
  }
  .ansi-fg {
    color: light-dark(
      oklch(from var(--fg) min(l, 0.44) min(c, 0.2) h),
      oklch(from var(--fg) max(l, 0.78) min(c, 0.16) h)
    );
  }
  .ansi-bg {
    background: light-dark(
      oklch(from var(--ground) max(l, 0.92) min(c, 0.06) h),
      oklch(from var(--ground) min(l, 0.32) min(c, 0.1) h)
    );
  }
  .ansi-inverse {
    background: var(--text-2);
    color: var(--surface);
  }
  .ansi-bold {
    font-weight: 650;
  }
  .ansi-dim:not(.ansi-fg, .ansi-inverse, .ansi-bg) {
    color: var(--text-2);
  }
  .ansi-italic {
    font-style: italic;
  }
  .ansi-underline {
    text-decoration: underline;
  }
  .ansi-strikethrough {
    text-decoration: line-through;
  }
  .ansi-underline.ansi-strikethrough {
    text-decoration: underline line-through;
  }
`;
