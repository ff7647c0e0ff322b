import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { ProgramVisit } from '../../../server/protocol/api/programs.js';
import { programRequest } from '../../codes/program-words.js';
import { serverCommand, type UserActEvent } from '../../state/app/acts.js';
import { banner } from '../../styles/banner.js';
import { controls } from '../../styles/controls.js';
import { icon } from '../../ui/icon.js';
import { visibleText } from '../../ui/visible-text.js';
import { renderActButton } from '../controls/act-button.js';
import { frameWords } from './words.js';

/**
 * A program waits for a person's word; who started it and what it runs is said before anything else.
 * @fires user-act - The person lets it in, or doesn't.
 */
@customElement('program-banner')
export class ProgramBanner extends LitElement {
  static override styles = [controls, banner];

  @property({ attribute: false }) visit!: ProgramVisit;

  protected override render(): TemplateResult {
    const { sentence, command, rest } = programRequest(this.visit);
    return html`<div class="banner warning" role="status">
      ${icon('terminal')}<span>${visibleText(sentence)} ${command === null ? nothing : html`<code>${command}</code>`} ${visibleText(rest)}</span
      >${this.#renderAnswer(true, frameWords.banners.allowProgram)} ${this.#renderAnswer(false, frameWords.banners.denyProgram)}
    </div>`;
  }

  #renderAnswer(isLetIn: boolean, name: string): TemplateResult {
    const forward = (event: UserActEvent) => this.dispatchEvent(event);
    return renderActButton('link', name, serverCommand('Settings', 'answer_program', this.visit.id, isLetIn), forward);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'program-banner': ProgramBanner;
  }
}
