import { type SVGTemplateResult, svg } from 'lit';
import { own } from '../../server/protocol/own.js';
import { ICONS, type IconName } from './icons.js';

type Attributes = Readonly<Record<string, string | number | undefined>>;

/** What Lucide gives for a picture: its shapes. */
export type IconShapes = (typeof ICONS)[IconName];

/** A picture beside words that say the same; screen readers skip it. */
export function icon(name: IconName): SVGTemplateResult {
  return drawIcon(ICONS[name]);
}

/** The same for a picture that only some part of the page has. */
export function drawIcon(shapes: IconShapes): SVGTemplateResult {
  return svg`<svg
    class="icon"
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    stroke-width="2"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
  ><path d=${outlineOf(shapes)}></path></svg>`;
}

const outlines = new WeakMap<IconShapes, string>();

/** All shapes of a picture as one path: a conversation has hundreds of pictures, and each shape costs the page three nodes. */
function outlineOf(shapes: IconShapes): string {
  const known = outlines.get(shapes);
  if (known !== undefined) return known;
  const outline = shapes.map(([tag, attributes]) => pathOf(tag, attributes)).join('');
  outlines.set(shapes, outline);
  return outline;
}

/** The shapes that Lucide draws with. */
function pathOf(tag: string, attributes: Attributes): string {
  const of = (name: string) => Number(own(attributes, name) ?? 0);
  switch (tag) {
    case 'path':
      // The first point of a path is never relative to where the shape before has ended.
      return String(attributes.d).replace(/^m/, 'M0 0m');
    case 'circle': {
      const [r, across] = [of('r'), 2 * of('r')];
      return `M${of('cx') - r} ${of('cy')}a${r} ${r} 0 1 0 ${across} 0a${r} ${r} 0 1 0 ${-across} 0z`;
    }
    case 'line':
      return `M${of('x1')} ${of('y1')}L${of('x2')} ${of('y2')}`;
    case 'rect': {
      const [r, wide, high] = [of('rx'), of('width') - 2 * of('rx'), of('height') - 2 * of('rx')];
      const corner = (x: number, y: number) => `a${r} ${r} 0 0 1 ${x * r} ${y * r}`;
      return `M${of('x') + r} ${of('y')}h${wide}${corner(1, 1)}v${high}${corner(-1, 1)}h${-wide}${corner(-1, -1)}v${-high}${corner(1, -1)}z`;
    }
    default:
      return '';
  }
}
