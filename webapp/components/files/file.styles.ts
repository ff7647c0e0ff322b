import { css } from 'lit';

/** A file to be read, and the field that finds one. */
export const fileStyles = css`
  file-picker {
    position: relative;
    display: block;
    flex: 1;
    min-width: 0;
  }

  .picker-field {
    width: 100%;
  }

  .picker-list {
    position: absolute;
    inset: calc(100% + 4px) 0 auto;
    z-index: 3;
    max-height: min(60dvh, 420px);
    padding: var(--s1);
    overflow: hidden auto;
    border: 1px solid var(--line);
    border-radius: var(--r-m);
    background: var(--surface);
    box-shadow: var(--e2);
  }

  .picker-file,
  .picker-note {
    padding: 6px var(--s2);
    border-radius: var(--r-s);
    color: var(--text-2);
    font: 400 calc(var(--t-xs) * var(--code-scale)) / 1.4 var(--mono);
    overflow-wrap: anywhere;
  }

  .picker-file {
    display: flex;
    align-items: center;
    gap: var(--s2);
    min-height: var(--row);
    cursor: pointer;
  }

  .picker-file .icon {
    color: var(--text-3);
  }

  .picker-file:hover {
    background: var(--hover);
  }

  .picker-file[aria-selected='true'] {
    background: var(--accent-soft);
    color: var(--text);
  }

  .picker-note {
    font-family: var(--font);
  }

  .picker-file mark {
    background: none;
    color: var(--accent);
    font-weight: 600;
  }

  .file-follow {
    display: flex;
    flex: none;
    align-items: center;
    gap: var(--s2);
    min-height: 36px;
    padding: 0 var(--s3);
    border-bottom: 1px solid var(--line);
    background: var(--sunken);
    color: var(--text-2);
    font-size: var(--t-xs);
  }

  .file-follow .icon {
    color: var(--accent);
  }

  .file-place {
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  .file-place bdi {
    font-family: var(--mono);
  }

  file-lines {
    display: flex;
    flex: 1;
    min-height: 0;
  }

  .file-scroll {
    flex: 1;
    min-width: 0;
    padding: var(--s2) 0 max(var(--s4), env(safe-area-inset-bottom));
    overflow: auto;
    overscroll-behavior: contain;
    font: 400 calc(var(--t-xs) * var(--code-scale)) / var(--line-px) var(--mono);
    tab-size: 4;
    direction: ltr;
  }

  .file-scroll:focus-visible {
    outline-offset: -2px;
  }

  .file-text {
    position: relative;
    min-width: 100%;
  }

  .file-slice {
    position: absolute;
    left: 0;
    width: max-content;
    min-width: 100%;
  }

  .file-line {
    display: flex;
    height: var(--line-px);
    padding-inline-end: var(--s4);
    white-space: pre;
  }

  .file-line.meant {
    background: var(--accent-soft);
    box-shadow: inset 3px 0 var(--accent);
  }

  .file-number {
    position: sticky;
    left: 0;
    flex: none;
    box-sizing: content-box;
    width: calc(var(--digits) * 1ch);
    padding: 0 var(--s3) 0 var(--s4);
    background: var(--bg);
    color: var(--text-3);
    text-align: end;
    user-select: none;
  }

  .file-blame {
    flex: none;
    box-sizing: border-box;
    width: 18ch;
    padding: 0 var(--s2);
    overflow: hidden;
    border: 0;
    background: none;
    color: var(--text-2);
    font: inherit;
    font-size: var(--t-xs);
    line-height: inherit;
    text-align: start;
    text-overflow: ellipsis;
    white-space: nowrap;
    user-select: none;
  }

  button.file-blame {
    cursor: pointer;
  }

  button.file-blame:hover {
    color: var(--text);
    text-decoration: underline;
  }

  .file-line.meant .file-number {
    background: var(--accent-soft);
    box-shadow: inset 3px 0 var(--accent);
    color: var(--text);
  }

  .file-line.changed {
    animation: file-changed 2.4s var(--ease) both;
  }

  @keyframes file-changed {
    0%,
    50% {
      background: var(--add-bg);
      box-shadow: inset 3px 0 var(--ok);
    }
  }

  .file-words mark {
    border-radius: 2px;
    background: var(--warn-soft);
    box-shadow: inset 0 0 0 1px color-mix(in oklch, var(--warn) 55%, transparent);
    color: inherit;
  }

  .file-words mark.current {
    background: var(--warn);
    color: var(--bg);
  }

  .file-words mark.current * {
    color: inherit;
  }

  .file-words mark.column {
    background: var(--accent);
    color: var(--on-accent);
  }

  .file-words mark.column * {
    color: inherit;
  }

  .file-number {
    cursor: pointer;
  }

  .file-number:hover {
    color: var(--text);
  }

  .file-head {
    display: flex;
    flex: none;
    align-items: center;
    gap: var(--s1);
    min-height: 44px;
    padding: var(--s1) var(--s2);
    border-bottom: 1px solid var(--line);
  }

  .crumbs {
    display: flex;
    flex: 1;
    align-items: center;
    justify-content: flex-start;
    min-width: 0;
    padding-inline-start: var(--s1);
    overflow: hidden;
    white-space: nowrap;
  }

  .crumb {
    flex: 0 1 auto;
    min-width: 1.5ch;
    padding: 4px 3px;
    overflow: hidden;
    border: 0;
    border-radius: 4px;
    background: none;
    color: var(--text-2);
    font: 400 var(--t-xs) / 1.4 var(--font);
    text-overflow: ellipsis;
    white-space: nowrap;
    cursor: pointer;
  }

  .crumb:hover {
    background: var(--hover);
    color: var(--text);
  }

  .crumb-sep {
    flex: none;
    color: var(--text-3);
    font-size: var(--t-xs);
  }

  .crumb-name {
    flex: 0 0 auto;
    max-width: 100%;
    padding: 4px 3px;
    overflow: hidden;
    color: var(--text);
    font: 500 var(--t-sm) / 1.4 var(--font);
    text-overflow: ellipsis;
  }

  .file-acts {
    display: flex;
    flex: none;
    align-items: center;
  }

  .file-menu {
    position: fixed;
    inset: auto;
    width: max-content;
    min-width: 15rem;
    max-width: min(22rem, 100vw - 2 * var(--s3));
    margin: var(--s1) 0 0;
    padding: var(--s1);
    border: 1px solid var(--line);
    border-radius: var(--r-m);
    background: var(--surface);
    box-shadow: var(--e2);
    color: var(--text);
    position-area: bottom span-left;
  }

  .file-menu hr {
    margin: var(--s1) 0;
    border: 0;
    border-top: 1px solid var(--line);
  }

  .menu-item {
    display: flex;
    align-items: center;
    gap: var(--s3);
    width: 100%;
    min-height: max(var(--tap), 32px);
    padding: 0 var(--s3);
    border: 0;
    border-radius: var(--r-s);
    background: none;
    color: var(--text);
    font: 400 var(--t-sm) / 1.3 var(--font);
    text-align: start;
    text-decoration: none;
    cursor: pointer;
  }

  .menu-item span {
    flex: 1;
  }

  .menu-item:hover,
  .menu-item:focus-visible {
    background: var(--hover);
  }

  .menu-item .icon,
  .menu-item kbd {
    color: var(--text-3);
  }

  .file-bar {
    display: flex;
    flex: none;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--s1);
    padding: var(--s1) var(--s2);
    border-bottom: 1px solid var(--line);
    background: var(--sunken);
  }

  .bar-field {
    display: flex;
    flex: 1 1 12rem;
    align-items: center;
    min-width: 0;
    padding-inline-end: 2px;
    border: 1px solid var(--line-strong);
    border-radius: var(--r-s);
    background: var(--surface);
  }

  .bar-field:focus-within {
    border-color: var(--accent);
    box-shadow: 0 0 0 1px var(--accent);
  }

  .bar-field input {
    flex: 1;
    min-width: 0;
    min-height: calc(var(--tap) - 4px);
    padding: 0 var(--s2);
    border: 0;
    outline: 0;
    background: none;
    color: var(--text);
    font: 400 var(--t-sm) / 1.2 var(--font);
  }

  .bar-field input[aria-invalid='true'] {
    color: var(--danger);
  }

  .way {
    display: inline-grid;
    place-items: center;
    width: max(26px, calc(var(--tap) - 8px));
    height: max(24px, calc(var(--tap) - 8px));
    border: 0;
    border-radius: 4px;
    background: none;
    color: var(--text-2);
    cursor: pointer;
  }

  .way:hover {
    background: var(--hover);
  }

  .way[aria-pressed='true'] {
    background: var(--accent-soft);
    color: var(--accent);
  }

  .bar-count {
    min-width: 7ch;
    max-width: 40ch;
    padding-inline: var(--s1);
    color: var(--text-2);
    font-size: var(--t-xs);
    font-variant-numeric: tabular-nums;
    overflow-wrap: anywhere;
  }

  .bar-note {
    flex-basis: 100%;
    color: var(--text-2);
    font-size: var(--t-xs);
  }

  .range-bar {
    display: flex;
    flex: none;
    align-items: center;
    gap: var(--s1);
    padding: var(--s1) var(--s2) max(var(--s1), env(safe-area-inset-bottom)) var(--s3);
    border-top: 1px solid var(--line);
    background: var(--sunken);
    color: var(--text-2);
    font-size: var(--t-xs);
  }

  .range-bar > span {
    flex: 1;
    font-variant-numeric: tabular-nums;
  }

  .version-bar,
  .edit-note,
  .edit-bar {
    display: flex;
    flex: none;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--s1) var(--s2);
    padding: var(--s1) var(--s3);
    border-bottom: 1px solid var(--line);
    background: var(--sunken);
    color: var(--text-2);
    font-size: var(--t-xs);
  }

  .edit-note > span,
  .version-what,
  .edit-state {
    flex: 1;
    min-width: 0;
    overflow-wrap: anywhere;
  }

  .version-what strong {
    color: var(--text);
  }

  .version-tag,
  .edit-form {
    padding: 1px 6px;
    border: 1px solid var(--line);
    border-radius: var(--r-full);
    color: var(--text-2);
    font-size: 0.6875rem;
    white-space: nowrap;
  }

  .version-facts {
    display: block;
    overflow: hidden;
    text-overflow: ellipsis;
  }

  .version-acts {
    display: flex;
    flex-wrap: wrap;
    gap: var(--s1);
  }

  .version-choice {
    border-color: var(--line);
    background: var(--surface);
  }

  version-picker,
  file-search,
  line-jump {
    display: block;
    flex: none;
  }

  file-editor,
  file-bytes,
  file-picture {
    display: flex;
    flex: 1;
    flex-direction: column;
    min-width: 0;
    min-height: 0;
  }

  .edit-conflict {
    flex: none;
    padding: var(--s2) var(--s3);
    border-bottom: 1px solid var(--line);
    background: var(--warn-soft);
    color: var(--text);
    font-size: var(--t-sm);
  }

  .edit-conflict p {
    display: flex;
    gap: var(--s2);
    margin: 0 0 var(--s2);
  }

  .edit-conflict .icon {
    margin-top: 2px;
    color: var(--warn);
  }

  .edit-acts {
    display: flex;
    flex-wrap: wrap;
    gap: var(--s2);
  }

  .edit-note.warns {
    background: var(--warn-soft);
    color: var(--text);
  }

  .edit-difference {
    flex: 0 1 auto;
    max-height: 45%;
    overflow: auto;
    border-bottom: 1px solid var(--line);
  }

  .edit-difference.whole {
    flex: 1;
    max-height: none;
  }

  .picture-scroll {
    display: grid;
    flex: 1;
    min-width: 0;
    min-height: 0;
    padding: var(--s4);
    overflow: auto;
    place-items: safe center;
    background: repeating-conic-gradient(var(--sunken) 0 25%, var(--surface) 0 50%) 0 0 / 20px 20px;
  }

  .picture-scroll:focus-visible {
    outline-offset: -2px;
  }

  .picture-scroll img {
    display: block;
    box-shadow: var(--e1);
    image-rendering: auto;
  }

  .picture-scroll img.fits {
    max-width: 100%;
    max-height: 100%;
    min-height: 0;
    object-fit: contain;
  }

  .picture-bar {
    display: flex;
    flex: none;
    align-items: center;
    gap: var(--s1);
    padding: var(--s1) var(--s2) max(var(--s1), env(safe-area-inset-bottom)) var(--s3);
    border-top: 1px solid var(--line);
    color: var(--text-2);
    font-size: var(--t-xs);
  }

  .picture-size {
    flex: 1;
    font-variant-numeric: tabular-nums;
  }

  .bytes {
    display: flex;
    flex: 1;
    flex-direction: column;
    align-items: center;
    gap: var(--s3);
    min-height: 0;
    padding: var(--s6) var(--s3) 0;
    overflow: auto;
  }

  .bytes-what {
    display: flex;
    align-items: center;
    gap: var(--s2);
    margin: 0;
    color: var(--text-2);
    text-align: center;
  }

  .bytes-acts {
    display: flex;
    flex-wrap: wrap;
    justify-content: center;
    gap: var(--s2);
  }

  .hex {
    max-width: 100%;
    margin: var(--s3) 0 var(--s4);
    padding: var(--s3);
    overflow: auto;
    border: 1px solid var(--line);
    border-radius: var(--r-m);
    background: var(--sunken);
    color: var(--text-2);
    font: 400 0.6875rem / 1.6 var(--mono);
  }

  .view-missing {
    padding: var(--s7) var(--s4) 0;
    color: var(--text-2);
    text-align: center;
  }

  .view-missing p {
    margin: 0 0 var(--s2);
  }

  .view-path {
    font: 400 calc(var(--t-xs) * var(--code-scale)) / 1.4 var(--mono);
    overflow-wrap: anywhere;
  }

  .view-acts {
    display: flex;
    flex-wrap: wrap;
    justify-content: center;
    gap: var(--s2);
    margin: var(--s3) 0 0;
  }

  @media (prefers-reduced-motion: reduce) {
    .file-line.changed {
      animation-timing-function: steps(1, jump-none);
    }
  }

  @media (pointer: coarse) {
    .file-follow kbd,
    .menu-item kbd {
      display: none;
    }

    .bar-field input {
      font-size: 16px;
    }
  }
`;
