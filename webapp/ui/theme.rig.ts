import { html, type TemplateResult } from 'lit';
import styles from '../styles/tokens.css?inline';

/** Gives the test's page the look of the app: without it colours and sizes are the browser's own. */
const tokens = new CSSStyleSheet();
tokens.replaceSync(styles);
document.adoptedStyleSheets = [...document.adoptedStyleSheets, tokens];

/** The template as it is in a page of that theme. */
export function inTheme(theme: 'light' | 'dark', template: TemplateResult): TemplateResult {
  return html`<div style="color-scheme: ${theme}; background: var(--bg); color: var(--text)">${template}</div>`;
}
