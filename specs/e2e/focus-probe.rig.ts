import type { Page } from 'playwright-core';

/** In which part of the page the focus is, and whether a person can see that; what it is if not. */
export async function focusIn(page: Page): Promise<string> {
  return await page.evaluate(() => {
    const PARTS = {
      sidebar: 'session-list',
      conversation: '[role=log]',
      dock: '.docks',
      composer: 'prompt-composer',
      panel: 'work-panel',
    };
    let active = document.activeElement;
    const part = Object.entries(PARTS).find(([, selector]) => active?.closest(selector))?.[0] ?? 'elsewhere';
    while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
    const isOutlined = (element: Element, pseudo?: string) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(element, pseudo);
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0;
    };
    // Some controls are shown by the box around them, or by a mark of their own.
    const isSeen = (element: Element | null): boolean => {
      if (!element || element === document.body) return element === document.body;
      if (isOutlined(element)) return true;
      // A divider is a line that becomes a bar.
      if (element.localName === 'panel-divider')
        return Number.parseFloat(getComputedStyle(element, '::after').width) >= 3;
      const box = element.parentElement?.closest('.box, .shell, .search, label, .row');
      return box !== null && box !== undefined && (isOutlined(box) || getComputedStyle(box).boxShadow !== 'none');
    };
    const name = active ? `${active.localName}.${active.className} ${active.getAttribute('aria-label') ?? ''}` : '';
    return isSeen(active) ? `${part} seen` : `${part} unseen ${name}`;
  });
}
