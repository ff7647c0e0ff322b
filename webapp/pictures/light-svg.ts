/** What a drawing may have, its repeated parts counted each time. More could hold the page for seconds. */
const MOST = { chars: 256 * 1024, elements: 2_000, depth: 64 };

/** Elements whose cost follows from their number. Filters, masks, patterns, images and animations have none that we know. */
const ELEMENTS = new Set([
  ...['svg', 'g', 'defs', 'symbol', 'use', 'title', 'desc', 'metadata', 'style', 'clipPath', 'a', 'switch'],
  ...['path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon', 'text', 'tspan'],
  ...['linearGradient', 'radialGradient', 'stop'],
]);
const COSTLY = /filter|mask|dash|marker|anim|transition|shadow|blend|backdrop|image|content|@|\\|&|url\((?!#)/i;
const COSTLY_NAME = /^(?:filter|mask|stroke-dash|marker|mix-blend)/i;
const SVG_NAMESPACE = 'http://www.w3.org/2000/svg';
const IDS = /url\(#([^)'"\s]+)\)/g;
/** Read as anything but UTF-8, it could say something else. */
const FOREIGN_LETTERS = /^<\?.*encoding\s*=\s*["'](?!utf-?8["']|us-ascii["'])/i;
/** A tag, or what may be between two: text, a comment, what a program writes at the start. No entities that a file defines. */
const PIECE =
  /[^<&]+|&(?:#\w+|\w+);|<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?xml[^<>]*\?>|<!DOCTYPE\s[^<>[\]]*>|<(\/?)([\w:.-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/y;
const ATTRIBUTE = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

interface Part {
  readonly name: string;
  readonly chars: number;
  readonly parts: Part[];
  /** Ids of what is drawn in its place, or cuts it. */
  readonly refs: string[];
  text: string;
}

/**
 * Whether a drawing is simple enough for the page that holds people's requests. A browser draws it in the page's own
 * process, even inside a sandboxed frame, and nothing can stop it: a file of 4 kB can keep a tab for good.
 */
export function isLightSvg(markup: string): boolean {
  if (markup.length > MOST.chars) return false;
  const named = new Map<string, Part>();
  const root = readParts(markup, named);
  return root !== null && weigh(root, named) !== null;
}

/** The tree of its parts; null if there is something in it that we don't know. */
function readParts(markup: string, named: Map<string, Part>): Part | null {
  const top: Part = { name: '', chars: 0, parts: [], refs: [], text: '' };
  const path = [top];
  PIECE.lastIndex = markup.startsWith('\ufeff') ? 1 : 0;
  while (PIECE.lastIndex < markup.length) {
    const found = PIECE.exec(markup);
    if (!found) return null;
    const [whole, close, name, attributes, selfClose] = found;
    const within = path.at(-1)!;
    if (name === undefined) {
      if (FOREIGN_LETTERS.test(whole)) return null;
      within.text += whole;
    } else if (close) {
      if (within.name !== name || path.length === 1 || !isPlainStyle(within)) return null;
      path.pop();
    } else {
      const part = readPart(name, attributes ?? '', named);
      if (!part || path.length > MOST.depth) return null;
      within.parts.push(part);
      if (!selfClose) path.push(part);
    }
  }
  const [root, ...more] = top.parts;
  return path.length === 1 && more.length === 0 && root && /^(?:svg:)?svg$/.test(root.name) ? root : null;
}

function readPart(tag: string, attributes: string, named: Map<string, Part>): Part | null {
  const name = tag.replace(/^svg:/, '');
  // An element of another namespace isn't drawn.
  if (!name.includes(':') && !ELEMENTS.has(name)) return null;
  const part: Part = { name: tag, chars: tag.length + attributes.length, parts: [], refs: [], text: '' };
  for (const [, key = '', double, single] of attributes.matchAll(ATTRIBUTE)) {
    const value = double ?? single ?? '';
    const ids = [...value.matchAll(IDS)].map(([, id]) => id!);
    const isEncoded = value.includes('&') && (/^xmlns|^id$|^style$|href$/.test(key) || /url/i.test(value));
    const isDisguise = key.startsWith('xmlns:') && key !== 'xmlns:svg' && value.trim() === SVG_NAMESPACE;
    const isOtherAddress = ids.length !== (value.match(/url\s*\(/gi)?.length ?? 0);
    if (COSTLY_NAME.test(key) || isEncoded || isDisguise || isOtherAddress) return null;
    if (key === 'style' && COSTLY.test(value)) return null;
    if (key === 'id' && named.has(value)) return null;
    if (key === 'id') named.set(value, part);
    part.refs.push(...ids);
    if (name !== 'use' || !/^(?:.*:)?href$/.test(key)) continue;
    if (!value.startsWith('#')) return null;
    part.refs.push(value.slice(1));
  }
  return part;
}

/** Rules for many parts at once must not cut them all by something large. */
function isPlainStyle({ name, text }: Part): boolean {
  return !/^(?:svg:)?style$/.test(name) || !(COSTLY.test(text) || /clip/i.test(text));
}

type Weight = { readonly chars: number; readonly elements: number };

/** What is drawn for a part, with all that it refers to; null if that is too much, or has no end. */
function weigh(root: Part, named: ReadonlyMap<string, Part>): Weight | null {
  const known = new Map<Part, Weight | null>();
  const look = (part: Part): Weight | null => {
    const before = known.get(part);
    if (before !== undefined) return before;
    // Whoever refers to this meanwhile goes in a circle.
    known.set(part, null);
    let [chars, elements] = [part.chars + part.text.length, 1];
    for (const inner of [...part.parts, ...part.refs.flatMap((id) => named.get(id) ?? [])]) {
      const weight = look(inner);
      if (!weight) return null;
      chars += weight.chars;
      elements += weight.elements;
      if (chars > MOST.chars || elements > MOST.elements) return null;
    }
    const weight = { chars, elements };
    known.set(part, weight);
    return weight;
  };
  return look(root);
}
