import { css } from 'lit';

/** The entries of a transcript, apart from the elements that have styles of their own. */
export const transcriptEntryStyles = css`
  transcript-entry {
    display: block;
    min-width: 0;
    overflow-wrap: anywhere;
  }

  .answer {
    display: flow-root;
    color: var(--text);
  }

  .answer > markdown-view > :first-child {
    margin-block-start: 0;
  }

  .answer > markdown-view > :last-child {
    margin-block-end: 0;
  }

  .picture {
    display: block;
    max-width: 100%;
    max-height: 28rem;
    margin: var(--s3) 0;
    border: 1px solid var(--line);
    border-radius: var(--r-m);
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

  .terminal-entry terminal-output {
    border-width: 1px 0 0;
    border-radius: 0;
  }
`;
