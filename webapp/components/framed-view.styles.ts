import { css } from 'lit';

/** A frame as large as what it shows, within the column. */
export const framedViewStyles = css`
  framed-view {
    contain: paint;
    display: block;
    max-width: 100%;
    overflow-x: auto;
  }
  framed-view iframe {
    background: transparent;
    border: 0;
    display: block;
    margin-inline: auto;
    width: 100%;
  }
  framed-view iframe[data-waits] {
    height: 0;
  }
  code-block > framed-view {
    padding: var(--s3);
  }
  .framed-note {
    color: var(--text-2);
  }
`;
