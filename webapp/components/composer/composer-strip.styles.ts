import { css } from 'lit';

/** Chips above the field, and what a long paste holds. */
export const composerStripStyles = css`
  :host {
    display: block;
    font: 400 var(--t-sm) / 1.3 var(--font);
  }

  ul {
    display: flex;
    flex-wrap: wrap;
    gap: var(--s2);
    align-items: center;
    max-height: 30dvh;
    margin: 0;
    padding: var(--s3) var(--s3) 0;
    overflow: hidden auto;
    list-style: none;
  }

  li {
    min-width: 0;
    max-width: 100%;
  }

  .pill {
    display: inline-flex;
    align-items: center;
    gap: 6px;
    max-width: 100%;
    min-height: 32px;
    padding-inline-start: var(--s2);
    border: 1px solid var(--line);
    border-radius: var(--r-s);
    background: var(--raised);
    color: var(--text);
  }

  .pill > .icon,
  .open > .icon {
    color: var(--text-3);
    font-size: 15px;
  }

  .pill.failed {
    border-color: var(--danger);
    background: var(--danger-soft);
  }

  .name {
    min-width: 0;
    max-width: 22rem;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  .detail {
    flex: none;
    max-width: 20rem;
    overflow: hidden;
    color: var(--text-3);
    font-size: var(--t-xs);
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  .failed .detail {
    flex: 0 1 auto;
    color: var(--danger);
  }

  .thumb {
    width: 24px;
    height: 24px;
    border-radius: 4px;
    object-fit: cover;
  }

  progress {
    width: 56px;
    height: 4px;
    border: 0;
    border-radius: var(--r-full);
    overflow: hidden;
    background: var(--line);
    appearance: none;
  }

  progress::-webkit-progress-bar {
    background: var(--line);
  }

  progress::-webkit-progress-value {
    background: var(--accent);
  }

  progress::-moz-progress-bar {
    background: var(--accent);
  }

  .picture {
    position: relative;
    display: block;
    width: 64px;
    height: 64px;
  }

  upload-image {
    width: 64px;
    height: 64px;
    overflow: hidden;
    border: 1px solid var(--line);
    border-radius: var(--r-m);
    background: var(--sunken);
  }

  .open,
  .remove {
    display: inline-flex;
    align-items: center;
    gap: 6px;
    min-height: 30px;
    padding: 0;
    border: 0;
    border-radius: var(--r-s);
    background: none;
    color: inherit;
    font: inherit;
    cursor: pointer;
  }

  .remove {
    flex: none;
    justify-content: center;
    width: 28px;
    color: var(--text-3);
  }

  .remove:hover,
  .open:hover {
    color: var(--text);
  }

  .remove .icon {
    font-size: 13px;
  }

  .picture .remove {
    position: absolute;
    top: -6px;
    right: -6px;
    width: 22px;
    min-height: 22px;
    border: 1px solid var(--line);
    border-radius: 50%;
    background: var(--surface);
    color: var(--text-2);
    box-shadow: var(--e1);
  }

  .paste {
    margin: var(--s2) var(--s3) 0;
  }

  .paste pre {
    max-height: 24dvh;
    margin: 0 0 var(--s1);
    padding: var(--s2) var(--s3);
    overflow: auto;
    border-radius: var(--r-s);
    background: var(--sunken);
    color: var(--text);
    font: 400 var(--t-xs) / var(--lh-code) var(--mono);
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }

  .note {
    display: flex;
    gap: var(--s2);
    align-items: center;
    margin: var(--s2) var(--s3) 0;
    color: var(--warn);
    font-size: var(--t-xs);
  }

  @media (pointer: coarse) {
    .pill,
    .open,
    .remove {
      min-height: 44px;
    }

    .remove {
      width: 44px;
    }

    .btn.link {
      min-height: 44px;
    }

    .picture {
      width: 88px;
      height: 88px;
    }

    .picture upload-image {
      width: 88px;
      height: 88px;
    }

    .picture .remove {
      top: -10px;
      right: -10px;
      width: 44px;
      min-height: 44px;
      background-clip: content-box;
      border-color: transparent;
      padding: 8px;
      box-shadow: none;
    }
  }
`;
