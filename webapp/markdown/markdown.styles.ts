import { css } from 'lit';

/**
 * The look of a message's text. Blocks are laid out in groups: one that is finished is never looked at again while the
 * text grows, and out of sight it costs nothing. A group for each block would cost the browser a watch over each.
 */
export const markdownStyles = css`
  markdown-view {
    display: block;
    min-width: 0;
    max-width: 100%;
    color: var(--text);
    font-size: var(--t-md);
    line-height: var(--lh);
    overflow-wrap: anywhere;
  }
  /* Whether finished or not, a group is laid out alike: nothing moves when the next one begins. */
  .md-blocks {
    display: flow-root;
  }
  .md-blocks > * {
    unicode-bidi: isolate;
  }
  .md-blocks:not(:last-child, :has(+ .md-notes)) {
    content-visibility: auto;
    contain-intrinsic-size: auto 1000px;
  }
  markdown-view :where(p, ul, ol, blockquote, .md-table) {
    margin-block: var(--s3);
  }
  markdown-view li > :is(ul, ol) {
    margin-block: var(--s1);
  }
  markdown-view :is(ul, ol) {
    padding-inline-start: 1.6em;
  }
  markdown-view li {
    margin-block: var(--s1);
  }
  markdown-view li > p {
    margin-block: var(--s2);
  }
  markdown-view :is(h3, h4, h5, h6) {
    margin-block: var(--s5) var(--s2);
    font-weight: 650;
    line-height: 1.3;
    text-wrap: balance;
  }
  markdown-view .md-h1 {
    font-size: var(--t-xl);
  }
  markdown-view .md-h2 {
    font-size: var(--t-lg);
  }
  markdown-view :is(.md-h3, .md-h4) {
    font-size: 1em;
  }
  markdown-view .md-h4 {
    color: var(--text-2);
  }
  .md-blocks:first-child > :first-child {
    margin-block-start: 0;
  }
  .md-blocks > :last-child {
    margin-block-end: 0;
  }
  markdown-view hr {
    margin-block: var(--s5);
    border: 0;
    border-block-start: 1px solid var(--line);
  }
  markdown-view blockquote {
    margin-inline: 0;
    padding-inline-start: var(--s4);
    border-inline-start: 3px solid var(--line-strong);
    color: var(--text-2);
  }
  markdown-view blockquote > :first-child {
    margin-block-start: 0;
  }
  markdown-view blockquote > :last-child {
    margin-block-end: 0;
  }
  markdown-view a {
    color: var(--accent);
    text-decoration: underline;
    text-underline-offset: 0.15em;
  }
  markdown-view :not(pre) > code {
    padding: 0.1em 0.3em;
    border-radius: 4px;
    background: var(--raised);
    font-family: var(--mono);
    font-size: 0.9em;
  }
  .md-path {
    display: inline;
    padding: 0;
    border: 0;
    background: none;
    color: var(--accent);
    font: inherit;
    text-align: start;
    text-decoration: underline dotted;
    text-underline-offset: 0.15em;
    overflow-wrap: anywhere;
    user-select: text;
    unicode-bidi: isolate;
    cursor: pointer;
  }
  .md-path:hover {
    text-decoration-style: solid;
  }
  .md-host {
    color: var(--text-2);
    font-size: 0.9em;
    unicode-bidi: isolate;
  }
  .md-html {
    color: var(--text-2);
    font-family: var(--mono);
    font-size: var(--t-sm);
    white-space: pre-wrap;
  }
  .md-task {
    list-style: none;
  }
  .md-box {
    display: inline-block;
    width: 1.4em;
    margin-inline-start: -1.4em;
    color: var(--text-2);
  }
  .md-task > .md-box + p {
    display: inline;
  }
  .md-table {
    max-width: 100%;
    overflow-x: auto;
    overscroll-behavior-x: contain;
  }
  .md-table:focus-visible {
    outline: 2px solid var(--accent);
    outline-offset: -2px;
  }
  .md-table > table {
    border-collapse: collapse;
    font-size: 0.95em;
  }
  .md-table :is(th, td) {
    min-width: 4ch;
    max-width: 48ch;
    padding: var(--s1) var(--s3);
    border: 1px solid var(--line);
    text-align: start;
    vertical-align: top;
    overflow-wrap: break-word;
  }
  .md-table th {
    background: var(--raised);
    font-weight: 600;
  }
  .md-table [data-align='right'] {
    text-align: end;
  }
  .md-table [data-align='center'] {
    text-align: center;
  }
  /* Shadows at the edges that have more behind them: they lie under covers that scroll with the table. */
  .md-table {
    background:
      linear-gradient(to right, var(--bg) 30%, transparent) left / 40px 100% local,
      linear-gradient(to left, var(--bg) 30%, transparent) right / 40px 100% local,
      radial-gradient(farthest-side at 0 50%, color-mix(in oklch, var(--text) 30%, transparent), transparent) left / 14px 100% scroll,
      radial-gradient(farthest-side at 100% 50%, color-mix(in oklch, var(--text) 30%, transparent), transparent) right / 14px 100% scroll;
    background-repeat: no-repeat;
  }
  .md-table-tools {
    display: flex;
    gap: var(--s3);
    margin-block: calc(-1 * var(--s2)) var(--s3);
    opacity: 0;
    transition: opacity var(--d-fast) var(--ease);
  }
  .md-table-box:is(:hover, :focus-within) > .md-table-tools {
    opacity: 1;
  }
  @media (hover: none) {
    .md-table-tools {
      opacity: 1;
    }
  }
  .md-table-copy {
    min-height: 28px;
    padding: 0;
    border: 0;
    background: none;
    color: var(--text-2);
    font: 400 var(--t-xs) / 1.4 var(--font);
    text-decoration: underline;
    text-underline-offset: 3px;
    cursor: pointer;
  }
  @media (pointer: coarse) {
    .md-table-copy {
      min-width: var(--tap);
      min-height: var(--tap);
    }
  }
  .md-alert {
    --alert: var(--info);
    margin-block: var(--s3);
    padding: var(--s1) var(--s4);
    border-inline-start: 3px solid var(--alert);
  }
  .md-alert[data-alert='tip'] {
    --alert: var(--ok);
  }
  .md-alert[data-alert='important'] {
    --alert: var(--accent);
  }
  .md-alert[data-alert='warning'] {
    --alert: var(--warn);
  }
  .md-alert[data-alert='caution'] {
    --alert: var(--danger);
  }
  markdown-view .md-alert > p {
    margin-block: var(--s1);
  }
  .md-alert-title {
    color: var(--alert);
    font-weight: 600;
  }
  .md-details {
    margin-block: var(--s3);
  }
  .md-details > summary {
    width: fit-content;
    cursor: pointer;
  }
  .md-details[open] > summary {
    margin-block-end: var(--s2);
  }
  .md-image {
    max-width: 100%;
    height: auto;
    border-radius: var(--r-s);
  }
  .md-picture {
    display: inline-block;
    max-width: 100%;
    padding: 0;
    border: 0;
    border-radius: var(--r-s);
    background: none;
    cursor: zoom-in;
  }
  .md-remote,
  .md-no-image {
    display: inline-flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--s2);
    padding: var(--s1) var(--s2);
    border: 1px dashed var(--line-strong);
    border-radius: var(--r-s);
    color: var(--text-2);
    font-size: var(--t-sm);
  }
  .md-load {
    min-height: var(--tap);
    padding-inline: var(--s3);
    border: 1px solid var(--line-strong);
    border-radius: var(--r-s);
    background: var(--surface);
    color: var(--text);
    font: inherit;
    cursor: pointer;
  }
  .md-note-mark,
  .md-note-back {
    min-width: 24px;
    min-height: 24px;
    padding: 0 0.2em;
    border: 0;
    background: none;
    color: var(--accent);
    font: inherit;
    cursor: pointer;
  }
  .md-notes {
    margin-block-start: var(--s4);
    padding-block-start: var(--s2);
    border-block-start: 1px solid var(--line);
  }
  .md-note {
    display: flex;
    gap: var(--s2);
    color: var(--text-2);
    font-size: var(--t-sm);
  }
  .md-note-text {
    min-width: 0;
    flex: 1;
  }
  .md-note-text > p {
    margin-block: 0 var(--s1);
  }
`;
