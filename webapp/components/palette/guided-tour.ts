import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, query, state } from 'lit/decorators.js';
import type { CommandContext } from '../../commands/command.js';
import { controls } from '../../styles/controls.js';
import { number } from '../../ui/format.js';
import { icon } from '../../ui/icon.js';
import type { CommandLayer } from './command-layers.js';
import { tourWords } from './tour-words.js';

type StepName = keyof typeof tourWords.steps;

/** What the steps are about, where it can be seen: the first of them that is on screen. */
const STEPS: readonly { readonly name: StepName; readonly about: readonly string[] }[] = [
  { name: 'composer', about: ['prompt-composer'] },
  { name: 'control', about: ['prompt-composer'] },
  { name: 'agent', about: ['session-view .agent'] },
  { name: 'sessions', about: ['aside session-list', 'session-view .menu-button'] },
  { name: 'work', about: ['work-panel', 'session-view .work-button', 'session-view .work-switch'] },
  { name: 'commands', about: [] },
];

/** The ring stays clear of what it is around, and the card of the window's edge. */
const GAP = 6;

/**
 * A few words about each part of the page, beside it. It takes no part of the page away: whoever types goes on in the
 * message field, and the tour waits.
 */
@customElement('guided-tour')
export class GuidedTour extends LitElement implements CommandLayer {
  static override styles = [
    controls,
    css`
      :host {
        position: fixed;
        inset: auto max(var(--s5), env(safe-area-inset-right)) auto auto;
        top: calc(64px + env(safe-area-inset-top));
        width: min(22rem, 100vw - 2 * var(--s4));
        margin: 0;
        padding: var(--s4);
        border: 1px solid var(--line);
        border-radius: var(--r-l);
        background: var(--surface);
        box-shadow: var(--e-layer);
        color: var(--text);
        font: 400 var(--t-sm) / 1.5 var(--font);
      }

      header {
        display: flex;
        align-items: center;
        justify-content: space-between;
        gap: var(--s2);
        color: var(--text-3);
        font-size: var(--t-xs);
      }

      h2 {
        margin: 0 0 var(--s1);
        font: 600 var(--t-md) / 1.3 var(--font);
      }

      p {
        margin: 0;
        color: var(--text-2);
      }

      footer {
        display: flex;
        gap: var(--s2);
        justify-content: flex-end;
        margin-top: var(--s3);
      }

      .ring {
        position: fixed;
        z-index: 1;
        border: 2px solid var(--accent);
        border-radius: var(--r-m);
        pointer-events: none;
      }

      @media (max-width: 699px) {
        :host {
          top: calc(116px + env(safe-area-inset-top));
          inset-inline: var(--s4);
          width: auto;
        }
      }
    `,
  ];

  @state() private at = 0;
  @state() private ring: DOMRect | null = null;

  @query('.primary') private readonly next!: HTMLElement | null;

  get isOpen(): boolean {
    return this.matches(':popover-open');
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.popover = 'manual';
    this.role = 'dialog';
    this.ariaLabel = tourWords.tour;
    this.addEventListener('keydown', this.#onKey);
    window.addEventListener('resize', this.#onResize);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.removeEventListener('keydown', this.#onKey);
    window.removeEventListener('resize', this.#onResize);
  }

  async show({ app, act }: CommandContext): Promise<void> {
    if (app.page.settings.value !== null) act({ type: 'close_settings' });
    act({ type: 'set_preference', change: { isTourDone: true } });
    this.at = 0;
    await this.updateComplete;
    if (!this.isOpen) this.showPopover();
    this.#place();
    this.focus();
  }

  close(): void {
    if (!this.isOpen) return;
    this.hidePopover();
    document.querySelector<HTMLElement>('prompt-composer')?.focus();
  }

  override focus(): void {
    this.next?.focus();
  }

  protected override render(): TemplateResult {
    const { title, text } = tourWords.steps[STEPS[this.at]!.name];
    const isLast = this.at === STEPS.length - 1;
    return html`${this.#renderRing()}
      <header>
        <span>${tourWords.step(number(this.at + 1), number(STEPS.length))}</span>
        <button class="icon-btn" type="button" aria-label=${tourWords.end} title=${tourWords.end} @click=${() => this.close()}>${icon('x')}</button>
      </header>
      <div role="status">
        <h2>${title}</h2>
        <p>${text}</p>
      </div>
      <footer>
        ${this.at > 0 ? html`<button class="btn" type="button" @click=${() => this.#go(-1)}>${tourWords.back}</button>` : nothing}
        <button class="btn primary" type="button" @click=${() => (isLast ? this.close() : this.#go(1))}>${isLast ? tourWords.done : tourWords.next}</button>
      </footer>`;
  }

  #renderRing(): TemplateResult | typeof nothing {
    if (!this.ring) return nothing;
    const { left, top, width, height } = this.ring;
    const place = `left: ${left}px; top: ${top}px; width: ${width}px; height: ${height}px`;
    return html`<div class="ring" style=${place}></div>`;
  }

  #go(by: 1 | -1): void {
    this.at += by;
    this.#place();
    // A button that goes away would take the focus with it.
    void this.updateComplete.then(() => this.focus());
  }

  /** When the page has been laid out anew. */
  readonly #onResize = (): void => {
    requestAnimationFrame(() => requestAnimationFrame(this.#place));
  };

  /** Around what the step is about, within the window. */
  readonly #place = (): void => {
    const seen = STEPS[this.at]!.about.map((selector) => document.querySelector(selector)).find((found) =>
      found?.checkVisibility(),
    );
    const box = seen?.getBoundingClientRect();
    if (!box || box.width === 0) {
      this.ring = null;
      return;
    }
    const [left, top] = [Math.max(GAP, box.left - GAP), Math.max(GAP, box.top - GAP)];
    const [right, bottom] = [
      Math.min(window.innerWidth - GAP, box.right + GAP),
      Math.min(window.innerHeight - GAP, box.bottom + GAP),
    ];
    this.ring = new DOMRect(left, top, right - left, bottom - top);
  };

  /** Escape ends it; what can only be meant for the message field is written there. */
  readonly #onKey = (event: KeyboardEvent): void => {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      this.close();
    } else if (key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey) {
      document.querySelector<HTMLElement>('prompt-composer')?.focus();
    }
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'guided-tour': GuidedTour;
  }
}
