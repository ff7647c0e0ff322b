import { type SVGTemplateResult, svg } from 'lit';

/** Two cards of a deck, the front one with a prompt. */
export function renderLogo(): SVGTemplateResult {
  return svg`<svg class="logo" viewBox="0 0 32 32" aria-hidden="true">
    <rect x="3" y="3" width="20" height="20" rx="5.5" fill="var(--accent)" opacity=".35"></rect>
    <rect x="8" y="8" width="21" height="21" rx="6" fill="var(--accent)"></rect>
    <path d="m14 14.5 4 4-4 4M20 22.5h4" fill="none" stroke="var(--on-accent)" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round"></path>
  </svg>`;
}
