import { html, nothing, type TemplateResult } from 'lit';
import type { LineCount } from './line-counts.js';

/** How many lines come and go, for eyes and for ears; nothing while that is not known. */
export function renderCount(count: LineCount | null): TemplateResult | typeof nothing {
  if (!count) return nothing;
  const { added, removed } = count;
  return html`<span class="count-plus" aria-hidden="true">+${added}</span><span class="count-minus" aria-hidden="true">−${removed}</span><span class="vh">${added} lines added, ${removed} removed</span>`;
}
