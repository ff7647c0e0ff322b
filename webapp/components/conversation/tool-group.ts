import { html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { ToolEntry } from '../../../server/protocol/transcript/entries.js';
import { FoldController } from '../../state/app/fold-controller.js';
import { controls } from '../../styles/controls.js';
import { duration } from '../../ui/format.js';
import { icon } from '../../ui/icon.js';
import { lateElement } from '../../ui/late-element.js';
import { LightElement } from '../../ui/light-element.js';
import { repeat } from '../../ui/repeat.js';
import { summariseGroup } from '../tools/group-calls.js';
import './tool-card.js';
import { toolCardStyles } from './tool-card.styles.js';

const needTurnFooter = lateElement(() => import('../messages/turn-footer.js'));

/** Several calls that only look around, in one line, which opens. Light DOM. */
@customElement('tool-group')
export class ToolGroup extends LightElement {
  static override styles = [controls, toolCardStyles];

  @property({ attribute: false, hasChanged: differs }) calls: readonly ToolEntry[] = [];
  /** The folder that paths are shortened from. */
  @property() folder = '';

  readonly #fold = new FoldController(this, () => `group ${this.calls[0]?.id ?? ''}`);

  protected override render(): TemplateResult {
    const { verb, target, current, isRunning, ms } = summariseGroup(this.calls, this.folder);
    const isOpen = this.#fold.isOpen(false);
    this.toggleAttribute('data-running', isRunning);
    this.ariaLabel = `${verb} ${target}`;
    return html`
      <h3 class="vh">${`${verb} ${target}`}</h3>
      <button class="tool-line" type="button" aria-expanded=${isOpen} @click=${() => this.#fold.choose(!isOpen)}>
        ${icon('search')} <span class="tool-verb">${verb}</span>
        <span class="tool-target">${target}</span>
        ${current ? html`<span class="tool-target code quiet"><bdi>${current}</bdi></span>` : nothing}
        <span class="tool-end">
          ${ms === null || ms < 50 ? nothing : html`<span>${duration(ms)}</span>`}${icon('chevronRight')}
        </span>
      </button>
      ${isOpen ? this.#renderCalls() : nothing} ${this.#renderFooter()}
    `;
  }

  /** A turn may end with such calls. */
  #renderFooter(): TemplateResult | typeof nothing {
    const { ended, turn } = this.calls.at(-1) ?? {};
    if (!ended) return nothing;
    needTurnFooter();
    return html`<turn-footer .ended=${ended} turn=${turn}></turn-footer>`;
  }

  #renderCalls(): TemplateResult {
    return html`<div class="tool-body tool-calls">
      ${repeat(
        this.calls,
        (call) => call.id,
        (call) => html`<tool-card .entry=${call} folder=${this.folder}></tool-card>`,
      )}
    </div>`;
  }
}

/** A list is made anew whenever anything in the transcript changes; the calls in it are not. */
function differs(after: readonly ToolEntry[], before: readonly ToolEntry[] | undefined): boolean {
  return after.length !== before?.length || after.some((call, i) => call !== before[i]);
}

declare global {
  interface HTMLElementTagNameMap {
    'tool-group': ToolGroup;
  }
}
