import { expect, fixture, html } from '@open-wc/testing';
import { svg } from 'lit';
import { drawIcon, type IconShapes } from './icon.js';
import { ICONS } from './icons.js';

/** Each shape of a picture as an element of its own. */
function elementsOf(shapes: IconShapes): SVGGeometryElement[] {
  return shapes.map(([tag, attributes]) => {
    const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
    return element as SVGGeometryElement;
  });
}

/** Some points along a shape. */
function pointsOf(element: SVGGeometryElement): DOMPoint[] {
  const length = element.getTotalLength();
  return Array.from({ length: 9 }, (_, n) => element.getPointAtLength((n / 8) * length));
}

function boxOf(elements: readonly SVGGeometryElement[]): number[] {
  const boxes = elements.map((element) => element.getBBox());
  return [
    Math.min(...boxes.map(({ x }) => x)),
    Math.min(...boxes.map(({ y }) => y)),
    Math.max(...boxes.map(({ x, width }) => x + width)),
    Math.max(...boxes.map(({ y, height }) => y + height)),
  ];
}

describe('a picture', () => {
  it('[SP19] is one path, where its shapes are', async () => {
    const own = await fixture<SVGSVGElement>(html`<svg viewBox="0 0 24 24">${svg``}</svg>`);
    for (const [name, shapes] of Object.entries(ICONS)) {
      const parts = elementsOf(shapes);
      own.replaceChildren(...parts);
      const drawn = await fixture<SVGSVGElement>(html`${drawIcon(shapes)}`);
      expect(drawn.childNodes, name).to.have.length(1);
      const path = drawn.querySelector('path')!;
      for (const point of parts.flatMap(pointsOf)) expect(path.isPointInStroke(point), name).to.equal(true);
      const box = boxOf(parts);
      for (const [n, edge] of boxOf([path]).entries()) expect(edge, name).to.be.closeTo(box[n]!, 0.05);
    }
  });
});
