import type { Page } from 'playwright-core';
import { lastingFaults } from './eventually.rig.js';

/** What is too small for a finger in the page as it stands, as sentences. */
export async function smallTargets(page: Page): Promise<string[]> {
  return await lastingFaults(() => page.evaluate(findSmallTargets));
}

/** What is wider than the window, as sentences. */
export async function overflows(page: Page): Promise<string[]> {
  return await lastingFaults(() => page.evaluate(findOverflows));
}

/** Runs in the page. */
function findOverflows(): string[] {
  const root = document.documentElement;
  const found = root.scrollWidth > innerWidth ? [`the page is ${root.scrollWidth} px wide`] : [];
  for (const element of document.querySelectorAll('main, .stage, [role=log], .docks, prompt-composer, work-panel')) {
    if (element.scrollWidth > element.clientWidth + 1)
      found.push(`${element.localName}.${element.className} is ${element.scrollWidth} of ${element.clientWidth} px`);
  }
  return found;
}

/**
 * Runs in the page. A link within a sentence is as high as its line; what a label surrounds is as large as that, and so
 * is a control that an invisible box of its own makes larger.
 */
function findSmallTargets(): string[] {
  const TARGETS =
    'a[href], button, input:not([type=hidden]), textarea, select, summary, [role=button], [role=option], [role=tab], [role=switch], [role=menuitem]';
  const LEAST = 44;
  const found: string[] = [];
  const isShown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    element.closest('[inert], [hidden]') === null;
  const areaOf = (element: Element) => {
    const own = element.getBoundingClientRect();
    const label = element instanceof HTMLInputElement ? element.closest('label')?.getBoundingClientRect() : undefined;
    const around = getComputedStyle(element, '::after');
    const room = around.position === 'absolute' && around.content !== 'none' ? around : { width: '0', height: '0' };
    const most = (side: 'width' | 'height') =>
      Math.max(own[side], label?.[side] ?? 0, Number.parseFloat(room[side]) || 0);
    return { width: most('width'), height: most('height') };
  };
  const isInSentence = (element: Element) =>
    element.localName === 'a' &&
    getComputedStyle(element).display === 'inline' &&
    element.closest('p, li, td') !== null;
  const look = (root: ParentNode) => {
    for (const element of root.querySelectorAll('*')) {
      if (element.shadowRoot) look(element.shadowRoot);
      if (!element.matches(TARGETS) || !isShown(element) || isInSentence(element)) continue;
      const { width, height } = areaOf(element);
      const name = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40);
      if (width === 0 || height === 0) continue;
      if (width < LEAST - 0.5 || height < LEAST - 0.5)
        found.push(`${element.localName}.${element.className} "${name}" ${Math.round(width)}×${Math.round(height)}`);
      const size = Number.parseFloat(getComputedStyle(element).fontSize);
      const isWritten = element.matches('textarea, input:not([type=checkbox], [type=radio], [type=range])');
      if (isWritten && size < 16) found.push(`${element.localName} "${name}" has letters of ${size} px`);
    }
  };
  look(document);
  return [...new Set(found)];
}
