/**
 * Stands in for a style element where the page's policy admits none: its text becomes a sheet that the root it
 * is in adopts, which the policy does not forbid since only a script of ours can make one.
 */
class AdoptedStyle extends HTMLElement {
  readonly #sheet = new CSSStyleSheet();
  #root: Document | ShadowRoot | null = null;

  override get textContent(): string {
    return '';
  }

  override set textContent(text: string) {
    this.#sheet.replaceSync(text);
  }

  connectedCallback(): void {
    const root = this.getRootNode();
    if (!(root instanceof Document || root instanceof ShadowRoot)) return;
    this.#root = root;
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, this.#sheet];
  }

  disconnectedCallback(): void {
    if (!this.#root) return;
    this.#root.adoptedStyleSheets = this.#root.adoptedStyleSheets.filter((sheet) => sheet !== this.#sheet);
    this.#root = null;
  }
}

customElements.define('adopted-style', AdoptedStyle);

/**
 * Runs something of a library that makes style elements, and gives it these instead. Only for as long as that takes:
 * the library has a setting for the document that it uses, but does not keep to it.
 */
export function withAdoptedStyles(work: () => void): void {
  const create = document.createElement.bind(document);
  document.createElement = (tag: string, options?: ElementCreationOptions) =>
    create(tag === 'style' ? 'adopted-style' : tag, options);
  try {
    work();
  } finally {
    // The document's own method shows again.
    Reflect.deleteProperty(document, 'createElement');
  }
}
