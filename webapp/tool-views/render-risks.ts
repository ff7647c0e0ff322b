import { html, type TemplateResult } from 'lit';
import { visibleText } from '../components/visible-text.js';
import { markRisks } from './mark-risks.js';

/** The whole command, one deed per line, with the words marked that a person should look at twice. */
export function renderRisks(command: string): TemplateResult {
  const deeds = markRisks(command).map(
    (part) =>
      html`<bdi class="deed">${part.map(({ text, isRisky }) =>
        isRisky ? html`<mark class="risk">${visibleText(text)}</mark>` : visibleText(text),
      )}</bdi>`,
  );
  return html`<pre class="command" tabindex="0" aria-label="Command">${deeds}</pre>`;
}
