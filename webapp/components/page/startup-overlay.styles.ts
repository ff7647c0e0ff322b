import { css } from 'lit';

/** A card over the transcript while the agent starts. */
export const startupOverlayStyles = css`
  :host {
    position: absolute;
    inset: 0;
    z-index: 2;
    display: grid;
    padding: var(--s4);
    overflow: auto;
    place-items: safe center;
    background: color-mix(in oklch, var(--bg) 88%, transparent);
    animation: appear var(--d-med) var(--ease);
  }

  @keyframes appear {
    from {
      opacity: 0;
    }
  }

  .card {
    width: min(100%, 440px);
    padding: var(--s5);
    border: 1px solid var(--line);
    border-radius: var(--r-l);
    background: var(--surface);
    box-shadow: var(--e2);
    color: var(--text);
    font: 400 var(--t-sm) / 1.5 var(--font);
  }

  h2 {
    margin: 0 0 var(--s3);
    font: 600 var(--t-lg) / 1.3 var(--font);
    letter-spacing: -0.01em;
    overflow-wrap: anywhere;
  }

  .track {
    height: 3px;
    overflow: hidden;
    border-radius: 2px;
    background: var(--line);
  }

  .track span {
    display: block;
    height: 100%;
    background: var(--accent);
    transform-origin: left;
    transition: transform var(--d-slow) var(--ease-out);
  }

  .track .failed {
    background: var(--danger);
  }

  ol {
    margin: var(--s3) 0 0;
    padding: 0;
    list-style: none;
  }

  li {
    display: flex;
    align-items: center;
    gap: var(--s3);
    min-height: 30px;
    color: var(--text-3);
  }

  li.done,
  li.running {
    color: var(--text);
  }

  li.running {
    font-weight: 500;
  }

  li.running .icon {
    color: var(--accent);
  }

  li.done .icon {
    color: var(--ok);
  }

  li.failed,
  li.failed .icon {
    color: var(--danger);
  }

  .name {
    min-width: 0;
    overflow-wrap: anywhere;
  }

  .time {
    margin-inline-start: auto;
    color: var(--text-3);
    font-weight: 400;
    font-size: var(--t-xs);
    font-variant-numeric: tabular-nums;
  }

  p {
    margin: var(--s3) 0 0;
  }

  .reason {
    padding: var(--s2) var(--s3);
    border-radius: var(--r-s);
    background: var(--raised);
    color: var(--text-2);
    white-space: pre-line;
    overflow-wrap: anywhere;
  }

  .reason.failed {
    background: var(--danger-soft);
    color: var(--text);
  }

  .note {
    color: var(--text-3);
    font-size: var(--t-xs);
  }

  .others {
    margin-top: var(--s4);
    padding-top: var(--s3);
    border-top: 1px solid var(--line);
  }

  .others p {
    margin: 0;
    color: var(--text-2);
  }

  .actions {
    display: flex;
    flex-wrap: wrap;
    gap: var(--s2);
    margin-top: var(--s3);
  }

  .actions .btn {
    flex: 0 1 auto;
    max-width: 100%;
    padding-block: var(--s1);
    overflow-wrap: anywhere;
  }
`;
