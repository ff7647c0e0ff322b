import { type SVGTemplateResult, svg } from 'lit';
import { ICONS, type IconName } from './icons.js';

type Attributes = Readonly<Record<string, string | number | undefined>>;

/** A picture beside words that say the same; screen readers skip it. */
export function icon(name: IconName): SVGTemplateResult {
  return svg`<svg
    class="icon"
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    stroke-width="2"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
  >${ICONS[name].map(([tag, attributes]) => renderShape(tag, attributes))}</svg>`;
}

/** The shapes that Lucide draws with; templates cannot take a tag's name from data. */
function renderShape(tag: string, a: Attributes): SVGTemplateResult | null {
  switch (tag) {
    case 'path':
      return svg`<path d=${a.d}></path>`;
    case 'circle':
      return svg`<circle cx=${a.cx} cy=${a.cy} r=${a.r}></circle>`;
    case 'line':
      return svg`<line x1=${a.x1} y1=${a.y1} x2=${a.x2} y2=${a.y2}></line>`;
    case 'rect':
      return svg`<rect x=${a.x} y=${a.y} width=${a.width} height=${a.height} rx=${a.rx ?? 0}></rect>`;
    default:
      return null;
  }
}
