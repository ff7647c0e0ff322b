import type { Locator } from 'playwright-core';

/** The words of a part of the page that are in sight, through shadow roots; not those that are folded away. */
export async function shownText(part: Locator): Promise<string> {
  return await part.evaluate(readShownText);
}

/** Runs in the page. */
function readShownText(root: Element): string {
  const read = (node: Node): string => {
    if (node instanceof Text) return node.data;
    if (node instanceof HTMLSlotElement) {
      const assigned = node.assignedNodes();
      return (assigned.length > 0 ? assigned : [...node.childNodes]).map(read).join('');
    }
    if (!(node instanceof Element) || node.localName === 'style') return '';
    if (getComputedStyle(node).display !== 'contents' && !node.checkVisibility()) return '';
    const block = getComputedStyle(node).display.startsWith('inline') ? '' : '\n';
    return block + [...(node.shadowRoot ?? node).childNodes].map(read).join('') + block;
  };
  return read(root);
}

/** How often some words stand in a text. */
export function timesIn(text: string, words: string): number {
  return text.split(words).length - 1;
}
