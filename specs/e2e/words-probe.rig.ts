import type { Page } from 'playwright-core';
import { eventually } from './eventually.rig.js';

/** What can carry a sentence beside the text of an element. */
const ATTRIBUTES = [
  ...['aria-label', 'aria-description', 'aria-valuetext', 'aria-roledescription', 'aria-placeholder'],
  ...['title', 'placeholder', 'alt', 'label'],
];

/**
 * Latin letters on a page in accented English that are not between its brackets: words that no catalogue knows. `data` is
 * what the test itself has put there; keys and what a page may not translate are not ours to say.
 */
export async function hardCodedWords(page: Page, data: readonly string[]): Promise<string[]> {
  return await page.evaluate(findHardCodedWords, {
    data: [...data].sort((a, b) => b.length - a.length),
    attributes: ATTRIBUTES,
  });
}

/** Runs in the page. */
function findHardCodedWords({
  data,
  attributes,
}: {
  data: readonly string[];
  attributes: readonly string[];
}): string[] {
  const found = new Set<string>();
  // A name is known as a whole, not within another word.
  const patterns = data.map(
    (piece) => new RegExp(`(?<!\\p{L})${piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?!\\p{L})`, 'gu'),
  );
  let depth = 0;
  const outside = (text: string): string => {
    let rest = '';
    const known = patterns.reduce((left, pattern) => left.replace(pattern, ' '), text);
    for (const sign of known) {
      if (sign === '⟦') depth += 1;
      else if (sign === '⟧') depth -= 1;
      else if (depth === 0) rest += sign;
    }
    return /\p{Script=Latin}/u.test(rest) ? rest.trim() : '';
  };
  const note = (where: string, text: string): void => {
    if (text) found.add(`${where}: ${text.slice(0, 160)}`);
  };
  const pathOf = (element: Element): string => {
    const root = element.getRootNode();
    const host = root instanceof ShadowRoot ? `${root.host.localName} ` : '';
    return `${host}${element.localName}${element.classList.length > 0 ? `.${element.classList[0]}` : ''}`;
  };
  const read = (node: Node, parent: Element): void => {
    if (node instanceof Text) {
      note(pathOf(parent), outside(node.data));
      return;
    }
    if (node instanceof HTMLSlotElement) {
      for (const inner of node.assignedNodes({ flatten: true })) read(inner, parent);
      return;
    }
    if (!(node instanceof Element) || /^(?:style|script|noscript|template|head)$/.test(node.localName)) return;
    const isShown = node.localName === 'option' || node.localName === 'optgroup' || node.checkVisibility();
    if (!isShown) return;
    for (const name of attributes) {
      const before = depth;
      depth = 0;
      note(`${pathOf(node)} [${name}]`, outside(node.getAttribute(name) ?? ''));
      if (depth !== 0) note(`${pathOf(node)} [${name}]`, 'a sentence is cut');
      depth = before;
    }
    if (node.localName === 'kbd' || node.closest('[translate="no"]')) return;
    for (const inner of (node.shadowRoot ?? node).childNodes) read(inner, node);
  };
  read(document.body, document.body);
  if (depth !== 0) note('the page', `brackets do not match (${depth})`);
  depth = 0;
  note('the title', outside(document.title));
  return [...found];
}

/** What does not fit: the page scrolls sideways, a button's words are cut, or something covers a control. */
export async function misfits(page: Page): Promise<string[]> {
  await eventually(
    () => page.evaluate(countMoving),
    (count) => count === 0,
    'What moves should come to rest',
  );
  return await page.evaluate(findMisfits);
}

/** Runs in the page. The end of an animation isn't waited for: one whose element is gone has none. */
function countMoving(): number {
  const moving = document.getAnimations().filter(({ playState }) => playState === 'running');
  return moving.filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity).length;
}

/** Runs in the page. */
function findMisfits(): string[] {
  const found: string[] = [];
  const { scrollWidth } = document.documentElement;
  const all: HTMLElement[] = [];
  const everything: HTMLElement[] = [];
  const collect = (root: ParentNode): void => {
    for (const element of root.querySelectorAll<HTMLElement>('*')) {
      everything.push(element);
      if (element.matches('button, a[href], select, textarea, input:not([type="hidden"])')) all.push(element);
      if (element.shadowRoot) collect(element.shadowRoot);
    }
  };
  collect(document);
  const deepFrom = (x: number, y: number): Element | null => {
    let hit = document.elementFromPoint(x, y);
    while (hit?.shadowRoot) {
      const inner = hit.shadowRoot.elementFromPoint(x, y);
      if (!inner || inner === hit) break;
      hit = inner;
    }
    return hit;
  };
  const up = (node: Node): Node | null =>
    node instanceof ShadowRoot ? node.host : ((node as Element).assignedSlot ?? node.parentNode);
  const holds = (outer: Node, inner: Node | null): boolean => {
    for (let node = inner; node; node = up(node)) if (node === outer) return true;
    return false;
  };
  /** What is left of an element inside all that clips it. */
  const seenPart = (element: Element): DOMRect => {
    let { left, top, right, bottom } = element.getBoundingClientRect();
    for (let node = up(element); node; node = up(node)) {
      if (!(node instanceof Element)) continue;
      const style = getComputedStyle(node);
      if (style.overflowX === 'visible' && style.overflowY === 'visible') continue;
      const box = node.getBoundingClientRect();
      left = Math.max(left, box.left);
      top = Math.max(top, box.top);
      right = Math.min(right, box.right);
      bottom = Math.min(bottom, box.bottom);
    }
    return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top));
  };
  if (scrollWidth > innerWidth + 1) {
    const isSeen = (element: Element): boolean => seenPart(element).width > 0;
    const isTooFar = (element: HTMLElement): boolean =>
      isSeen(element) && (seenPart(element).right > innerWidth + 1 || element.scrollWidth > element.clientWidth + 1);
    const names = everything.filter(isTooFar).map((one) => `${one.localName}.${one.className}`);
    found.push(`the page is ${scrollWidth} wide: ${names.join(' > ')}`);
  }
  const top = document.querySelector(':modal');
  const nameOf = (element: Element): string =>
    `${element.localName}.${element.classList[0] ?? ''} “${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 50)}”`;
  for (const element of all) {
    const box = element.getBoundingClientRect();
    const isShown = element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    // What is one pixel large is there for screen readers.
    if (!isShown || box.width < 4 || box.height < 4 || element.closest('[inert]') || (top && !holds(top, element)))
      continue;
    const { textOverflow, overflowX } = getComputedStyle(element);
    const isClipping =
      overflowX !== 'visible' && textOverflow !== 'ellipsis' && !element.matches('input, textarea, select');
    if (isClipping && element.scrollWidth > element.clientWidth + 1) found.push(`${nameOf(element)} is cut`);
    const seen = seenPart(element);
    if (seen.width * seen.height < 0.6 * box.width * box.height) {
      // What can be scrolled to is not lost.
      const isReachable = seen.bottom > innerHeight || seen.top < 0 || isScrolledAway(element);
      if (!isReachable) found.push(`${nameOf(element)} is out of sight`);
      continue;
    }
    const [x, y] = [seen.left + seen.width / 2, seen.top + seen.height / 2];
    if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) continue;
    const hit = deepFrom(x, y);
    const isOther =
      hit !== null && !holds(element, hit) && !holds(hit, element) && !hit.closest('label') && !isInLayer(hit);
    if (isOther) found.push(`${nameOf(element)} is covered by ${nameOf(hit)}`);
  }
  /** Menus, toasts and the card of a start come over what is below them, and go. */
  function isInLayer(hit: Element): boolean {
    for (let node: Node | null = hit; node; node = up(node))
      if (node instanceof Element && node.matches('composer-menu, toast-region, startup-overlay, [popover]'))
        return true;
    return false;
  }
  function isScrolledAway(element: Element): boolean {
    for (let node = up(element); node; node = up(node)) {
      if (!(node instanceof Element)) continue;
      const { overflowX, overflowY } = getComputedStyle(node);
      const canX = /auto|scroll/.test(overflowX) && node.scrollWidth > node.clientWidth;
      const canY = /auto|scroll/.test(overflowY) && node.scrollHeight > node.clientHeight;
      if (canX || canY) return true;
    }
    return false;
  }
  return found;
}
