import { html, type TemplateResult } from 'lit';

/** Gives the test's page the look of the app: without it colours and sizes are the browser's own. */
const tokens = new CSSStyleSheet();
tokens.replaceSync(await (await fetch(new URL('../styles/tokens.css', import.meta.url))).text());
document.adoptedStyleSheets = [...document.adoptedStyleSheets, tokens];

/** The template as it is in a page of that theme. */
export function inTheme(theme: 'light' | 'dark', template: TemplateResult): TemplateResult {
  return html`<div style="color-scheme: ${theme}; background: var(--bg); color: var(--text)">${template}</div>`;
}
