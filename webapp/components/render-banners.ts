import { html, nothing, type TemplateResult } from 'lit';
import type { AgentSummary, Banner } from '../../server/protocol/app-state.js';
import { type UserAct, UserActEvent } from '../state/acts.js';
import type { Connection } from '../state/connection-store.js';
import './connection-banner.js';
import type { Act } from './error-action.js';
import { icon } from './icon.js';
import type { IconName } from './icons.js';
import { visibleText } from './visible-text.js';

const ICONS: Record<Banner['severity'], IconName> = {
  info: 'info',
  warning: 'triangleAlert',
  error: 'circleAlert',
};

/** What is wrong with more than one entry: the connection, the page's version, the app, the agent. */
export function renderBanners(
  about: { connection: Connection; banners: readonly Banner[]; agent: AgentSummary | null },
  act: Act,
): TemplateResult {
  const { connection, banners, agent } = about;
  return html`<connection-banner .connection=${connection}></connection-banner>
    ${connection.isOutdated ? renderOutdated(act) : nothing}
    ${banners.map(({ severity, message }) => renderBanner(severity, message))}
    ${agent ? renderHealth(agent, act) : nothing}`;
}

/** The draft is kept by the browser, so that a reload costs nothing. */
function renderOutdated(act: Act): TemplateResult {
  const button = renderButton('Reload', { type: 'reload' }, act);
  return renderBanner('info', 'A new version of AcDeck is running. Your draft is kept.', button);
}

function renderHealth({ id, health }: AgentSummary, act: Act): TemplateResult | typeof nothing {
  const restart = renderButton('Restart the agent', { type: 'restart_agent', agentId: id }, act);
  switch (health.state) {
    case 'crashed':
      return renderBanner(
        'error',
        health.message,
        html`${restart} ${renderButton('Show log', { type: 'show_logs' }, act)}`,
      );
    case 'degraded':
      return renderBanner('warning', health.message, restart);
    case 'needs_login':
      return renderBanner(
        'warning',
        health.message,
        renderButton('Sign in', { type: 'open_sign_in', agentId: id }, act),
      );
    case 'missing': {
      const copy = renderButton('Copy command', { type: 'copy', text: health.install }, act);
      return renderBanner('warning', health.message, html`<code>${visibleText(health.install)}</code> ${copy}`);
    }
    default:
      return nothing;
  }
}

function renderBanner(severity: Banner['severity'], message: string, action: unknown = nothing): TemplateResult {
  return html`<div class="banner ${severity}" role="status">
    ${icon(ICONS[severity] ?? 'info')}<span>${visibleText(message)}</span>${action}
  </div>`;
}

function renderButton(text: string, what: UserAct, act: Act): TemplateResult {
  return html`<button class="btn link" type="button" @click=${() => act(new UserActEvent(what))}>${text}</button>`;
}
