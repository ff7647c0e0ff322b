import { css } from 'lit';

/** The head of the changes, their groups and the rows of files that git tells. */
export const changesStyles = css`
  changes-view {
    container: changes / inline-size;
  }

  .changes-bar {
    display: grid;
    flex: none;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--s2);
    padding: var(--s2) var(--s3);
    border-bottom: 1px solid var(--line);
  }

  session-changes,
  working-changes,
  branch-changes {
    display: flex;
    flex: 1;
    flex-direction: column;
    min-width: 0;
    min-height: 0;
  }

  .repo-head,
  .repo-place {
    display: flex;
    align-items: center;
    gap: var(--s2);
    min-width: 0;
    min-height: 28px;
    margin: 0;
    color: var(--text-2);
  }

  /* On a phone, the look of diffs goes below the branch and its remote, which stay in one line. */
  .repo-head {
    flex-wrap: wrap;
    row-gap: 0;
  }

  .repo-head > branch-bar {
    flex: 1 1 16rem;
  }

  .repo-head > branch-bar[wide] {
    flex-basis: 100%;
  }

  .repo-head > .look-tools {
    margin-inline-start: auto;
  }

  .repo-place {
    flex: 1;
  }

  .repo-place > .icon {
    color: var(--text-3);
  }

  .repo-branch {
    min-width: 0;
    overflow: hidden;
    color: var(--text);
    font-weight: 500;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  .repo-count {
    flex: none;
    font-size: var(--t-xs);
    font-variant-numeric: tabular-nums;
  }

  .repo-operation {
    flex: none;
    padding: 1px var(--s2);
    border-radius: var(--r-full);
    background: var(--warn-soft);
    color: var(--warn);
    font-size: var(--t-xs);
    font-weight: 500;
  }

  .segments {
    display: flex;
    gap: 2px;
    min-width: 0;
    margin: 0;
    padding: 2px;
    border: 0;
    border-radius: var(--r-s);
    background: var(--raised);
  }

  .segment {
    position: relative;
    display: flex;
    flex: 1 1 auto;
    align-items: center;
    justify-content: center;
    gap: 6px;
    min-width: 0;
    min-height: calc(var(--tap) - 4px);
    padding: 0 var(--s2);
    border-radius: 4px;
    color: var(--text-2);
    font-size: var(--t-xs);
    font-weight: 500;
    line-height: 1.2;
    /* Long words of another language take a second line. */
    text-align: center;
    cursor: pointer;
  }

  .segment:hover {
    color: var(--text);
  }

  .segment:has(:checked) {
    background: var(--surface);
    box-shadow: var(--e1);
    color: var(--text);
  }

  .segment:has(:focus-visible) {
    outline: 2px solid var(--accent);
  }

  .segment > input {
    position: absolute;
    inset: 0;
    margin: 0;
    opacity: 0;
    cursor: pointer;
  }

  .segment > .work-count {
    min-width: 16px;
    padding: 0 4px;
    background: none;
    color: var(--text-3);
  }

  .look-tools {
    display: flex;
    flex: none;
    gap: 2px;
    margin-inline-end: calc(-1 * var(--s1));
  }

  .look-tool {
    min-height: max(26px, calc(var(--tap) - 6px));
    padding-inline: var(--s2);
    border: 0;
    border-radius: var(--r-s);
    background: none;
    color: var(--text-2);
    font: 500 var(--t-xs) / 1.2 var(--font);
    white-space: nowrap;
    cursor: pointer;
  }

  .look-tool:hover,
  .look-tool[aria-pressed='true'] {
    background: var(--raised);
    color: var(--text);
  }

  .branch-base {
    display: flex;
    flex: 1;
    align-items: center;
    gap: var(--s2);
    min-width: 0;
    color: var(--text-2);
    font-size: var(--t-xs);
    white-space: nowrap;
  }

  .branch-base > select {
    flex: 0 1 auto;
    min-width: 0;
    text-overflow: ellipsis;
  }

  .git-group-head {
    display: flex;
    align-items: center;
    gap: 2px;
    min-height: 36px;
    padding: var(--s1) var(--s2) 0 var(--s3);
  }

  .git-group-head h3 {
    flex: 1;
    min-width: 0;
    margin: 0;
    color: var(--text-2);
    font: 600 var(--t-xs) / 1.4 var(--font);
  }

  .git-all {
    min-height: max(26px, calc(var(--tap) - 6px));
    padding: 0 var(--s2);
    font-size: var(--t-xs);
  }

  git-file {
    display: block;
  }

  .git-line {
    position: sticky;
    top: 0;
    z-index: 2;
    display: flex;
    align-items: center;
    min-height: var(--row);
    padding-inline-end: var(--s1);
    background: var(--bg);
  }

  .git-line:hover {
    background: color-mix(in oklch, var(--raised) 70%, var(--bg));
  }

  .git-head {
    display: flex;
    flex: 1;
    align-items: center;
    gap: var(--s2);
    min-width: 0;
    min-height: var(--row);
    padding: 0 var(--s2) 0 var(--s3);
    border: 0;
    background: none;
    color: inherit;
    font: inherit;
    text-align: start;
    cursor: pointer;
  }

  .git-head:focus-visible {
    outline-offset: -2px;
  }

  .git-head > .icon {
    color: var(--text-3);
  }

  .git-head .change-base {
    font-weight: 500;
  }

  .git-letter {
    flex: none;
    width: 1.4em;
    color: var(--text-2);
    font: 600 var(--t-xs) / 1.4 var(--mono);
    text-align: center;
  }

  .git-letter[data-letter='A'],
  .git-letter[data-letter='N'] {
    color: var(--ok);
  }

  .git-letter[data-letter='M'],
  .git-letter[data-letter='T'],
  .git-letter[data-letter='U'] {
    color: var(--warn);
  }

  .git-letter[data-letter='D'] {
    color: var(--danger);
  }

  .git-letter[data-letter='R'],
  .git-letter[data-letter='C'] {
    color: var(--info);
  }

  .git-change:has(> .git-line .git-letter[data-letter='D']) .change-base {
    text-decoration: line-through;
  }

  .git-from {
    flex: 0 1 auto;
    min-width: 0;
    overflow: hidden;
    color: var(--text-3);
    font-size: var(--t-xs);
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  .git-mark {
    flex: none;
    padding: 0 6px;
    border: 1px solid var(--line);
    border-radius: var(--r-full);
    color: var(--text-2);
    font-size: 0.6875rem;
    line-height: 1.5;
  }

  .git-head .count-plus,
  .git-head .count-minus {
    flex: none;
    font-size: var(--t-xs);
  }

  .git-acts {
    display: flex;
    flex: none;
  }

  .git-act {
    width: max(28px, calc(var(--tap) - 4px));
    min-height: max(28px, calc(var(--tap) - 4px));
    color: var(--text-3);
  }

  .git-line:hover .git-act,
  .git-line:focus-within .git-act {
    color: var(--text-2);
  }

  .git-act:hover {
    color: var(--text);
  }

  .git-body {
    border-block: 1px solid var(--line);
    background: var(--surface);
  }

  .git-body > .change-tools {
    margin: 0;
    padding: 0 var(--s1);
  }

  .git-body diff-view {
    --diff-top: var(--row);

    max-width: none;
    border: 0;
    border-radius: 0;
    background: none;
  }

  .git-body .diff-hunk:first-child {
    border-top-color: var(--line);
  }

  .git-refusal {
    display: flex;
    flex: none;
    gap: var(--s2);
    padding: var(--s3);
    border-bottom: 1px solid var(--line);
    background: var(--warn-soft);
  }

  .git-refusal > .icon {
    margin-top: 2px;
    color: var(--warn);
  }

  .git-refusal p {
    margin: 0 0 var(--s1);
    overflow-wrap: anywhere;
  }

  .git-refusal-acts {
    display: flex;
    flex-wrap: wrap;
    gap: var(--s2);
    margin-top: var(--s2);
  }

  .git-refusal > div {
    flex: 1;
    min-width: 0;
  }

  .git-doom-list {
    max-height: min(30vh, 12rem);
    margin: var(--s2) 0 0;
    padding: var(--s1) var(--s2);
    overflow: auto;
    border: 1px solid var(--line);
    border-radius: var(--r-s);
    background: var(--surface);
    font: 400 var(--t-xs) / 1.7 var(--mono);
    list-style: none;
    overflow-wrap: anywhere;
  }

  .git-foot {
    display: flex;
    justify-content: flex-end;
    margin: var(--s2) 0 0;
    padding: 0 var(--s2);
  }

  .repo-failure {
    display: grid;
    justify-items: center;
    gap: var(--s2);
    max-width: 44ch;
    margin: var(--s7) auto;
    padding: 0 var(--s4);
    color: var(--text-2);
    text-align: center;
  }

  .repo-failure p {
    margin: 0;
    overflow-wrap: anywhere;
  }

  .repo-failure p:first-child {
    color: var(--text);
    font-weight: 500;
  }

  .repo-command {
    display: flex;
    align-items: center;
    gap: var(--s1);
    min-width: 0;
    max-width: 100%;
  }

  .repo-command code {
    min-width: 0;
    padding: var(--s1) var(--s2);
    border-radius: var(--r-s);
    background: color-mix(in oklch, var(--text) 8%, transparent);
    color: var(--text);
    font: 400 var(--t-xs) / 1.5 var(--mono);
    overflow-wrap: anywhere;
    text-align: start;
  }

  @container changes (max-width: 699px) {
    .only-wide {
      display: none;
    }
  }

  @media (max-width: 420px) {
    .segment {
      padding: 0 6px;
    }

    .git-from {
      display: none;
    }
  }
`;
