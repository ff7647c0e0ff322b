import { html, type TemplateResult } from 'lit';
import { stripHidden } from '../../ui/hidden-characters.js';
import { nameLabel } from '../../ui/visible-text.js';

/** The name of the file is what one looks for; its folders step back. */
export function renderName(path: string): TemplateResult {
  const cut = path.lastIndexOf('/') + 1;
  const [folders, name] = [path.slice(0, cut), path.slice(cut)].map((part) => nameLabel(stripHidden(part), 300));
  return html`<span class="change-name" title=${nameLabel(path, 400)}><bdi class="change-base">${name}</bdi> <bdi class="change-folder">${folders}</bdi></span>`;
}
