import { css } from 'lit';

/** The scrolling column of a session. */
export const transcriptViewStyles = css`
  transcript-view {
    position: relative;
    display: block;
    min-height: 0;
  }

  .log {
    height: 100%;
    /* Its own root of layout: words that come in move nothing outside of it. */
    contain: strict;
    /* What is opaque is moved as a picture when it scrolls; the rest would be painted anew. */
    background: var(--bg);
    overflow: hidden auto;
    overscroll-behavior: contain;
    scrollbar-gutter: stable both-edges;
  }

  /* What follows the end needs nothing held in its place, and looking for it costs at every step. */
  .log[data-pinned] {
    overflow-anchor: none;
  }

  .log:focus-visible {
    outline-offset: -2px;
  }

  .log-inner {
    display: flex;
    flex-direction: column;
    gap: var(--s1);
    max-width: calc(var(--measure) + 2 * var(--gutter));
    min-height: 100%;
    margin: 0 auto;
    padding: var(--s5) var(--gutter) var(--s4);
  }

  .log-inner > :is(transcript-entry, tool-group) {
    content-visibility: auto;
    contain-intrinsic-size: auto 80px;
    /* Room for what stands out of the text column: hover grounds and focus rings. */
    margin-inline: calc(-1 * var(--s3));
    padding-inline: var(--s3);
  }

  /* The guess of a new one's height is seen for a frame: a call is one line. */
  .log-inner > :is(tool-group, transcript-entry[data-kind="tool"]) {
    contain-intrinsic-size: auto 36px;
  }

  .log-inner > transcript-entry[data-kind="user"] {
    margin-top: var(--s5);
    margin-bottom: var(--s2);
  }

  .log-inner > transcript-entry[data-kind="user"]:first-child {
    margin-top: 0;
  }

  .log-inner > transcript-entry:is([data-kind="agent"], [data-kind="plan"], [data-kind="error"], [data-kind="notice"], [data-kind="question"], [data-kind="terminal"], [data-kind="mark"]) {
    margin-block: var(--s2);
  }

  ::highlight(found) {
    background: var(--warn-soft);
  }

  ::highlight(found-here) {
    background: var(--accent);
    color: var(--on-accent);
  }

  .log-inner > [data-found] {
    border-radius: var(--r-m);
    background: var(--accent-soft);
  }

  .log-inner > transcript-entry[data-embedded] {
    display: none;
  }

  .log-top {
    min-height: 28px;
    color: var(--text-3);
    font-size: var(--t-sm);
    text-align: center;
  }

  .pill {
    position: absolute;
    bottom: var(--s3);
    left: 50%;
    min-height: 32px;
    border-color: var(--line);
    border-radius: var(--r-full);
    background: var(--surface);
    box-shadow: var(--e2);
    color: var(--text);
    translate: -50% 0;
  }

  .pill:hover {
    background: var(--raised);
  }

  @media (pointer: coarse) {
    .pill {
      min-height: 44px;
    }
  }

  /* A caret at the end of what is being written. */
  markdown-view[streaming] > .md-blocks:last-child > :last-child:is(p, h3, h4, h5, h6)::after,
  markdown-view[streaming] > .md-blocks:last-child > :last-child:is(ul, ol) > li:last-child::after {
    display: inline-block;
    width: 0.5em;
    height: 1.05em;
    margin-inline-start: 2px;
    border-radius: 1px;
    background: var(--accent);
    vertical-align: -0.15em;
    animation: caret 1.1s steps(2, jump-none) infinite;
    content: "";
  }

  @keyframes caret {
    to {
      opacity: 0.15;
    }
  }

  @media (prefers-reduced-motion: reduce) {
    markdown-view[streaming] > .md-blocks > :last-child::after,
    markdown-view[streaming] > .md-blocks > :last-child > li:last-child::after {
      animation: none !important;
    }
  }

  @media print {
    .log {
      contain: none;
      height: auto;
      overflow: visible;
    }

    .pill,
    find-bar,
    .message-bar,
    turn-status {
      display: none !important;
    }

    /* What is out of sight has to be on the paper too. */
    .log-inner > :is(transcript-entry, tool-group) {
      content-visibility: visible;
    }

    transcript-view,
    .log-inner {
      max-width: none;
      height: auto;
      min-height: 0;
    }
  }
`;
