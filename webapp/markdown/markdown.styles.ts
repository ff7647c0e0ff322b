import { css } from 'lit';

/** The look of a message's text. Blocks that are finished and out of sight cost no layout. */
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
  markdown-view > * {
    unicode-bidi: isolate;
  }
  markdown-view > :not(:last-child) {
    content-visibility: auto;
    contain-intrinsic-size: auto 80px;
  }
  markdown-view > :first-child {
    margin-block-start: 0;
  }
  markdown-view > :last-child {
    margin-block-end: 0;
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
  .md-image {
    max-width: 100%;
    height: auto;
    border-radius: var(--r-s);
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
