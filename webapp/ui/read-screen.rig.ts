/** What has the focus in a page, and what can be read in it: the layer on top, if there is one. Needs nothing but the page. */
export function readScreen(): { focus: string; seen: string } {
  const read = (node: Node): string => {
    if (node instanceof Text) return node.data;
    if (node instanceof HTMLSlotElement && node.assignedNodes().length > 0)
      return node.assignedNodes().map(read).join('');
    if (!(node instanceof Element) || node.localName === 'style') return '';
    const { display } = getComputedStyle(node);
    // What has no box of its own may still hold something that is seen.
    if (display !== 'contents' && !node.checkVisibility()) return '';
    if (node instanceof HTMLInputElement || node instanceof HTMLTextAreaElement) return `\n[${node.value}]\n`;
    const block = display.startsWith('inline') ? '' : '\n';
    return block + [...(node.shadowRoot ?? node).childNodes].map(read).join('') + block;
  };
  let focused = document.activeElement;
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
  const layers = [...document.querySelectorAll('*')].filter((element) => element.matches(':modal'));
  const name = focused?.getAttribute('aria-label') ?? focused?.className ?? '';
  return { focus: `${focused?.localName ?? 'nowhere'} “${name}”`, seen: read(layers.at(-1) ?? document.body) };
}
