import { css } from 'lit';

/** The entries of a transcript, apart from the elements that have styles of their own. */
export const transcriptEntryStyles = css`
  transcript-entry {
    display: block;
    min-width: 0;
    overflow-wrap: anywhere;
  }

  transcript-entry:is([data-kind='agent'], [data-kind='user']) {
    position: relative;
  }

  .message-bar {
    display: flex;
    flex: none;
    border-radius: var(--r-s);
    opacity: 0;
    transition: opacity var(--d-fast) var(--ease);
  }

  .message-bar .icon-btn {
    width: 28px;
    min-height: 28px;
  }

  transcript-entry:is(:hover, :focus, :focus-within, [data-tapped]) .message-bar {
    opacity: 1;
  }

  /* Over the end of the last line, which seldom reaches so far. */
  transcript-entry[data-kind='agent'] > .message-bar {
    position: absolute;
    inset: auto var(--s3) 1px auto;
    background: var(--bg);
    box-shadow: 0 0 0 1px var(--line);
  }

  @media (pointer: coarse) {
    .message-bar .icon-btn {
      width: var(--tap);
      min-height: var(--tap);
    }

    transcript-entry:not(:hover, :focus, :focus-within, [data-tapped]) .message-bar {
      visibility: hidden;
    }

    /* Beside the words there is no room for it. */
    user-message > .message-bar {
      position: absolute;
      inset: auto auto 1px var(--s3);
      background: var(--bg);
      box-shadow: 0 0 0 1px var(--line);
    }
  }

  .mark.day {
    padding-block: var(--s3) var(--s4);
  }

  .answer {
    display: flow-root;
    color: var(--text);
  }

  .picture {
    display: block;
    max-width: 100%;
    max-height: 28rem;
    margin: var(--s3) 0;
    border: 1px solid var(--line);
    border-radius: var(--r-m);
  }

  .picture-open {
    display: block;
    max-width: 100%;
    margin: var(--s3) 0;
    padding: 0;
    border: 0;
    border-radius: var(--r-m);
    background: none;
    cursor: zoom-in;
  }

  .picture-open > .picture {
    margin: 0;
  }

  .chip {
    display: inline-flex;
    align-items: center;
    gap: var(--s2);
    max-width: 100%;
    margin: 2px 0;
    padding: 3px 10px;
    border: 1px solid var(--line);
    border-radius: var(--r-full);
    background: var(--surface);
    color: var(--text);
    font-size: var(--t-sm);
    text-decoration: none;
  }

  .chip-note {
    color: var(--text-3);
  }

  a.chip:hover {
    border-color: var(--line-strong);
  }

  .resource > summary {
    cursor: pointer;
    color: var(--text-2);
    font-size: var(--t-sm);
  }

  .panel {
    display: flex;
    gap: var(--s3);
    padding: var(--s3) var(--s4);
    border: 1px solid var(--line);
    border-radius: var(--r-m);
    background: var(--surface);
  }

  .panel > .icon {
    margin-top: 4px;
    color: var(--info);
  }

  .panel.error {
    border-color: color-mix(in oklch, var(--danger) 30%, transparent);
    background: var(--danger-soft);
  }

  .panel.error > .icon {
    color: var(--danger);
  }

  .panel.warning {
    border-color: color-mix(in oklch, var(--warn) 30%, transparent);
    background: var(--warn-soft);
  }

  .panel.warning > .icon {
    color: var(--warn);
  }

  .panel-words {
    flex: 1;
    min-width: 0;
  }

  .panel p,
  .asked p {
    margin: 0;
    white-space: pre-line;
  }

  .panel .panel-more,
  .asked .asked-outcome {
    color: var(--text-2);
    font-size: var(--t-sm);
  }

  .panel summary {
    width: fit-content;
    margin-top: var(--s1);
    color: var(--text-2);
    font-size: var(--t-sm);
    cursor: pointer;
  }

  .panel details .plain {
    margin-top: var(--s2);
    border-radius: var(--r-s);
    background: color-mix(in oklch, var(--surface) 70%, transparent);
  }

  .panel-actions {
    display: flex;
    flex-wrap: wrap;
    gap: var(--s2);
    margin-top: var(--s2);
  }

  .panel-actions:empty {
    display: none;
  }

  .mark {
    display: flex;
    align-items: center;
    justify-content: center;
    gap: var(--s3);
    padding: var(--s1) 0;
    color: var(--text-3);
    font-size: var(--t-xs);
    text-align: center;
  }

  .mark::before,
  .mark::after {
    flex: 1;
    min-width: var(--s4);
    height: 1px;
    background: var(--line);
    content: "";
  }

  .compaction summary {
    cursor: pointer;
    list-style: none;
  }

  .compaction-text {
    color: var(--text-2);
    font-size: var(--t-sm);
  }

  .plan {
    padding: var(--s3) var(--s4);
    border: 1px solid var(--line);
    border-radius: var(--r-m);
    background: var(--surface);
  }

  .plan-head {
    display: flex;
    align-items: center;
    gap: var(--s2);
    margin: 0 0 var(--s1);
    font: 600 var(--t-sm) / 1.4 var(--font);
  }

  .plan-head .icon {
    color: var(--text-3);
  }

  .plan-head:last-child {
    margin: 0;
  }

  .plan-count {
    color: var(--text-3);
    font-weight: 400;
  }

  .steps {
    margin: 0;
    padding: 0;
    list-style: none;
  }

  .step {
    display: flex;
    gap: var(--s2);
    padding: 3px 0;
    color: var(--text-2);
    font-size: var(--t-sm);
  }

  .step .icon {
    margin-top: 3px;
    font-size: 15px;
    color: var(--text-3);
  }

  .step[data-status="in_progress"] {
    color: var(--text);
    font-weight: 500;
  }

  .step[data-status="in_progress"] .icon {
    color: var(--accent);
  }

  .step[data-status="completed"] .icon {
    color: var(--ok);
  }

  .asked {
    display: flex;
    gap: var(--s3);
    padding: var(--s1) 0;
  }

  .asked > .icon {
    margin-top: 4px;
    color: var(--accent);
  }

  .terminal-entry {
    overflow: hidden;
    border: 1px solid var(--line);
    border-radius: var(--r-m);
    background: var(--surface);
  }

  .terminal-head {
    display: flex;
    align-items: center;
    gap: var(--s2);
    padding: var(--s2) var(--s3);
    font: 400 var(--t-xs) / 1.5 var(--mono);
  }

  .terminal-foot {
    padding: var(--s1) var(--s3);
    border-top: 1px solid var(--line);
  }

  .terminal-entry terminal-output {
    border-width: 1px 0 0;
    border-radius: 0;
  }
`;
