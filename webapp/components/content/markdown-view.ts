import { html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { guard } from 'lit/directives/guard.js';
import type { Token } from 'marked';
import { BlockStream } from '../../markdown/block-stream.js';
import { markdownStyles } from '../../markdown/markdown.styles.js';
import { renderBlock } from '../../markdown/render-block.js';
import { lateElement } from '../../ui/late-element.js';
import { LightElement } from '../../ui/light-element.js';
import './math-view.js';
import { UserActEvent } from '../../state/app/acts.js';
import { OpenFileEvent } from '../../ui/open-file-event.js';
import { OpenPictureEvent } from './open-picture-event.js';
import './remote-image.js';
import { tableText } from './table-text.js';
import { contentWords } from './words.js';

const needCodeBlock = lateElement(() => import('./code-block.js'));

/**
 * Markdown as it is written. Light DOM: selection, find and print work across messages.
 * @fires open-file - A person pressed the name of a file.
 */
@customElement('markdown-view')
export class MarkdownView extends LightElement {
  static override styles = markdownStyles;

  /** The whole text so far. */
  @property({ attribute: false }) text = '';
  /** More text may come: half-open syntax is closed for the eye, and only the end is read again. */
  @property({ type: Boolean }) streaming = false;

  readonly #stream = new BlockStream();

  constructor() {
    super();
    this.addEventListener('click', (event) => this.#onClick(event));
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // Right after the first page, which has no code yet.
    needCodeBlock();
  }

  protected override render(): unknown {
    const { groups, liveFrom } = this.#stream.update(this.text, this.streaming);
    const notes: unknown[] = [];
    let index = 0;
    const blocks = groups.map((group) => {
      const first = index;
      index += group.length;
      const draw = (token: Token, place: number) => {
        const isLive = first + place >= liveFrom && group === groups.at(-1) && place === group.length - 1;
        return guard([token], () => renderBlock(token, isLive && this.streaming));
      };
      for (const [place, token] of group.entries()) if (isNote(token)) notes.push(draw(token, place));
      const inPlace = () => group.map((token, place) => (isNote(token) ? nothing : draw(token, place)));
      return guard([group], () => html`<div class="md-blocks">${inPlace()}</div>`);
    });
    return html`${blocks}${notes.length === 0 ? nothing : html`<section class="md-notes" aria-label=${contentWords.footnotes}>${notes}</section>`}`;
  }

  #onClick(event: Event): void {
    const button = event.target instanceof Element ? event.target.closest<HTMLElement>('button') : null;
    if (!button) return;
    const { path, line, note, noteBack, copyTable, picture } = button.dataset;
    if (copyTable !== undefined) this.#copyTable(button, copyTable === 'csv');
    const image = picture === undefined ? null : button.querySelector('img');
    if (image) this.dispatchEvent(new OpenPictureEvent(image));
    if (path !== undefined) this.dispatchEvent(new OpenFileEvent(path, line ? Number(line) : null));
    if (note !== undefined) this.#goTo('.md-note', note);
    if (noteBack !== undefined) this.#goTo('.md-note-mark', noteBack);
  }

  #copyTable(button: HTMLElement, isCsv: boolean): void {
    const table = button.closest('.md-table-box')?.querySelector('table');
    if (table) this.dispatchEvent(new UserActEvent({ type: 'copy', text: tableText(table, isCsv) }));
  }

  /** Labels are the agent's words, so they are compared and never made part of a selector or an id. */
  #goTo(selector: string, label: string): void {
    const target = [...this.querySelectorAll<HTMLElement>(selector)].find((found) => found.dataset.note === label);
    target?.scrollIntoView({ block: 'nearest' });
    target?.focus({ preventScroll: true });
  }
}

/** Notes are at the end of the message, no matter where they were written. */
function isNote({ type }: Token): boolean {
  return type === 'footnote';
}

declare global {
  interface HTMLElementTagNameMap {
    'markdown-view': MarkdownView;
  }
}
