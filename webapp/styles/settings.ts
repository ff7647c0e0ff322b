import { css } from 'lit';

/** One look for all fields, and for lists to choose from. */
export const fields = css`
  select,
  .input,
  input[type="number"],
  input[type="search"] {
    min-width: 0;
    max-width: 100%;
    min-height: var(--tap);
    padding: var(--s1) var(--s2);
    border: 1px solid var(--line-strong);
    border-radius: var(--r-s);
    background: var(--bg);
    color: var(--text);
    font: 400 var(--t-sm) / 1.4 var(--font);
  }

  select,
  select.input {
    padding-inline-end: 28px;
    appearance: none;
    background:
      linear-gradient(45deg, transparent 50%, currentColor 50%) calc(100% - 15px) 54% / 5px 5px no-repeat,
      linear-gradient(-45deg, transparent 50%, currentColor 50%) calc(100% - 10px) 54% / 5px 5px no-repeat,
      var(--bg);
    text-overflow: ellipsis;
    cursor: pointer;
  }

  select:dir(rtl),
  select.input:dir(rtl) {
    background-position:
      10px 54%,
      15px 54%,
      0 0;
  }

  input[type="number"] {
    width: 7rem;
  }

  @media (pointer: coarse) {
    select,
    .input,
    input[type="number"],
    input[type="search"] {
      min-height: 44px;
      font-size: 16px;
    }
  }

  @media (forced-colors: active) {
    select {
      appearance: auto;
    }
  }
`;

/** What the pages of the settings share: groups of rows, a name and a word of help at the left, the control at the right. */
export const settings = [
  fields,
  css`
  :host {
    display: grid;
    gap: var(--s5);
    color: var(--text);
    font: 400 var(--t-sm) / 1.5 var(--font);
  }

  .group {
    margin: 0;
    padding: 0;
    border: 1px solid var(--line);
    border-radius: var(--r-m);
    background: var(--surface);
  }

  h3 {
    margin: 0 0 var(--s2);
    color: var(--text-2);
    font: 600 var(--t-sm) / 1.4 var(--font);
  }

  .row {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--s2) var(--s4);
    min-height: 56px;
    padding: var(--s3) var(--s4);
  }

  .row + .row {
    border-top: 1px solid var(--line);
  }

  /* What an address or a search led to. */
  .pointed {
    border-radius: var(--r-s);
    background: var(--accent-soft);
  }

  .row > .about {
    flex: 1 1 14rem;
    min-width: 0;
  }

  .name {
    display: block;
    font-weight: 500;
  }

  .help {
    display: block;
    color: var(--text-3);
    font-size: var(--t-xs);
    overflow-wrap: anywhere;
  }

  .choices {
    display: inline-flex;
    padding: 2px;
    border: 1px solid var(--line);
    border-radius: var(--r-s);
    background: var(--sunken);
  }

  .choices label {
    position: relative;
    display: inline-flex;
    align-items: center;
    gap: 6px;
    min-height: calc(var(--tap) - 2px);
    padding: 0 var(--s3);
    border-radius: 4px;
    color: var(--text-2);
    font-weight: 500;
    cursor: pointer;
  }

  .choices label:hover {
    color: var(--text);
  }

  .choices label:has(:checked) {
    background: var(--surface);
    box-shadow: var(--e1), 0 0 0 1px var(--line);
    color: var(--text);
  }

  .choices label:has(:focus-visible) {
    outline: 2px solid var(--accent);
    outline-offset: 1px;
  }

  .choices input {
    position: absolute;
    inset: 0;
    margin: 0;
    opacity: 0;
    cursor: pointer;
  }

  .switch {
    position: relative;
    flex: none;
    width: 40px;
    height: 24px;
    margin: calc((var(--tap) - 24px) / 2) 0;
    border-radius: var(--r-full);
    appearance: none;
    background: var(--line-strong);
    cursor: pointer;
    transition: background-color var(--d-fast) var(--ease);
  }

  .switch::before {
    position: absolute;
    top: 3px;
    left: 3px;
    width: 18px;
    height: 18px;
    border-radius: 50%;
    background: var(--surface);
    content: "";
    transition: translate var(--d-fast) var(--ease);
  }

  /* The room around it belongs to it, for fingers. */
  .switch::after {
    position: absolute;
    inset: -10px -4px;
    content: "";
  }

  .switch:checked {
    background: var(--accent);
  }

  .switch:checked::before {
    background: var(--on-accent);
    translate: 16px 0;
  }

  .switch:disabled {
    opacity: 0.5;
    cursor: default;
  }

  @media (forced-colors: active) {
    .switch {
      border: 1px solid ButtonBorder;
      background: ButtonFace;
    }

    .switch::before {
      background: ButtonText;
    }

    .choices label:has(:checked) {
      background: Highlight;
      color: HighlightText;
      forced-color-adjust: none;
    }
  }
`,
];

/** A list in a section: its heading with a button, what it is about, and a note while it is empty. */
export const settingsList = css`
  .head {
    display: flex;
    flex-wrap: wrap;
    gap: var(--s2);
    align-items: center;
    justify-content: space-between;
    margin-bottom: var(--s1);
  }

  .head h3 {
    margin: 0;
  }

  p.help {
    max-width: 60ch;
    margin: 0 0 var(--s3);
  }

  .none {
    margin: 0;
    padding: var(--s5);
    border: 1px dashed var(--line);
    border-radius: var(--r-m);
    color: var(--text-2);
    text-align: center;
  }
`;
