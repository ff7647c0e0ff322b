import { html, nothing, type TemplateResult } from 'lit';
import type { FolderTrust } from '../../server/protocol/agent-report.js';
import type { AgentSummary, Banner } from '../../server/protocol/app-state.js';
import { type UserAct, UserActEvent } from '../state/acts.js';
import type { Connection } from '../state/connection-store.js';
import './connection-banner.js';
import type { Act } from './error-action.js';
import { helpCommand } from './help-command.js';
import { icon } from './icon.js';
import type { IconName } from './icons.js';
import { visibleText } from './visible-text.js';

const ICONS: Record<Banner['severity'], IconName> = {
  info: 'info',
  warning: 'triangleAlert',
  error: 'circleAlert',
};

export interface BannerParts {
  readonly connection: Connection;
  readonly banners: readonly Banner[];
  readonly agent: AgentSummary | null;
  readonly trust: FolderTrust | null;
}

/** What is wrong with more than one entry: the connection, the page's version, the app, the agent. */
export function renderBanners(about: BannerParts, act: Act): TemplateResult {
  const { connection, banners, agent, trust } = about;
  return html`<connection-banner .connection=${connection}></connection-banner>
    ${connection.isOutdated ? renderOutdated(act) : nothing}
    ${trust ? renderTrust(trust) : nothing}
    ${banners.map((banner) => renderBanner(banner.severity, banner.message, renderDismiss(banner, act)))}
    ${agent ? renderHealth(agent, act) : nothing}`;
}

/** Few folders bring anything, so the panel is loaded when one does. */
function renderTrust(trust: FolderTrust): TemplateResult | typeof nothing {
  if (trust.state !== 'asked') return nothing;
  void import('./trust-panel.js');
  return html`<trust-panel .trust=${trust}></trust-panel>`;
}

function renderDismiss({ id, isNews }: Banner, act: Act): TemplateResult | typeof nothing {
  return isNews ? renderButton('Got it', { type: 'dismiss_banner', bannerId: id }, act) : nothing;
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
      const command = helpCommand(health.install);
      const copy = command ? renderButton('Copy command', { type: 'copy', text: command }, act) : nothing;
      return renderBanner('warning', health.message, html`${copy} ${renderNpx(id, health.npx, act)}`);
    }
    case 'untrusted': {
      const look = renderButton('Look at it', { type: 'open_settings', section: 'agents' }, act);
      return renderBanner('warning', health.message, html`${look} ${renderNpx(id, health.npx, act)}`);
    }
    case 'starting':
      return health.message ? renderBanner('info', health.message) : nothing;
    default:
      return nothing;
  }
}

function renderNpx(agentId: string, packages: string | undefined, act: Act): TemplateResult | typeof nothing {
  if (!packages) return nothing;
  return renderButton(`Run it with npx (downloads ${packages})`, { type: 'run_with_npx', agentId }, act);
}

function renderBanner(severity: Banner['severity'], message: string, action: unknown = nothing): TemplateResult {
  return html`<div class="banner ${severity}" role="status">
    ${icon(ICONS[severity] ?? 'info')}<span>${visibleText(message)}</span>${action}
  </div>`;
}

function renderButton(text: string, what: UserAct, act: Act): TemplateResult {
  return html`<button class="btn link" type="button" @click=${() => act(new UserActEvent(what))}>${text}</button>`;
}
