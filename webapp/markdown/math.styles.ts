import { css } from 'lit';

/** For formulas; the names that begin with `tml` are those of the library that builds them. */
export const mathStyles = css`
  math-view {
    /* A formula can move its parts about; none of them leaves its place. */
    contain: paint;
    display: inline-block;
    max-width: 100%;
    padding-inline: 0.1em;
    vertical-align: baseline;
  }
  math-view[block] {
    display: block;
    margin-block: var(--s3);
    overflow: auto hidden;
    padding-block: var(--s1);
    text-align: center;
  }
  math-view math {
    border-color: currentColor;
    direction: ltr;
    font-family: 'Cambria Math', 'STIX Two Math', 'Latin Modern Math', 'Noto Sans Math', math;
    font-size: 1.08em;
    line-height: normal;
    text-indent: 0;
  }
  math-view math.tml-display {
    display: block math;
    margin-inline: auto;
  }
  math-view .tml-right {
    text-align: right;
  }
  math-view .tml-left {
    text-align: left;
  }
  math-view menclose {
    padding: 0.5ex 0;
    position: relative;
  }
  math-view .tml-overline {
    border-top: 0.065em solid;
    padding-top: 0.1em;
  }
  math-view .tml-underline {
    border-bottom: 0.065em solid;
    padding-bottom: 0.1em;
  }
  math-view .tml-fbox {
    border: 1px solid;
    padding: 3pt;
  }
  math-view mtable.tml-jot > mtr > mtd {
    padding-block: 0.7ex;
  }
  math-view mtable.tml-small mtd {
    padding-block: 0.35ex;
  }
  math-view .math-source {
    overflow-wrap: anywhere;
    white-space: pre-wrap;
  }
`;
