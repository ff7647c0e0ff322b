import { css } from 'lit';

/** One agent in the settings. */
export const agentCardStyles = css`
  :host {
    display: block;
    min-width: 0;
  }

  .head {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--s2) var(--s3);
  }

  .about {
    display: flex;
    flex: 1 1 10rem;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 2px var(--s2);
    min-width: 0;
  }

  .name {
    font-weight: 600;
    overflow-wrap: anywhere;
  }

  .version {
    color: var(--text-3);
    font-size: var(--t-xs);
    font-variant-numeric: tabular-nums;
  }

  .badge {
    padding: 1px 8px;
    border-radius: var(--r-full);
    background: var(--accent-soft);
    color: var(--text);
    font-size: var(--t-xs);
  }

  .state {
    display: inline-flex;
    align-items: center;
    gap: 6px;
    color: var(--text-2);
    font-size: var(--t-xs);
  }

  .state::before {
    width: 8px;
    height: 8px;
    border-radius: 50%;
    background: var(--line-strong);
    content: "";
  }

  .state.ready::before {
    background: var(--ok);
  }

  .state.starting::before {
    background: var(--info);
  }

  .state:is(.needs_login, .degraded, .untrusted)::before {
    background: var(--warn);
  }

  .state.crashed::before {
    background: var(--danger);
  }

  .actions {
    display: flex;
    flex-wrap: wrap;
    gap: var(--s2);
  }

  .install {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--s1) var(--s2);
    margin: var(--s1) 0 0;
    overflow-wrap: anywhere;
  }

  .install a,
  .install .btn.link {
    display: inline-flex;
    align-items: center;
    min-width: var(--tap);
    min-height: var(--tap);
    color: var(--accent);
  }

  .install small {
    color: var(--text-3);
  }

  details .actions:not(:empty) {
    margin-bottom: var(--s3);
  }

  .actions .btn {
    flex: 0 1 auto;
    min-width: max(var(--tap), 3rem);
    max-width: 100%;
    padding-inline: var(--s2);
    padding-block: var(--s1);
    overflow-wrap: anywhere;
  }

  .message {
    margin: var(--s1) 0 0;
    color: var(--text-2);
    overflow-wrap: anywhere;
  }

  summary {
    width: fit-content;
    min-height: var(--tap);
    padding: var(--s1) 0;
    color: var(--text-3);
    font-size: var(--t-xs);
    line-height: calc(var(--tap) - 8px);
    cursor: pointer;
  }

  summary:hover {
    color: var(--text);
  }

  dl {
    display: grid;
    gap: var(--s2);
    margin: var(--s1) 0 var(--s3);
  }

  dl > div {
    display: grid;
    grid-template-columns: 9rem minmax(0, 1fr);
    gap: var(--s3);
  }

  dt {
    color: var(--text-3);
    overflow-wrap: anywhere;
  }

  dd {
    margin: 0;
    overflow-wrap: anywhere;
  }

  code {
    padding: 1px 6px;
    border-radius: 4px;
    background: var(--sunken);
    font: 400 var(--t-xs) / 1.6 var(--mono);
  }

  table {
    width: 100%;
    border-collapse: collapse;
    font-size: var(--t-xs);
  }

  caption {
    padding: var(--s2) 0;
    color: var(--text-3);
    text-align: start;
  }

  th,
  td {
    padding: 5px var(--s2) 5px 0;
    border-top: 1px solid var(--line);
    font-weight: 400;
    text-align: start;
  }

  thead th {
    border-top: 0;
    color: var(--text-3);
  }

  td {
    color: var(--text-2);
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }

  .lost {
    color: var(--danger);
  }

  .none {
    margin: 0;
    color: var(--text-3);
  }

  @media (max-width: 560px) {
    dl > div {
      grid-template-columns: minmax(0, 1fr);
      gap: 0;
    }
  }
`;
