import { css } from 'lit';

/** Code: its frame, its head, and the colours of its parts. The page's tokens win over the colours given here. */
export const codeStyles = css`
  code-block {
    display: block;
    min-width: 0;
    max-width: 100%;
    margin-block: var(--s3);
    border: 1px solid var(--line);
    border-radius: var(--r-s);
    background: var(--sunken);
    overflow: clip;
  }
  .code-head {
    display: flex;
    align-items: center;
    gap: var(--s1);
    min-height: var(--row);
    padding-inline: var(--s3) var(--s1);
    border-block-end: 1px solid var(--line);
    color: var(--text-2);
    font-size: var(--t-xs);
  }
  .code-name {
    flex: 1;
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    text-align: start;
    unicode-bidi: isolate;
    font-family: var(--mono);
  }
  .code-warning {
    color: var(--danger);
  }
  .code-tool,
  .code-file {
    min-height: var(--tap);
    border: 0;
    border-radius: var(--r-s);
    padding-inline: var(--s2);
    background: none;
    color: inherit;
    font-size: inherit;
    cursor: pointer;
  }
  .code-tool {
    font-family: inherit;
  }
  .code-file {
    padding-inline: 0;
    color: var(--accent);
  }
  .code-tool:hover,
  .code-tool[aria-pressed='true'] {
    background: var(--raised);
    color: var(--text);
  }
  .code-body {
    margin: 0;
    padding: var(--s3);
    overflow-x: auto;
    overscroll-behavior-x: contain;
    color: var(--text);
    font-family: var(--mono);
    font-size: var(--t-sm);
    line-height: var(--lh-code);
    tab-size: 4;
    direction: ltr;
    text-align: start;
  }
  .code-body:focus-visible {
    outline: 2px solid var(--accent);
    outline-offset: -2px;
  }
  .code-body > code {
    display: block;
    width: max-content;
    min-width: 100%;
    padding: 0;
    background: none;
    font: inherit;
    white-space: pre;
  }
  .code-wraps > code {
    width: auto;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  .code-lines {
    display: block;
  }
  .code-lines:not(:last-child) {
    content-visibility: auto;
    contain-intrinsic-size: auto calc(32lh);
  }
  .tk-keyword {
    color: var(--sk-token-keyword, light-dark(oklch(0.45 0.17 300), oklch(0.79 0.12 305)));
  }
  .tk-string,
  .tk-string-expression {
    color: var(--sk-token-string, light-dark(oklch(0.42 0.1 150), oklch(0.83 0.11 150)));
  }
  .tk-comment {
    color: var(--sk-token-comment, light-dark(oklch(0.47 0.02 265), oklch(0.74 0.018 265)));
    font-style: italic;
  }
  .tk-function {
    color: var(--sk-token-function, light-dark(oklch(0.45 0.14 258), oklch(0.82 0.09 245)));
  }
  .tk-constant {
    color: var(--sk-token-constant, light-dark(oklch(0.45 0.12 50), oklch(0.84 0.1 75)));
  }
  .tk-parameter {
    color: var(--sk-token-parameter, light-dark(oklch(0.4 0.06 20), oklch(0.87 0.04 40)));
  }
  .tk-punctuation {
    color: var(--sk-token-punctuation, light-dark(oklch(0.42 0.02 265), oklch(0.8 0.015 265)));
  }
  .tk-link {
    color: var(--sk-token-link, light-dark(oklch(0.45 0.14 258), oklch(0.82 0.09 245)));
    text-decoration: underline;
  }
  .tk-inserted {
    color: var(--sk-token-inserted, light-dark(oklch(0.42 0.12 150), oklch(0.83 0.14 150)));
  }
  .tk-deleted {
    color: var(--sk-token-deleted, light-dark(oklch(0.45 0.17 25), oklch(0.8 0.12 25)));
  }
  .tk-changed {
    color: var(--sk-token-changed, light-dark(oklch(0.45 0.1 70), oklch(0.84 0.11 80)));
  }
  @media print {
    .code-tool {
      display: none;
    }
    .code-body > code {
      width: auto;
      white-space: pre-wrap;
    }
  }
`;
