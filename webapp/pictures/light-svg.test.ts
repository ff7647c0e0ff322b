import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { isDrawable, isDrawableAddress, isDrawableData, SVG_TYPE } from './drawable-image.js';
import { isLightSvg } from './light-svg.js';

const svg = (inside: string, attributes = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inside}</svg>`;
const times = (count: number, part: string) => part.repeat(count);
const group = (id: string, ref: string) => `<g id="${id}">${times(20, `<use href="#${ref}"/>`)}</g>`;

/** 20 × 20 × 20 × 20 rectangles in 2 kB. */
const bomb = (use: string) =>
  `<defs><rect id="a" width="9" height="9"/>${group('b', 'a')}${group('c', 'b')}${group('d', 'c')}</defs>${use}`;

const HONEST: Readonly<Record<string, string>> = {
  empty: '<svg/>',
  shapes: svg('<path d="M0 0L9 9"/><g fill="red"><rect width="2" height="2"/><text>a &amp; b &#169;</text></g>'),
  head: `\ufeff<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd">\n<!-- by <me> -->\n${svg('')}\n`,
  gradient: svg('<defs><linearGradient id="g"><stop offset="0"/></linearGradient></defs><rect fill="url(#g)"/>'),
  styles: svg('<style><![CDATA[.a > b { fill: #fff; stroke: url(#g) }]]></style><rect class="a" style="fill:none"/>'),
  reused: svg('<symbol id="s"><circle r="1"/></symbol><use xlink:href="#s"/><use href="#s" x="1"/><use href="#none"/>'),
  clipped: svg('<clipPath id="c"><rect/></clipPath><g clip-path="url(#c)"><path d=""/></g>'),
  inkscape: svg(
    '<sodipodi:namedview id="n"><inkscape:grid/></sodipodi:namedview><svg:g><svg:rect/></svg:g>',
    'xmlns:svg="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"',
  ),
  many: svg(times(1_500, '<path d="M0 0h1"/>')),
};

const HOSTILE: Readonly<Record<string, string>> = {
  'nested use': svg(bomb('<use href="#d"/>')),
  'nested use by another prefix': svg(bomb('<use x:href="#d"/>').replaceAll(' href', ' x:href')),
  'nested use with a prefix': svg(bomb('<svg:use href="#d"/>').replaceAll('<use', '<svg:use')),
  'a use of the whole': svg('<use href="#r"/>', 'id="r"'),
  'two parts that use each other': svg('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>'),
  'two parts of one id': svg(`${bomb('<use href="#d"/>')}<rect id="d"/>`),
  'an encoded id': svg('<g id="&#97;"/><use href="#a"/>'),
  'an encoded use': svg('<g id="a"/><use href="&#35;a"/>'),
  'a use of another file': svg('<use href="https://example.com/a.svg#x"/>'),
  'nested clips': svg(`<clipPath id="a">${times(200, '<rect/>')}</clipPath>${times(20, '<g clip-path="url(#a)"/>')}`),
  'clips in other words': svg(`<clipPath id="a"><rect/></clipPath><g clip-path="url('#a')"/>`),
  'clips for all': svg('<style>* { clip-path: url(#a) }</style>'),
  'a filter': svg('<filter id="f"><feGaussianBlur stdDeviation="1000"/></filter>'),
  'a filter attribute': svg('<rect filter="url(#f)"/>'),
  'a filter in a style': svg('<rect style="filter: blur(900px)"/>'),
  'an encoded style': svg('<rect style="&#102;ilter: blur(900px)"/>'),
  'an escaped style': svg('<rect style="\\66ilter: blur(900px)"/>'),
  'a filter for all': svg('<style>rect { -webkit-filter: blur(9px) }</style>'),
  'a prefix for the same': svg('<x:filter/>', 'xmlns:x="http://www.w3.org/2000/svg"'),
  'an encoded prefix': svg('<x:filter/>', 'xmlns:x="http://www.w3.org/2000/sv&#103;"'),
  'entities of its own': `<!DOCTYPE svg [<!ENTITY a "<rect/>">]>${svg('&a;')}`,
  'other letters': `<?xml version="1.0" encoding="utf-7"?>${svg('')}`,
  ...Object.fromEntries(
    ['mask', 'pattern', 'marker', 'image', 'foreignObject', 'animate', 'set', 'script', 'textPath', 'feFlood'].map(
      (name) => [name, svg(`<${name}/>`)],
    ),
  ),
  'very fine dashes': svg('<path d="M0 0h99999999" stroke-dasharray="0.0001"/>'),
  'too many': svg(times(2_001, '<path/>')),
  'too much': svg(`<path d="${times(600_000, 'M')}"/>`),
  'a long path, used often': svg(`<path id="p" d="${times(100_000, 'M')}"/>${times(20, '<use href="#p"/>')}`),
  'too deep': svg(`${times(100, '<g>')}${times(100, '</g>')}`),
  ...{ 'no end': '<svg><g></svg>', text: 'hello', html: '<html/>', nothing: '', 'an open comment': '<svg/><!--' },
  'two drawings': '<svg/><svg/>',
};

describe('a drawing', () => {
  it('[U94] is drawn where its cost is known and small', () => {
    for (const [name, markup] of Object.entries(HONEST)) assert.ok(isLightSvg(markup), name);
    const own = new URL('../public/', import.meta.url);
    for (const file of readdirSync(own).filter((name) => name.endsWith('.svg'))) {
      assert.ok(isLightSvg(readFileSync(new URL(file, own), 'utf8')), file);
    }
  });

  it('[U94] is not drawn where it could take long, or is none', () => {
    for (const [name, markup] of Object.entries(HOSTILE)) assert.ok(!isLightSvg(markup), name);
  });

  it('[U94] is judged alike as a file, as Base64 and as an address', () => {
    for (const markup of [HONEST.shapes!, HOSTILE['a filter']!]) {
      const expected = isLightSvg(markup);
      const bytes = new TextEncoder().encode(markup);
      const base64 = Buffer.from(bytes).toString('base64');
      assert.equal(isDrawable(bytes, SVG_TYPE), expected);
      assert.equal(isDrawableData(base64, SVG_TYPE), expected);
      for (const address of [
        `data:image/svg+xml,${encodeURIComponent(markup)}`,
        `data:image/svg+xml;utf8,${encodeURIComponent(markup)}`,
        `DATA:image/SVG+xml;charset=UTF-8;base64,${base64}`,
      ])
        assert.equal(isDrawableAddress(address), expected, address);
    }
    assert.ok(!isDrawable(new Uint8Array([0xff, 0xfe, 0x3c, 0]), SVG_TYPE));
    assert.ok(!isDrawableAddress(`data:image/svg+xml;charset=utf-16,${encodeURIComponent(HONEST.shapes!)}`));
    assert.ok(!isDrawableAddress('data:image/svg+xml,%'));
  });
});

describe('an image', () => {
  /** The beginning of a file that claims so many pixels a side. */
  const heads: Readonly<Record<string, (side: number) => number[]>> = {
    'image/png': (side) => [
      ...new Array<number>(16).fill(0),
      ...big(side),
      ...big(side),
      ...new Array<number>(8).fill(0),
    ],
    'image/bmp': (side) => [...new Array<number>(18).fill(0), ...big(side).reverse(), ...big(-side).reverse()],
    'image/avif': (side) => [
      ...new Array<number>(9).fill(1),
      ...Buffer.from('ispe'),
      0,
      0,
      0,
      0,
      ...big(side),
      ...big(side),
    ],
  };
  const big = (value: number) => [24, 16, 8, 0].map((shift) => (value >>> shift) & 0xff);

  it('[U94] is not decoded where it claims more pixels than a page should hold', () => {
    for (const [type, head] of Object.entries(heads)) {
      for (const [side, expected] of [
        [7_000, true],
        [16_000, false],
      ] as const) {
        const bytes = Uint8Array.from(head(side));
        const base64 = Buffer.from(bytes).toString('base64');
        assert.equal(isDrawable(bytes, type), expected, type);
        assert.equal(isDrawableData(base64, type), expected, type);
        assert.equal(isDrawableAddress(`data:${type};base64,${base64}`), expected, type);
      }
    }
  });
});
