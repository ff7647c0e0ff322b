import { LitElement } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { guard } from 'lit/directives/guard.js';
import { BlockStream } from '../markdown/block-stream.js';
import { markdownStyles } from '../markdown/markdown.styles.js';
import { renderBlock } from '../markdown/render-block.js';
import { adoptStyles } from './adopt-styles.js';
import './math-view.js';
import { OpenFileEvent } from './open-file-event.js';
import './remote-image.js';

// Right after the first page, which has no code yet.
void import('./code-block.js');

/** An update that took longer than this is followed by a pause of the same length, so that the page stays usable. */
const LONG_UPDATE_MS = 8;

/**
 * Markdown as it is written. Light DOM: selection, find and print work across messages.
 * @fires open-file - A person pressed the name of a file.
 */
@customElement('markdown-view')
export class MarkdownView extends LitElement {
  /** The whole text so far. */
  @property({ attribute: false }) text = '';
  /** More text may come: half-open syntax is closed for the eye, and only the end is read again. */
  @property({ type: Boolean }) streaming = false;

  readonly #stream = new BlockStream();
  #lastCost = 0;

  constructor() {
    super();
    this.addEventListener('click', (event) => this.#onClick(event));
  }

  override connectedCallback(): void {
    super.connectedCallback();
    adoptStyles(this, markdownStyles);
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override async scheduleUpdate(): Promise<void> {
    if (this.streaming && this.#lastCost > LONG_UPDATE_MS) {
      await new Promise((resolve) => setTimeout(resolve, this.#lastCost));
    }
    const start = performance.now();
    super.scheduleUpdate();
    this.#lastCost = performance.now() - start;
  }

  protected override render(): unknown {
    const { groups, liveFrom } = this.#stream.update(this.text, this.streaming);
    let index = 0;
    return groups.map((group) => {
      const first = index;
      index += group.length;
      return guard([group], () =>
        group.map((token, place) => {
          const isLive = first + place >= liveFrom && group === groups.at(-1) && place === group.length - 1;
          return guard([token], () => renderBlock(token, isLive && this.streaming));
        }),
      );
    });
  }

  #onClick(event: Event): void {
    const button = event.target instanceof Element ? event.target.closest<HTMLElement>('button') : null;
    if (!button) return;
    const { path, line, note, noteBack } = button.dataset;
    if (path !== undefined) this.dispatchEvent(new OpenFileEvent(path, line ? Number(line) : null));
    if (note !== undefined) this.#goTo('.md-note', note);
    if (noteBack !== undefined) this.#goTo('.md-note-mark', noteBack);
  }

  /** Labels are the agent's words, so they are compared and never made part of a selector or an id. */
  #goTo(selector: string, label: string): void {
    const target = [...this.querySelectorAll<HTMLElement>(selector)].find((found) => found.dataset.note === label);
    target?.scrollIntoView({ block: 'nearest' });
    target?.focus({ preventScroll: true });
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'markdown-view': MarkdownView;
  }
}
