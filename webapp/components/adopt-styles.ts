import type { CSSResult } from 'lit';

const adopted = new WeakMap<Document | ShadowRoot, Set<CSSResult>>();

/** Puts the styles of an element without a shadow root into the page or the shadow root it stands in, once. */
export function adoptStyles(element: Element, styles: CSSResult): void {
  const root = element.getRootNode();
  if (!(root instanceof Document || root instanceof ShadowRoot)) return;
  const known = adopted.get(root) ?? new Set();
  if (known.has(styles) || !styles.styleSheet) return;
  adopted.set(root, known.add(styles));
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, styles.styleSheet];
}
