import { html, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { mathStyles } from '../../markdown/math.styles.js';
import { LightElement } from '../../ui/light-element.js';

type Temml = Pick<typeof import('temml'), 'render'>;

/** Loaded with the first formula; until then, and where a formula cannot be read, its source is shown. */
let temml: Temml | null = null;
let loading: Promise<void> | null = null;

async function load(): Promise<void> {
  temml = (await import('temml')).default;
}

/** A formula. Light DOM, as native MathML: it can be selected, found and heard. */
@customElement('math-view')
export class MathView extends LightElement {
  static override styles = mathStyles;

  @property({ attribute: false }) source = '';
  /** On lines of its own. */
  @property({ type: Boolean, reflect: true }) block = false;

  override connectedCallback(): void {
    super.connectedCallback();
    if (temml) return;
    loading ??= load();
    // Without the library, as offline after an update, the source stays.
    void loading.then(
      () => this.requestUpdate(),
      () => {
        loading = null;
      },
    );
  }

  protected override render(): TemplateResult | Node {
    return (temml && draw(temml, this.source, this.block)) ?? html`<code class="math-source">${this.source}</code>`;
  }
}

/** Built as nodes. Nothing in a formula is trusted: no links, no styles, no sizes beyond a few lines. */
function draw({ render }: Temml, source: string, displayMode: boolean): Node | null {
  const place = document.createElement('span');
  try {
    render(source, place, { displayMode, throwOnError: true, trust: false, maxSize: [10, 10], maxExpand: 200 });
    return place.firstChild;
  } catch {
    return null;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'math-view': MathView;
  }
}
