import { html, nothing, type TemplateResult } from 'lit';
import type { Banner } from '../../../server/protocol/api/app-state.js';
import { own } from '../../../server/protocol/own.js';
import { icon } from '../../ui/icon.js';
import type { IconName } from '../../ui/icons.js';
import { visibleText } from '../../ui/visible-text.js';

const ICONS: Record<Banner['severity'], IconName> = {
  info: 'info',
  warning: 'triangleAlert',
  error: 'circleAlert',
};

/** One line of trouble or news, with what can be done about it. */
export function renderBanner(severity: Banner['severity'], message: string, action: unknown = nothing): TemplateResult {
  return html`<div class="banner ${severity}" role="status">
    ${icon(own(ICONS, severity) ?? 'info')}<span>${visibleText(message)}</span>${action}
  </div>`;
}
