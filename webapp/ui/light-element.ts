import { type CSSResult, LitElement } from 'lit';

const adopted = new WeakMap<Document | ShadowRoot, Set<CSSResult>>();

/**
 * An element without a shadow root: its `styles` go into the root that it is drawn in, once for all of its kind. Rule
 * X40 says which elements are of this kind, and that they never change roots.
 */
export abstract class LightElement extends LitElement {
  /** Lit's own place for the styles of an element; the element is in its root by then. */
  protected override createRenderRoot(): HTMLElement {
    const root = this.getRootNode();
    const { elementStyles } = this.constructor as typeof LightElement;
    if (root instanceof Document || root instanceof ShadowRoot)
      for (const styles of elementStyles) if (!(styles instanceof CSSStyleSheet)) adopt(root, styles);
    return this;
  }
}

function adopt(root: Document | ShadowRoot, styles: CSSResult): void {
  const known = adopted.get(root) ?? new Set();
  if (known.has(styles) || !styles.styleSheet) return;
  adopted.set(root, known.add(styles));
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, styles.styleSheet];
}
