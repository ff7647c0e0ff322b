import { html, svg, type TemplateResult } from 'lit';
import type { LanedRow } from '../../state/history/graph-lanes.js';

export const ROW_PX = 32;
const LANE_PX = 14;
const DOT_PX = 4;
/** More lanes than this are drawn on top of each other. */
const MOST_LANES = 12;

const x = (lane: number) => LANE_PX * (Math.min(lane, MOST_LANES - 1) + 0.5);

/** The lines through a row: the upper half leads to its commit, the lower half to the next row. */
export function renderLanes({ lane, colour, lines, isContinued, width }: LanedRow): TemplateResult {
  const middle = ROW_PX / 2;
  const across = LANE_PX * Math.min(width, MOST_LANES);
  return html`<svg class="graph-lanes" width=${across} height=${ROW_PX} viewBox="0 0 ${across} ${ROW_PX}" aria-hidden="true">
    ${isContinued ? svg`<path data-lane=${colour} d="M${x(lane)} 0V${middle}" />` : null}
    ${lines.map(({ from, to, colour: own }) => {
      const isPassing = from === to && from !== lane;
      if (isPassing) return svg`<path data-lane=${own} d="M${x(from)} 0V${ROW_PX}" />`;
      const start = `M${x(from)} ${middle}`;
      const way = from === to ? `V${ROW_PX}` : `C${x(from)} ${ROW_PX} ${x(to)} ${middle} ${x(to)} ${ROW_PX}`;
      return svg`<path data-lane=${own} d="${start}${way}" />`;
    })}
    <circle data-lane=${colour} cx=${x(lane)} cy=${middle} r=${DOT_PX} fill="currentColor"></circle>
  </svg>`;
}
